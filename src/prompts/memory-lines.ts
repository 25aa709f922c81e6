import { type Memory, NEXT_ACTION } from '../domain/memory.ts';
import { firstParagraph, firstFew, oneLine, plural } from '../domain/text.ts';
import { roomWords } from './room-wording.ts';
import { thingWords } from './thing-wording.ts';
import { LONGEST_ACTION, commandWords } from './wording.ts';

/** The lines about what earlier visits to a room taught, written and read (managers/memory/location-memory.ts). */

/** Follows the title of a memory whose points are won already. */
export const DONE_NOW = ' (done in this episode)';

const ALSO_FAILED = 'Also failed: ';

/** Failures without their texts: `Also failed: open hatch (locked); pull rope`. */
export function memoryAlsoFailedLine(
  failures: readonly { readonly title: string; readonly reason: string | null }[],
): string {
  const told = failures.map(({ title, reason }) =>
    reason === null ? title : `${title} (${reason})`,
  );
  return ALSO_FAILED + told.join(NEXT_ACTION);
}

/** The most characters of the reason why something does not work now. */
const LONGEST_ANSWER = 160;

const NOT_NOW = /\(not now, ([^:()]+): ([^()]*)\)/g;

/** For what worked before and would change nothing now: `(not now, take coins: Your load is too heavy.)`. */
export function memoryNotNowWords({ command, answer }: VainNow): string {
  const said = oneLine(firstParagraph(answer).replaceAll(/[()]/g, ''), LONGEST_ANSWER);
  return `(not now, ${oneLine(command)}: ${said})`;
}

const MOST_NOT_TOLD = 3;

/** The titles of memories of a room's start, if nothing is told of the room. Empty if there are none. */
export function notToldLine(titles: readonly string[] = []): string {
  if (titles.length === 0) return '';
  const told = firstFew(
    titles.map((title) => oneLine(title)),
    MOST_NOT_TOLD,
  );
  return `(also remembered, not shown: ${told.join(NEXT_ACTION)})`;
}

/** Facts about things held, by their titles: `Of things held: book: "Chants must be learnt first" (in doubt) #ab2cde`. */
export function memoryHeldLine(
  notes: readonly { readonly thing: string; readonly memory: Memory; readonly id: string }[],
): string {
  const told = notes.map(({ thing, memory: { title, status }, id }) => {
    const doubt = status === 'TENTATIVE' ? ' (in doubt)' : '';
    return `${oneLine(thing)}: "${oneLine(title)}"${doubt} #${id}`;
  });
  return told.length === 0 ? '' : `Of things held: ${told.join(NEXT_ACTION)}`;
}

/** For those who are named and elsewhere: `(not here now: jackdaw)`. Empty if there are none. */
export function memoryNotHereWords(away: readonly { readonly name: string }[]): string {
  return away.length === 0 ? '' : `(not here now: ${away.map(thingWords).join(', ')})`;
}

/** For what this episode changed of what a memory tells: `(this play: handbell held)`. Empty if it changed nothing. */
export function memoryThisPlayWords(changes: readonly string[]): string {
  return changes.length === 0 ? '' : `(this play: ${changes.join(NEXT_ACTION)})`;
}

interface VainNow {
  readonly command: string;
  readonly answer: string;
}

/** Reads `memoryNotNowWords` in the text of a memory. */
export function readMemoryNotNow(text: string): readonly VainNow[] {
  return [...text.matchAll(NOT_NOW)].map(([, command = '', answer = '']) => ({ command, answer }));
}

/** Things that earlier episodes took: `[SUCCESS] take lamp; take sword: Taken here before.` */
export function memoryTakingsLine(commands: readonly string[]): string {
  return `[SUCCESS] ${oneLine(commands.join(NEXT_ACTION))}: Taken here before.`;
}

/** A memory as a line tells it: `[CATEGORY] title: text`. A title may name several actions. */
export type MemoryLine = Pick<Memory, 'category' | 'title' | 'text'>;

export function readMemories(section: string): readonly MemoryLine[] {
  const lines = section.matchAll(/^[| ]*\[([A-Z]+)\] ([^:\n]+): (.*)$/gm);
  const told = Array.from(lines, ([, category = '', title = '', text = '']) => {
    return { category, title, text };
  });
  return [...told, ...readAlsoFailed(section)];
}

/** Reads `memoryAlsoFailedLine`. Failures in a row without a reason are one memory. */
function readAlsoFailed(section: string): readonly MemoryLine[] {
  const [, failures = ''] = new RegExp(`^(?:\\| )?${ALSO_FAILED}(.*)$`, 'm').exec(section) ?? [];
  return [...failures.matchAll(/(.+?)(?: \(([^()]*)\)(?:; |$)|$)/g)].map(
    ([, title = '', text = '']) => ({ category: 'FAILURE', title, text }),
  );
}

