import { mostBrought, type Attempt, type GameState, type ShutThing } from '../domain/game-state.ts';
import { thingsNamed } from '../domain/naming.ts';
import { heldThings, type ZObject } from '../domain/observation.ts';
import { commandWords, roomWords, thingWords } from './wording.ts';

const MOST_SHUT = 4;

/**
 * What was locked or closed when it was last seen, locked things and newest ones first, and what was tried to open it: `sea
 * chest in Bedroom (66), locked: rusty key refused, brass key not tried`. What is closed and was not tried yet only on
 * demand. Empty where there is nothing.
 */
export function shutThings(
  state: Pick<GameState, 'shut' | 'attempts' | 'observation'>,
  which: 'all' | 'unsolved',
): string {
  const { location } = state.observation;
  const held = heldThings(state.observation);
  const tried = [...state.attempts.values()].flat();
  const words = [...state.shut.values()]
    .toReversed()
    .toSorted((a, b) => Number(b.isLocked) - Number(a.isLocked))
    .flatMap((shut) => {
      const { thing, room, isLocked } = shut;
      const where = room.id === location.id ? 'here' : `in ${roomWords(room)}`;
      const tries = triesOn(shut, tried, held);
      if (which === 'unsolved' && !isLocked && tries === null) return [];
      const notes = tries?.join(', ') ?? '';
      const how = `${isLocked ? 'locked' : 'closed'}${notes === '' ? '' : `: ${notes}`}`;
      return `${thingWords(thing)} ${where}, ${how}`;
    });
  const more = words.length - MOST_SHUT;
  const rest = more > 0 ? [`${more} more`] : [];
  return [...words.slice(0, MOST_SHUT), ...rest].join('; ');
}

/** The command that opened it before; else what failed on it, and what was not used on it. Null where nothing was tried. */
function triesOn(
  { thing, isLocked }: ShutThing,
  attempts: readonly Attempt[],
  held: readonly ZObject[],
): readonly string[] | null {
  const all = attempts.flatMap((attempt) => {
    const { action, moment } = attempt;
    const { brought } = mostBrought(attempt);
    const [verb = '', noun = '', tool = ''] =
      /^(open|unlock) (.+?)(?: (?:with|using) (.+))?$/.exec(action)?.slice(1) ?? [];
    const things = [...moment.inventory, ...moment.objects];
    const seen = [...new Map(things.map((one) => [one.id, one])).values()];
    if (!thingsNamed(noun, moment.objects).some(({ id }) => id === thing.id)) return [];
    return [{ action, verb, brought, tools: thingsNamed(tool, seen) }];
  });
  const wanted = isLocked ? 'unlock' : 'open';
  const asked = all.filter(({ verb }) => isLocked || verb === wanted);
  const opener = asked.findLast(({ verb, brought }) => verb === wanted && brought === 'changed');
  if (opener !== undefined) return [`${commandWords(opener.action)} worked before`];
  if (asked.length === 0 && !isLocked) return null;
  const refused = asked
    .filter(({ brought }) => brought === 'refused' || brought === 'nothing')
    .flatMap(({ tools }) => tools);
  const wouldNot = refused.length === 0 && !isLocked ? ['would not open'] : [];
  const kinds = new Set([...refused.map(kindOf), 'key']);
  const left = isLocked ? held.filter((one) => kinds.has(kindOf(one))) : [];
  const names = (things: readonly ZObject[]) => [...new Set(things.map(thingWords))];
  const inVain = names(refused);
  return [
    ...wouldNot,
    ...inVain.map((name) => `${name} refused`),
    ...names(left).flatMap((name) => (inVain.includes(name) ? [] : [`${name} not tried`])),
  ];
}

/** The last word of a name: brass key and rusty key are of one kind. */
function kindOf({ name }: ZObject): string {
  return name.toLowerCase().split(/\s+/).at(-1) ?? '';
}
