import { NEXT_ACTION } from '../domain/memory.ts';
import { plural } from '../domain/text.ts';
import { commandWords, roomWords } from './wording.ts';

/** Points that are known and not won yet, with the way there. */
export interface ToldGain {
  readonly room: Parameters<typeof roomWords>[0];
  readonly points: number;
  readonly commands: readonly string[];
  /** On what condition they can be won; empty where none is known. */
  readonly condition: string;
  /** `shut` where every way that is known is; null where nobody is told the way. */
  readonly way: readonly string[] | 'shut' | null;
}

/** A longer way is told by its first step. */
const LONGEST_WAY = 5;

/** `- +10 open hatch, at Hall (7): e, n, n`; `- +5 wave, at Tower (9): 12 steps, first e` */
export function gainWords({ room, points, commands, condition, way }: ToldGain): string {
  const what = commands.map(commandWords).join(NEXT_ACTION);
  const sure = condition === '' ? '' : ` ${condition}`;
  const head = `- +${points} ${what}, at ${roomWords(room)}${sure}`;
  if (way === null) return head;
  if (way === 'shut') return `${head}: the way is shut`;
  if (way.length === 0) return `${head}: here`;
  const [first = ''] = way;
  return way.length > LONGEST_WAY
    ? `${head}: ${plural(way.length, 'step')}, first ${commandWords(first)}`
    : `${head}: ${way.map(commandWords).join(', ')}`;
}

/** What `gainWords` wrote of gains elsewhere that an open way leads to: where, by what, and how the way begins. */
export function readGains(section: string) {
  return section.split('\n').flatMap((line) => {
    const told = /^- \+\d+ (.+), at .*?\((\d+)\)(?: \([^:]*\))?: (.+)$/.exec(line);
    if (told === null) return [];
    const [, commands = '', id, way = ''] = told;
    if (way === 'here' || way === 'the way is shut') return [];
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
