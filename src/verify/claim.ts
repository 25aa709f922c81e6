import { normaliseAction } from '../domain/command.ts';
import { isDeath, scoreChange } from '../domain/turn-effect.ts';
import type { LocationId } from '../domain/ids.ts';
import { memoryActions, type Memory } from '../domain/memory.ts';
import { isNamedWhole } from '../domain/named-things.ts';
import { readsCommand } from '../domain/vocabulary.ts';
import type { Dictionary } from '../interpreter/interpreter.ts';
import { isAlarmOfClock } from '../managers/memory/alarms.ts';
import { type RecordedTurn } from '../records/recorded-turn.ts';
import type { Recording } from './recording.ts';

/** What a memory claims of its commands: they have an effect, they have none, or they kill. */
type ClaimKind = 'works' | 'fails' | 'kills';

export interface TestableClaim {
  readonly kind: ClaimKind;
  /** Each in the form for comparison; see normaliseAction. */
  readonly commands: readonly string[];
  /** Commands that the memory says come before, in order. Empty if it names none. */
  readonly setup: readonly string[];
  /** The recorded moments in this room that taught it, each before a turn, with its command in the form for comparison. */
  readonly source: readonly {
    readonly episode: number;
    readonly turn: number;
    readonly command: string;
  }[];
  /** Why the recording of these moments cannot be read. Null if it can. */
  readonly lost: string | null;
}

const KINDS: Readonly<Record<string, ClaimKind>> = {
  SUCCESS: 'works',
  FAILURE: 'fails',
  DANGER: 'kills',
};

/** So many turns before the one that taught a memory may be its preparation. */
const LONGEST_SETUP = 10;

/** Shorter words connect names. */
const SHORTEST_NAME = 3;

/** The testable claim of a memory, or why there is none. Pure. */
export function claimOf(
  room: LocationId,
  memory: Memory,
  recordings: readonly Recording[],
  dictionary: Pick<Dictionary, 'verbs' | 'grammar' | 'knows'>,
): TestableClaim | string {
  const kind = KINDS[memory.category.toUpperCase()];
  if (kind === undefined || isAlarmOfClock(memory)) {
    return 'it tells of no command that works, fails or kills';
  }
  const { episode } = memory;
  const recording = recordings.find((one) => one.episode === episode);
  const taught = sourceTurns(room, memory, recording);
  const missing = typeof taught === 'string' ? taught : null;
  const turns = typeof taught === 'string' ? [] : taught;
  const commands = commandsOf(memory, turns, kind, dictionary);
  if (commands.length === 0) {
    return (
      missing ?? 'its title names no command, and what was played there is none that it tells of'
    );
  }
  const source = turns.map((one) => ({ episode, turn: one.turn, command: playedIn(one) }));
  const lost = recording?.problem === null ? null : missing;
  const setup = kind === 'works' ? setupOf(memory, turns, commands, recording) : [];
  return { kind, commands, setup, source, lost };
}

function playedIn({ decision }: RecordedTurn): string {
  return normaliseAction(decision.action);
}

/** The turns of the same stay before the teaching one, if they had an effect and the memory names their whole command. */
function setupOf(
  { title, text }: Memory,
  taught: readonly RecordedTurn[],
  commands: readonly string[],
  recording: Recording | undefined,
): readonly string[] {
  const last = taught.at(-1);
  const [command = ''] = commands;
  if (recording === undefined || last === undefined || commands.length > 1) return [];
  const earlier = recording.turns.filter(({ turn }) => turn < last.turn).slice(-LONGEST_SETUP);
  const left = earlier.findLastIndex(
    ({ before }) => before.location.id !== last.before.location.id,
  );
  return earlier
    .slice(left + 1)
    .filter(({ before, after }) => before.scene !== after.scene)
    .map(playedIn)
    .filter((action) => action !== command && isNamedWhole(`${title}\n${text}`, action));
}

/** The recorded turns in this room that taught a memory, or why there are none. */
function sourceTurns(
  room: LocationId,
  { episode, turns }: Memory,
  recording: Recording | undefined,
): readonly RecordedTurn[] | string {
  if (recording === undefined) return `episode ${episode} is not kept`;
  const [first = 0, last = first] = (turns.match(/\d+/g) ?? []).map(Number);
  const named = recording.turns.filter(({ turn }) => turn >= first && turn <= last);
  const here = named.filter(({ before }) => before.location.id === room);
  if (here.length > 0) return here;
  if (recording.problem !== null) return recording.problem;
  return named.length === 0
    ? `episode ${episode} has no turn ${turns}`
    : `turn ${turns} of episode ${episode} was played in another room`;
}

/** The commands in the title, if the parser reads them; else those played. A title of other words must be a command. */
function commandsOf(
  memory: Memory,
  turns: readonly RecordedTurn[],
  kind: ClaimKind,
  dictionary: Pick<Dictionary, 'verbs' | 'grammar' | 'knows'>,
): readonly string[] {
  const played = turns.map(playedIn);
  const { title } = memory;
  const named = memoryActions(memory);
  if (named.every((part) => played.includes(part))) return [...new Set(named)];
  const namesIt = ({ decision }: RecordedTurn) => isNamedWhole(title, decision.action);
  // A writer calls things by longer names than the parser takes.
  const worked = turns.filter((turn) => hasEffect(turn) && turn.cause !== 'clock' && namesIt(turn));
  if (kind === 'works' && named.length === 1 && worked.length > 0)
    return worked.slice(-1).map(playedIn);
  const isReadable = named.every((part) => readsCommand(part, dictionary));
  const isTyped = !/^\p{Lu}/u.test(title);
  const words = title.toLowerCase().match(/\p{L}+/gu) ?? [];
  const names = words.filter((word) => word.length >= SHORTEST_NAME);
  const tellsOfPlayed = played.some((action) => names.some((word) => action.includes(word)));
  if (isReadable && (isTyped || !tellsOfPlayed)) return [...new Set(named)];
  if (isTyped && !tellsOfPlayed) return [];
  if (kind === 'fails') return refusedOf(turns);
  // A memory of what the clock did claims nothing about the commands meanwhile, unless its title blames one.
  const own = turns.filter((turn) => turn.cause !== 'clock' || namesIt(turn));
  // A warning in prose is about what did harm, or names the whole command. A text that was read may warn of other commands.
  const isMeant = (turn: RecordedTurn) => isDeath(turn) || scoreChange(turn) < 0 || namesIt(turn);
  const told = kind === 'works' ? own : own.filter(isMeant);
  return told.slice(-1).map(playedIn);
}

function hasEffect({ before, after }: RecordedTurn): boolean {
  return before.scene !== after.scene || before.score !== after.score;
}

/** The commands of the turns that changed nothing; all of them if none did. */
function refusedOf(turns: readonly RecordedTurn[]): readonly string[] {
  const refused = turns.filter((turn) => !hasEffect(turn));
  const told = refused.length > 0 ? refused : turns;
  return [...new Set(told.map(playedIn))];
}
