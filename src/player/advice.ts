import { canonicalAction, namedNouns, walkingDirection } from '../domain/command.ts';
import { actionsOf } from '../domain/memory.ts';
import { HEADING } from '../prompts/headings.ts';
import {
  LUCK_HEADING,
  readCommands,
  readSuggestion,
  RECIPE_HEADING,
} from '../prompts/recipe-wording.ts';
import { names, refuses } from './lexicon.ts';
import type { Company } from './people.ts';
import type { Choice, Situation } from './situation.ts';
import { isBlow, isMostlySurvived, memoriesHere, refusedNow } from './told.ts';

const MOST_TRIES = 2;

/** The next command of a way to points, or null. With luck, fights are fought as any, and needless blows left out. */
export function recipeChoice(situation: Situation, { isFought }: Company): Choice | null {
  const way = wayOf(situation, 'lucky') ?? wayOf(situation, 'sure');
  if (way === null || (isFought && !way.isSure)) return null;
  const { isSure, commands, step, inVain } = way;
  const isAtBlow = !isSure && isBlow(way.next);
  const next = isAtBlow ? commands.slice(step).find((command) => !isBlow(command)) : way.next;
  if (next === undefined || inVain >= MOST_TRIES) return null;
  const why = isSure ? 'It was checked that this way leads' : 'With luck this way leads';
  return { action: next, cost: 0, why: `${why} to points.` };
}

/** A way while it is followed; `next` is the command as it is spelt, `inVain` how often it was played here to no use. */
function wayOf(situation: Situation, kind: 'sure' | 'lucky') {
  const { sections, journal, place } = situation;
  const told = readSuggestion(sections.get(HEADING.route) ?? '', kind);
  if (told === null || told.worked * 2 < told.tried) return null;
  const action = canonicalAction(told.next);
  if (refusedNow(situation).some((name) => canonicalAction(name) === action)) return null;
  const section = sections.get(kind === 'sure' ? RECIPE_HEADING : LUCK_HEADING) ?? '';
  const commands = readCommands(section).map(canonicalAction);
  const step = told.number - 1;
  const timesIn = (played: readonly string[]) => played.filter((one) => one === action).length;
  // what was played elsewhere, or before the player went away, says nothing of the command here
  const stay = journal.slice(journal.findLastIndex((turn) => turn.place !== place) + 1);
  const done = commands.slice(0, step);
  const own = done.slice(done.findLastIndex((one) => walkingDirection(one) !== null) + 1);
  const inVain = timesIn(stay.map((turn) => turn.action)) - timesIn(own);
  return { isSure: kind === 'sure', next: told.next, commands, step, inVain };
}

const SCORES = -6;
const WORKED = -1;

/** What worked here, as memories tell, where the things it names are here. What scored comes first. */
export function rememberedChoices(situation: Situation): readonly Choice[] {
  const { held, things, text, room, ways } = situation;
  const told = `${room.seen}\n${text.toLowerCase()}`;
  const isHere = (word: string) =>
    [...things, ...held].some(({ name }) => names(name, word)) || names(told, word);
  return memoriesHere(situation)
    .filter(({ category }) => category === 'SUCCESS')
    .flatMap((memory) => actionsOf(memory).map((action) => ({ ...memory, action })))
    .flatMap(({ title, action, text: memory }) => {
      const direction = walkingDirection(action);
      const isOpen = ways.some(({ command }) => walkingDirection(command) === direction);
      const nouns = direction === null ? namedNouns(action) : [];
      const isTaken =
        action.startsWith('take ') && held.some(({ name }) => names(name, nouns[0] ?? ''));
      if ((direction !== null && !isOpen && ways.length > 0) || isTaken || !nouns.every(isHere))
        return [];
      const cost = /^Scores? \d/.test(memory) ? SCORES : WORKED;
      return [{ action, cost, why: `It worked here before: ${title}.` }];
    });
}

/** Whether an action is not to be played: refused this turn, deadly, or failed in an earlier episode. */
export function avoidance(situation: Situation): (action: string) => boolean {
  const { here, ways } = situation;
  const remembered = (wanted: string) =>
    memoriesHere(situation)
      .filter((memory) => memory.category === wanted && !isMostlySurvived(memory))
      .flatMap(actionsOf)
      .map((action) => /^about \d+ turns? after "(.+)"$/.exec(action)?.[1] ?? action);
  const refused = refusedNow(situation);
  const deadly = ways.filter(({ isDeadly }) => isDeadly).map(({ command }) => command);
  const never = isAmong([...refused, ...deadly, ...remembered('DANGER')]);
  // lists of failures are not updated where one of them works later
  const worked = isAmong(remembered('SUCCESS'));
  const failed = isAmong(remembered('FAILURE').filter((action) => !worked(action)));
  const isOpen = isAmong(ways.map(({ command }) => command));
  const changed = here.filter(
    ({ action, text }) => /^(?:unlock|push|pull|turn|move) /.test(action) && !refuses(text),
  );
  return (action) => {
    if (never(action)) return true;
    if (!failed(action) || isBlow(action) || isOpen(action)) return false;
    const spelt = canonicalAction(action);
    const noun = spelt.split(' ').slice(1).join(' ');
    // A key in a lock changes what opening comes to, and nothing else.
    const isChanged = changed.some(
      (done) =>
        done.action !== spelt &&
        names(done.action, noun) &&
        (!done.action.startsWith('unlock ') || /^(?:open|enter) /.test(spelt)),
    );
    return noun === '' || !isChanged;
  };
}

function isAmong(actions: readonly string[]): (action: string) => boolean {
  const known = new Set(actions.map(canonicalAction));
  return (action) => known.has(canonicalAction(action));
}
