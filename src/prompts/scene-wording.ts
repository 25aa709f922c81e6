import type { AskedBack } from '../domain/asked-back.ts';
import { canonicalAction } from '../domain/command.ts';
import type { LocationId } from '../domain/ids.ts';
import type { Exit, Observation, ToldExits, Trait } from '../domain/observation.ts';
import { oneLine, timesWords } from '../domain/text.ts';
import { DEADLY_WAY, TRIED_AHEAD } from './frontier-wording.ts';
import { roomWords } from './room-wording.ts';
import { thingWords } from './thing-wording.ts';
import { BARRED, commandWords, turnCount } from './wording.ts';

/** How the state block words the moment, and how its lines are read. */

type Moment = Pick<
  Observation,
  'location' | 'score' | 'maxScore' | 'moves' | 'waitsFor' | 'isDark'
>;

const FIGHT = ' | In combat';
/** For a moment at which a command would be read as its first letter. */
const ONE_KEY =
  'The game waits for one key, not for a command: the action is that key, a character, `enter` or `space`.';

const DARK = '\nIt is dark: only what you hold can be seen.';

/** `Turn 3 of 50 | Location: Hall (7) | Score: 5/350 | Moves: 2 | In combat` */
export function sceneNowWords(
  { location, score, maxScore, moves, waitsFor, isDark }: Moment,
  turn: { readonly turn: number; readonly most: number | null; readonly isInCombat: boolean },
): string {
  const most = maxScore === null ? '' : `/${maxScore}`;
  const points = ` | Score: ${score === null ? 'unknown' : `${score}${most}`}`;
  const count = moves === null ? '' : ` | Moves: ${moves}`;
  const key = waitsFor === 'key' ? `\n${ONE_KEY}` : '';
  return `${turnCount(turn.turn, turn.most)} | Location: ${roomWords(location)}${points}${count}${turn.isInCombat ? FIGHT : ''}${isDark === true ? DARK : ''}${key}`;
}

/** The command that a question of the parser left open, and the replies to it. */
export function sceneAskedWords({ command, options, vain }: AskedBack): string {
  const inQuotes = (words: readonly string[]) => words.map((one) => `"${one}"`).join(' or ');
  const left = options.filter((one) => !vain.includes(one));
  const replies = options.length === 0 ? 'The name of a thing' : inQuotes(left);
  return [
    `The game asks back about "${commandWords(command)}"; nothing was done yet.`,
    ...(vain.length > 0 ? [`The reply ${inQuotes(vain)} brought the same question.`] : []),
    ...(replies === '' ? [] : [`${replies} alone is a reply to it.`]),
    'Any other command is a new one.',
  ].join(' ');
}

/** Reads the line of `sceneNowWords`. */
export function readNow(words: string) {
  const told = /\| Location: (.*) \((\d+)\) \| Score: (-?\d+|unknown)(.*)$/m.exec(words);
  const [, room = '', place = '-1', score = 'unknown', rest = ''] = told ?? [];
  return {
    roomName: room,
    place: Number(place),
    score: score === 'unknown' ? null : Number(score),
    isInCombat: rest.endsWith(FIGHT),
    waitsForKey: words.includes('waits for one key'),
  };
}

/** A thing with its place and the noun to type: `- pile of yellowed paper (in oak chest): type "paper", edible`. */
export function objectLine(
  thing: {
    readonly name: string;
    readonly traits?: readonly Trait[];
    readonly isBarred?: true;
    readonly opensHere?: true;
  },
  holder?: { readonly name: string; readonly traits?: readonly Trait[] },
  typed: string | null = null,
): string {
  const isOf = (trait: Trait) => (trait === 'locked' && thing.isBarred === true ? BARRED : trait);
  const traits = [
    ...(typed === null ? [] : [`type "${typed}"`]),
    ...(thing.traits ?? [])
      .filter((trait) => trait !== 'locked' || thing.opensHere !== true)
      .map(isOf),
  ].join(', ');
  const where = holder === undefined ? '' : ` (${liesWords(holder.traits)} ${thingWords(holder)})`;
  return `- ${thingWords(thing)}${where}${traits === '' ? '' : `: ${traits}`}`;
}

/** How a thing lies by what holds it. Where nothing is known of that, it may be both. */
function liesWords(traits: readonly Trait[] = []): string {
  if (traits.includes('supporter')) return 'on';
  if (traits.includes('animate')) return 'with';
  return traits.length === 0 ? 'in/on' : 'in';
}

/** Reads lines of `objectLine`, in lower case. */
export function readObjects(lines: string) {
  return readSceneList(lines).map(({ name, rest }) => {
    const [, bare = name, inside] = /^(.*) \((?:in\/on|in|on|with) (.*)\)$/.exec(name) ?? [];
    return {
      name: bare.toLowerCase(),
      /** The name of what it lies in or on. */
      inside: inside?.toLowerCase() ?? null,
      traits: rest === '' ? [] : rest.split(', '),
    };
  });
}

/** A destination with the commands to it: `- n, up: Hall (7), been there once`. */
export function sceneWayLine(commands: readonly string[], end: string): string {
  return `- ${commands.join(', ')}: ${end}`;
}

