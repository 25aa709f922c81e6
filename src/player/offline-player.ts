import { canonicalAction, walkingDirection } from '../domain/command.ts';
import type { Message, Role } from '../domain/message.ts';
import { oneLine } from '../domain/text.ts';
import { type LanguageModel, NO_USAGE } from '../model/model.ts';
import { chosenFrom, readQuestionChoices } from '../prompts/choice-wording.ts';
import { HEADING, readQuestionSections } from '../prompts/question.ts';
import { readQuestionAbsent } from '../prompts/question-lines.ts';
import { isUnsafeHere } from './dangers.ts';
import { isAvoided, refusedNow, rememberedChoices } from './remembered.ts';
import { doingChoices } from './affordances.ts';
import { answerAsKnowledge, answerAsObjectives } from './answer-as-knowledge.ts';
import { answerAsMemory } from './answer-as-memory.ts';
import { goalToAskFor, settledGoals } from './goals.ts';
import { isBlow } from './lexicon.ts';
import { type Company, companyOf, flightsFromPeople, repliesToPeople } from './people.ts';
import {
  type Choice,
  readSituation,
  type Situation,
  situationTaste,
  type Taste,
  writeSituationNote,
} from './situation.ts';
import { freeHands } from './taking.ts';
import { cheaperUntried, FIRST, walkingChoices, waysNotWalked } from './walking.ts';
import { readSuggestion, readWay } from '../prompts/recipe-wording.ts';

/** With an unknown cost, its calls would use up a limit of money. */
const FREE = { ...NO_USAGE, costUsd: 0 };

/** A rule-based stand-in for a model. It knows no story: it reads messages and answers in JSON. A seed breaks ties. */
export function createOfflinePlayer(seed: number | null = null): LanguageModel {
  const taste = situationTaste(seed);
  const answers: Record<Role, (messages: readonly Message[]) => object> = {
    agent: (messages) => answerAsAgent(messages, taste),
    critic: answerAsCritic,
    extractor: answerAsExtractor,
    memory: answerAsMemory,
    objectives: answerAsObjectives,
    knowledge: answerAsKnowledge,
  };
  return {
    async complete({ role, messages, signal }) {
      signal.throwIfAborted();
      const text = JSON.stringify(answers[role](messages));
      return { text, reasoning: '', usage: FREE, finishReason: 'stop', model: 'offline' };
    },
  };
}

/** A longer reason would push the note out of what the conversation keeps of a thought. */
const LONGEST_REASON = 120;

function answerAsAgent(messages: readonly Message[], taste: Taste): object {
  const situation = readSituation(messages, taste);
  const { action, why, left, goal, wish } = chooseAction(situation);
  const { completed, dropped } = settledGoals(situation);
  const { place, score, sections } = situation;
  const absent = readQuestionAbsent(sections.get(HEADING.refused) ?? '');
  const refused = refusedNow(situation).filter((one) => !/[.;,]/.test(one));
  const listed = readQuestionChoices(sections.get(HEADING.choose) ?? '');
  return {
    thinking: `${oneLine(why, LONGEST_REASON)} ${writeSituationNote({ place, score, left, goal, absent, refused })}`,
    action: chosenFrom(listed, action) ?? listed[0] ?? action,
    newObjective: null,
    target: wish,
    completed: completed.length === 0 ? null : completed,
    dropped: dropped.length === 0 ? null : dropped,
  };
}

/** The offline player's critic role: the prompt's arguments against a command decide, unless something changed since. */
export function answerAsCritic(messages: readonly Message[]): object {
  const sections = readQuestionSections(messages);
  const against = sections.get('What speaks against it') ?? '';
  const [, action = ''] = /^Action: (.*)$/m.exec(sections.get('Proposed command') ?? '') ?? [];
  const isRepeated = /^- it was tried here (?!1x\b.*never had an effect$)/m.test(against);
  if (isRepeated && !isBlow(action))
    return { justification: 'It had no effect here before.', score: -0.6, confidence: 0.8 };
  if (/^- a memory: .*\[DANGER\]/m.test(against))
    return { justification: 'It hurt here before.', score: -0.5, confidence: 0.7 };
  return { justification: 'Nothing certain speaks against it.', score: 1, confidence: 0.5 };
}