/** The dangers of each room one step away, by the room's number. */
export function readNearDangers(section: string) {
  const rooms = section.split(/^At .* \((?=\d+\):$)/m).slice(1);
  return rooms.map((room) => [Number.parseInt(room, 10), readMemories(room)] as const);
}

/** `- light lamp: points later in 4 of 5 episodes`. */
export function memoryReturnLine(
  told: { readonly command: string } & Readonly<Record<'paid' | 'episodes', number>>,
): string {
  return `- ${told.command}: points later in ${told.paid} of ${told.episodes} episodes`;
}

/** Points that are known and not won yet, with the way there. */
export interface ToldGain {
  readonly room: Parameters<typeof roomWords>[0];
  readonly points: number;
  readonly commands: readonly string[];
  /** The condition for winning them. Empty if none is known. */
  readonly condition: string;
  /** `shut` if every known way is. Null if the agent is not told routes. */
  readonly way: readonly string[] | 'shut' | null;
}

/** A longer way is told by its first step. */
const LONGEST_WAY = 5;

/** `- +10 open hatch, at Hall (7): e, n, n`; a far one has `12 steps, first e`. Beside a suggestion only the distance. */
export function memoryGainWords(gain: ToldGain, isBeside: boolean): string {
  const { room, points, commands, condition, way } = gain;
  const what = commands.map(commandWords).join(NEXT_ACTION);
  const sure = condition === '' ? '' : ` ${condition}`;
  const head = `- +${points} ${what}, at ${roomWords(room)}${sure}`;
  if (way === null) return head;
  if (way === 'shut') return `${head}: the way is shut`;
  const [first] = way.map(commandWords);
  if (first === undefined) return `${head}: here`;
  const steps = plural(way.length, 'step');
  if (isBeside) return `${head}: ${steps}`;
  const isLong = way.length > LONGEST_WAY;
  return `${head}: ${isLong ? `${steps}, first ${first}` : way.map(commandWords).join(', ')}`;
}

const MOST_GAINS = 5;
const MOST_BESIDE = 3;
const GAINS = 'Other points known and not won yet:';
const GAINS_BESIDE = 'Other points known, which the suggestion does not count:';

/** Points that a memory above tells, named by its id. */
interface GainAbove {
  readonly points: number;
  readonly id: string;
}

interface GainsTold {
  readonly turnsLeft: number;
  readonly isBeside: boolean;
  readonly above: readonly GainAbove[];
}

const ALL_FAR = 'Other points known: all are farther than the turns that are left.';

/** The points within reach, near and large ones first. Beside a suggestion fewer; those told above only by id. */
export function memoryGainLines(
  all: readonly ToldGain[],
  { turnsLeft, isBeside, above }: GainsTold,
): string {
  if (all.length + above.length === 0) return '';
  const near = all.filter(({ way }) => !Array.isArray(way) || way.length < turnsLeft);
  const worth = ({ points, way }: ToldGain) =>
    way === null || way === 'shut' ? 0 : points / (way.length + 1);
  const gains = near.toSorted((a, b) => worth(b) - worth(a));
  const far = all.length - near.length;
  if (far > 0 && near.length + above.length === 0) return ALL_FAR;
  const most = isBeside ? MOST_BESIDE : MOST_GAINS;
  const lines = gains.map((gain) => memoryGainWords(gain, isBeside));
  return [
    isBeside ? GAINS_BESIDE : GAINS,
    ...(above.length === 0 ? [] : [`- told above: ${above.map(gainAbove).join(', ')}`]),
    ...firstFew(lines, most, (more) => `(${more} more)`),
    ...(far > 0 ? [`(${far} farther than the turns that are left)`] : []),
  ].join('\n');
}

function gainAbove({ points, id }: GainAbove): string {
  return `+${points} #${id}`;
}

/** Reads the gains elsewhere with an open way: place, command, and the first step. */
export function readMemoryGainLines(section: string) {
  return section.split('\n').flatMap((line) => {
    const told = /^- \+\d+ (.+), at .*?\((\d+)\)(?: \([^:]*\))?: (.+)$/.exec(line);
    if (told === null) return [];
    const [, commands = '', id, way = ''] = told;
    if (/^(?:here|the way is shut|\d+ steps?)$/.test(way)) return [];
    const far = /^(\d+) steps?, first (.+)$/.exec(way);
    const steps = way.split(', ');
    return [
      {
        room: Number(id),
        commands: commands.split(NEXT_ACTION),
        first: far?.[2] ?? steps[0] ?? '',
        steps: far === null ? steps.length : Number(far[1]),
      },
    ];
  });
}

/** Why a memory is TENTATIVE: `names the word troll, which the game has not printed`. */
export function memoryDoubtWords({ doubt }: { readonly doubt?: string | undefined }): string {
  return oneLine(doubt ?? 'not confirmed yet', LONGEST_ACTION);
}
