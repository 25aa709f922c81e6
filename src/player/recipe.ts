import { canonicalAction, walkingDirection } from '../domain/command.ts';
import { HEADING } from '../prompts/question.ts';
import { readSuggestion, readWay } from '../prompts/recipe-wording.ts';
import { isBlow } from './lexicon.ts';
import type { Company } from './people.ts';
import { refusedNow } from './remembered.ts';
import type { Choice, Situation } from './situation.ts';

const MOST_TRIES = 2;

/** The next command of a way to points, or null. With luck, fights are fought as usual, and needless blows left out. */
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

/** A way while it is followed. `next` is the command as spelt, `inVain` how often it was played here in vain. */
function wayOf(situation: Situation, kind: 'sure' | 'lucky') {
  const { sections, journal, place } = situation;
  const told = readSuggestion(sections.get(HEADING.route) ?? '', kind);
  if (told === null || told.worked * 2 < told.tried) return null;
  const action = canonicalAction(told.next);
  if (refusedNow(situation).some((name) => canonicalAction(name) === action)) return null;
  const section = sections.get(kind === 'sure' ? HEADING.recipe : HEADING.luck) ?? '';
  const commands = readWay(section).map(canonicalAction);
  const step = told.number - 1;
  const timesIn = (played: readonly string[]) => played.filter((one) => one === action).length;
  // Plays elsewhere, or before the player left, say nothing about the command here.
  const stay = journal.slice(journal.findLastIndex((turn) => turn.place !== place) + 1);
  const done = commands.slice(0, step);
  const own = done.slice(done.findLastIndex((one) => walkingDirection(one) !== null) + 1);
  const inVain = timesIn(stay.map((turn) => turn.action)) - timesIn(own);
  return { isSure: kind === 'sure', next: told.next, commands, step, inVain };
}