/** The end of an exit; `deadly …` if a probe found death. An unseen place has no name. */
export function wayEnd(
  to: { readonly id: LocationId; readonly name: string },
  { isDeadly, isKnown, isOneWay, visits, refusedAt, takes = [], loss }: SeenWay,
): string {
  // After a deadly probe, the destination is only where the game put the player.
  if (isDeadly) return DEADLY_WAY;
  const place = roomWords(isKnown ? to : { ...to, name: 'somewhere new' });
  const untried = refusedAt === undefined ? 'untried this episode' : `refused at turn ${refusedAt}`;
  const been = visits === 0 ? untried : `been there ${timesWords(visits)}`;
  const end = `${place}, ${been}${isOneWay ? NO_WAY_BACK : ''}`;
  if (takes.length === 0) return end;
  const said = loss === undefined ? '' : `: ${oneLine(loss, LONGEST_LOSS)}`;
  return `${end}; ${LOSS}${takes.map(thingWords).join(', ')} ${TRIED_AHEAD}${said}`;
}

const NO_WAY_BACK = ', no way back known';

/** Before the things that a probe lost by walking there. */
const LOSS = 'you lose ';
const LONGEST_LOSS = 120;

/** The exits that a probe found deadly or costly: `s: deadly; n: you lose egg (tried ahead …)`. Empty if there are none. */
export function waysTriedAhead(exits: readonly Exit[]): string {
  const told = exits.flatMap(({ command, deadly, takes = [] }) => {
    const lost = takes.length === 0 ? [] : [`${LOSS}${takes.map(thingWords).join(', ')}`];
    return (deadly ? ['deadly'] : lost).map((what) => `${commandWords(command)}: ${what}`);
  });
  return told.length === 0 ? '' : `${told.join('; ')} ${TRIED_AHEAD}`;
}

interface SeenWay {
  readonly isDeadly: boolean;
  readonly isKnown: boolean;
  readonly isOneWay: boolean;
  readonly visits: number;
  /** The last turn when the game let nobody go there. */
  readonly refusedAt?: number | undefined;
  /** What the player loses on it. */
  readonly takes?: readonly { readonly name: string }[] | undefined;
  /** The story's sentence about that. */
  readonly loss?: string | undefined;
}

export interface ToldWay {
  readonly command: string;
  /** Null if its end is not named. */
  readonly to: number | null;
  readonly visits: number;
  readonly isDeadly: boolean;
}

/** Reads lines of `sceneWayLine` and `wayEnd`. */
export function readSceneWays(lines: string): readonly ToldWay[] {
  return readSceneList(lines).flatMap(({ name, rest }) => {
    const [, to, once, times = '0'] =
      /\((\d+)\), (?:untried this episode|refused at turn \d+|been there (?:(once)|(\d+) times))(?:, no way back known)?(?:; you lose .*)?$/.exec(
        rest,
      ) ?? [];
    const end = to === undefined ? null : Number(to);
    const visits = once === undefined ? Number(times) : 1;
    const isDeadly = rest.endsWith(DEADLY_WAY);
    return name.split(', ').map((command) => ({ command, to: end, visits, isDeadly }));
  });
}

/** An attempt in a room: `- open chest (2x): refused: It is locked.; worth trying again: …`. */
export function sceneTriedLine(
  { action, times }: { readonly action: string; readonly times: number },
  outcome: string,
  changes: readonly string[],
): string {
  const count = times > 1 ? ` (${times}x)` : '';
  const again = changes.length === 0 ? '' : `${AGAIN}${changes.join(', ')}`;
  return `- ${commandWords(action)}${count}: ${outcome}${again}`;
}

const AGAIN = '; worth trying again: ';

/** Reads the actions of `sceneTriedLine`, in the form for comparison, and whether they are worth trying again. */
export function readSceneTried(lines: string) {
  return readSceneList(lines).map(({ name, rest }) => ({
    action: canonicalAction(name.replace(/ \(\d+x\)$/, '')),
    isWorthIt: rest.includes(AGAIN),
  }));
}

/** List entries `- name: rest`. */
export function readSceneList(lines: string) {
  return [...lines.matchAll(/^- (.+?)(?:: (.*))?$/gm)].map(([, name = '', rest = '']) => ({
    name,
    rest,
  }));
}

/** What listed exits mean for the player and for the critic, and what the critic is told of an exit that is not listed. */
interface ExitsWords {
  readonly player: string;
  readonly critic: string;
  readonly unlisted: string;
}

const LISTED = 'A direction listed under "Ways out" leads somewhere';

/** The same for a walk in any direction that may still lead on. */
const MAY_LEAD_ON =
  ' Walking in a direction that is not listed is something new: 0.3 or more, the first time.';

export const EXITS_WORDS: Readonly<Record<ToldExits, ExitsWords>> = {
  probed: {
    player: '"Ways out" names those that lead on from here.',
    critic: `${LISTED}; one that is not listed does not.`,
    unlisted: ' Walking in a direction that is not listed: -0.5 or less.',
  },
  safe: {
    player: '"Ways out" names those that lead on from here without death.',
    critic: `${LISTED}; one that is not listed leads nowhere, or to death.`,
    unlisted: ' Walking in a direction that is not listed: -0.5 or less.',
  },
  seen: {
    player: '"Ways out" names those that were walked; others may lead on, too.',
    critic: `${LISTED}; one that is not listed may lead somewhere, too.`,
    unlisted: MAY_LEAD_ON,
  },
  none: {
    player: 'Which of them lead on is not told.',
    critic: 'Which directions lead somewhere is not told.',
    unlisted: MAY_LEAD_ON,
  },
};

/** The meaning of the marks of memories, if they are shown. */
export const MARKERS_WORDS =
  ' Memories marked [spawn] describe that start; memories marked [session] hold only in this episode. A count such as (worked 6 of 6 times) is of tries that the engine made afterwards.';