const PLACE = /\b(?:you are|you're|you find yourself|here|leads?|exits?)\b/i;
const FIGHT = /\b(?:attack|swings?|slash|stab|strikes?|parr(?:y|ies)|wounds?|bleeding)/i;

/** The extractor role of the offline player: a few plain words decide. */
export function answerAsExtractor(messages: readonly Message[]): object {
  const text = readQuestionSections(messages).get(HEADING.gameText) ?? '';
  return { isRoomDescription: PLACE.test(text), inCombat: FIGHT.test(text) };
}

const KEYS = ['y', 'n', 'space', '1', 'q'];
const LOOKING = /^(?:examine|read|open|wear) /;
/** A higher cost is not worth a return. */
const WORTH_RETURNING = 12;
const WAIT: Choice = { action: 'wait', why: 'Nothing here is left to try.', cost: 99 };

/** The choice of a patient beginner: the best command not refused, failed or harmful here; taste breaks ties. With a note. */
export function chooseAction(situation: Situation) {
  const avoided = isAvoided(situation);
  const { isTried, taste, held, waitsForKey } = situation;
  if (waitsForKey) {
    const action = KEYS.find((key) => !avoided(key) && !isTried(key)) ?? 'enter';
    const why = 'The game waits for a key.';
    return { action, why, left: null, goal: null, wish: null };
  }
  const cheaper = cheaperUntried(situation);
  const weigh = (choice: Choice) => ({ ...choice, cost: choice.cost - cheaper(choice.action) });
  const company = companyOf(situation);
  const local = localChoices(situation, company)
    .filter(({ action, again }) => !avoided(action) && (again === true || !isTried(action)))
    .map(weigh)
    .map((choice) => ({ ...choice, cost: choice.cost + taste(choice.action) / 2 ** 33 }));
  const advised = recipeChoice(situation, company);
  const walks = walkingChoices(situation).filter(({ action }) => !avoided(action));
  const all = [...local, ...freeHands(situation), ...walks.map(weigh), WAIT];
  const best = least(all) ?? WAIT;
  const chosen = cheaper(best.action) === FIRST ? best : (advised ?? best);
  const isLeaving = walkingDirection(chosen.action) !== null || chosen.target !== undefined;
  // A held thing can be looked at anywhere.
  const isHere = ({ action }: Choice) =>
    !LOOKING.test(action) || !held.some(({ word }) => action.endsWith(` ${word}`));
  const ahead = waysNotWalked(situation).filter(({ action }) => !avoided(action));
  const others = [...local.filter(isHere), ...ahead];
  const rest = least(others.filter(({ action }) => action !== chosen.action));
  const place = goalToAskFor(situation);
  const isWished = place !== undefined && (isLeaving || !rest || rest.cost > place[1]);
  return {
    action: chosen.action,
    why: chosen.why,
    left: isLeaving && rest ? worthOf(rest) : null,
    goal: chosen.target ?? null,
    wish: isWished ? place[0] : null,
  };
}

const worthOf = ({ cost }: Choice) =>
  cost > WORTH_RETURNING ? null : Math.max(0, Math.ceil(cost));

/** The choices here. In the dark only those without eyes, in a fight only urgent ones. */
function localChoices(situation: Situation, company: Company): readonly Choice[] {
  const { isDark } = situation;
  const { isFought, isLeft, people } = company;
  const doing = doingChoices(situation, company);
  const isPressing = ({ action }: Choice) =>
    isBlow(action) ||
    (/^(?:take|open|read) /.test(action) &&
      !people.some(({ word }) => action.endsWith(` ${word}`)));
  return [
    ...repliesToPeople(situation),
    ...(isUnsafeHere(situation) || (isLeft && !isDark) ? flightsFromPeople(situation) : []),
    ...(isFought && !isDark ? doing.filter(isPressing) : doing),
    ...(isDark ? [] : rememberedChoices(situation)),
  ];
}

function least(choices: readonly Choice[]): Choice | null {
  return choices.toSorted((a, b) => a.cost - b.cost)[0] ?? null;
}

const MOST_TRIES = 2;

/** The next command of a way to points, or null. With luck, fights are fought as usual, and needless blows left out. */
function recipeChoice(situation: Situation, { isFought }: Company): Choice | null {
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
