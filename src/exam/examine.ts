import { walkingDirection } from '../domain/command.ts';
import { namesWhole } from '../domain/naming.ts';
import { outcomeOf } from './ask-questions.ts';
import { findAnswer, type Source, type Learnt } from './learnt.ts';
import { type Stay, commandOf, isMove, type PlayedTurn } from './played.ts';
import { factWords, type Fact, type Question } from './question.ts';

/** What was learnt of one question, and what play made of it. */
export interface Examined {
  readonly question: Question;
  /** What says the right answer; null where nothing does. */
  readonly stored: Source | null;
  /** What says another answer, where nothing says the right one. */
  readonly misled: { readonly fact: Fact; readonly source: Source } | null;
  readonly used: Use;
}

/** Looks for the answer to each question in what was learnt, and for its use in recorded play. Pure. */
export function examine(
  questions: readonly Question[],
  learnt: Learnt,
  stays: readonly Stay[],
): readonly Examined[] {
  const facts = new Map(
    questions.flatMap(({ kind, options }) =>
      options.map((fact) => [`${kind} ${factWords(fact)}`, { kind, fact }] as const),
    ),
  );
  return questions.map((question) => {
    const right = [question.right, ...question.alsoRight];
    const isRight = new Set(right.map(factWords));
    const wrong = [...facts.values()].flatMap(({ kind, fact }) =>
      kind === question.kind && !isRight.has(factWords(fact)) ? [fact] : [],
    );
    const stored = findAnswer(question, right, learnt)?.source ?? null;
    const misled = stored === null ? findAnswer(question, wrong, learnt) : null;
    return { question, stored, misled, used: countUse(question, stays) };
  });
}

/** How often a fact was of use in recorded play after it was first seen, and how often it was respected. */
export interface Use {
  readonly applied: number;
  readonly respected: number;
}

/** Counts stays in the room of a fact, each once; a thing's place and a gain are counted once an episode. */
export function countUse(question: Question, stays: readonly Stay[]): Use {
  const { room, episode } = question;
  const later = stays.filter(
    (stay) => stay.room === room.id && (stay.episode > episode || isLater(stay, question)),
  );
  const judged = later.flatMap((stay) => respects(question, stay) ?? []);
  return { applied: judged.length, respected: judged.filter(Boolean).length };
}

function isLater({ episode, turns }: Stay, question: Question): boolean {
  return episode === question.episode && (turns[0]?.turn ?? 0) > question.turn;
}

/** Whether the fact was respected in a stay; null where it did not apply. */
function respects(question: Question, { turns }: Stay): boolean | null {
  const { kind, subject, right } = question;
  const played = turns.map(commandOf);
  switch (kind) {
    case 'where':
      return takesHere(turns, subject);
    case 'way':
      return goesStraight(turns, question);
    case 'kills':
      return !(right.kind === 'command' && played.includes(right.command));
    case 'needs':
      return opensFirst(turns, question);
    case 'does':
      if (right.kind === 'answer' || right.kind === 'death') return !played.includes(subject);
      return isStillToHave(turns, question) ? played.includes(subject) : null;
  }
}

/** Whether the thing was taken, where it still lay there. */
function takesHere(turns: readonly PlayedTurn[], thing: string): boolean | null {
  const lies = turns.some(({ before }) =>
    before.objects.some(({ name, held }) => name === thing && !held),
  );
  const holds = ({ after }: PlayedTurn) => after.inventory.some(({ name }) => name === thing);
  return lies ? turns.some(holds) : null;
}

/** Whether nothing else was tried before the way, where the stay ends in the room that it leads to. */
function goesStraight(turns: readonly PlayedTurn[], { subject, right }: Question): boolean | null {
  const last = turns.at(-1);
  if (last === undefined || !isMove(last) || last.after.location.name !== subject) return null;
  const walked = turns.flatMap((turn) => walkingDirection(turn.decision.action) ?? []);
  return right.kind === 'way' && walked.length === 1;
}

/** Whether the way was opened before it was tried, where it was shut and one of the two was played. */
function opensFirst(turns: readonly PlayedTurn[], { subject, right }: Question): boolean | null {
  const isShut = turns[0]?.before.exits.every(({ direction }) => direction !== subject) ?? false;
  const opens = turns.findIndex(
    (turn) => right.kind === 'command' && commandOf(turn) === right.command,
  );
  const tries = turns.findIndex((turn) => commandOf(turn) === subject);
  if (!isShut || (opens === -1 && tries === -1)) return null;
  return opens !== -1 && (tries === -1 || opens < tries);
}

/** Whether what the command brings was not there already, and what it names is. */
function isStillToHave(turns: readonly PlayedTurn[], { subject, right }: Question): boolean {
  const [first] = turns;
  if (first === undefined) return false;
  if (right.kind === 'holding') {
    return first.before.objects.some(({ name, held }) => name === right.thing && !held);
  }
  const things = first.before.objects.filter(({ name }) => namesWhole(subject, name));
  const isDone = turns.some((turn) => {
    const outcome = outcomeOf(turn);
    return outcome !== null && factWords(outcome) === factWords(right);
  });
  return isDone || (right.kind === 'arrival' ? false : things.length > 0);
}
