import { type PlayedTurn, type Stay, playedCommand, isPlayedMove } from './played.ts';
import { isSameFact, factWords, type Question } from './question.ts';
import { walkingDirection } from '../domain/command.ts';
import { isNamedWhole } from '../domain/named-things.ts';
import { parseKnowledge } from '../managers/knowledge/knowledge-document.ts';
import { promptDigest } from '../managers/knowledge/prompt-digest.ts';
import type { NightChange } from '../managers/tools.ts';
import { outcomeAskedFor } from './make-questions.ts';
import { answerInLearnt, type Learnt, parseLearnt } from './learnt.ts';

export type Examined = ReturnType<typeof examine>[number];

/** Searches what was learnt for the answer to each question, and recorded play for its use. Pure. */
export function examine(questions: readonly Question[], learnt: Learnt, stays: readonly Stay[]) {
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
    const stored = answerInLearnt(question, right, learnt)?.source ?? null;
    // An entry with a wrong answer, if none has the right one.
    const misled = stored === null ? answerInLearnt(question, wrong, learnt) : null;
    return { question, stored, misled, used: countUse(question, stays) };
  });
}

/** How often a fact was useful in later recorded play, and how often play respected it; once for each stay. */
function countUse(question: Question, stays: readonly Stay[]) {
  const { room, episode } = question;
  const isLater = ({ turns, ...stay }: Stay) =>
    stay.episode > episode || (stay.episode === episode && (turns[0]?.turn ?? 0) > question.turn);
  const later = stays.filter((stay) => stay.room === room.id && isLater(stay));
  const judged = later.flatMap((stay) => respects(question, stay) ?? []);
  return { applied: judged.length, respected: judged.filter(Boolean).length };
}

function respects(question: Question, { turns }: Stay): boolean | null {
  const { kind, subject, right } = question;
  const played = turns.map(playedCommand);
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

function takesHere(turns: readonly PlayedTurn[], thing: string): boolean | null {
  const lies = turns.some(({ before }) =>
    before.objects.some(({ name, held }) => name === thing && !held),
  );
  const holds = ({ after }: PlayedTurn) => after.inventory.some(({ name }) => name === thing);
  return lies ? turns.some(holds) : null;
}

/** Whether the way was tried first, in a stay that ends in the room that it leads to. */
function goesStraight(turns: readonly PlayedTurn[], { subject, right }: Question): boolean | null {
  const last = turns.at(-1);
  if (last === undefined || !isPlayedMove(last) || last.after.location.name !== subject)
    return null;
  const walked = turns.flatMap((turn) => walkingDirection(turn.decision.action) ?? []);
  return right.kind === 'way' && walked.length === 1;
}

/** Whether the way was opened before it was tried, if it was shut and one of both was played. */
function opensFirst(turns: readonly PlayedTurn[], { subject, right }: Question): boolean | null {
  const isShut = turns[0]?.before.exits.every(({ direction }) => direction !== subject) ?? false;
  const opens = turns.findIndex(
    (turn) => right.kind === 'command' && playedCommand(turn) === right.command,
  );
  const tries = turns.findIndex((turn) => playedCommand(turn) === subject);
  if (!isShut || (opens === -1 && tries === -1)) return null;
  return opens !== -1 && (tries === -1 || opens < tries);
}

/** Whether the command's effect was still to be had, and its things were there. */
function isStillToHave(turns: readonly PlayedTurn[], { subject, right }: Question): boolean {
  const [first] = turns;
  if (first === undefined) return false;
  if (right.kind === 'holding') {
    return first.before.objects.some(({ name, held }) => name === right.thing && !held);
  }
  const things = first.before.objects.filter(({ name }) => isNamedWhole(subject, name));
  const isDone = turns.some((turn) => isSameFact(outcomeAskedFor(turn), right));
  return isDone || (right.kind === 'arrival' ? false : things.length > 0);
}

type Mark = ReturnType<typeof markOf>;

/** Why a file answers fewer questions after a change; of the knowledge base also the part that prompts hold. Null if not. */
export function examineChange(
  questions: readonly Question[],
  { what, before, after }: NightChange,
  promptTokens: number,
): string | null {
  const marks = (bytes: Uint8Array | null) => marksOf(questions, what, bytes, promptTokens);
  const now = marks(after);
  for (const [at, then] of marks(before).entries()) {
    const mark = now[at] ?? then;
    const isLess = mark.stored < then.stored;
    const isWorse = mark.stored - mark.misled < then.stored - then.misled;
    const words = (one: Mark) => `${one.stored} right and ${one.misled} wrong`;
    if (isLess || isWorse) return `${then.name}: ${words(then)} before, ${words(mark)} after`;
  }
  return null;
}

function marksOf(
  questions: readonly Question[],
  what: NightChange['what'],
  bytes: Uint8Array | null,
  promptTokens: number,
): readonly Mark[] {
  const nothing = { memories: null, knowledge: null, map: null };
  const whole = parseLearnt({ ...nothing, [what]: bytes }, '');
  if (what === 'memories') return [markOf('answers in Memories.md', questions, whole)];
  const document = parseKnowledge(bytes);
  const told = (tokens: number) => {
    const digest = promptDigest(document, tokens);
    return { ...whole, entries: whole.entries.filter(({ text }) => digest.includes(text)) };
  };
  return [
    markOf('answers in the knowledge base', questions, whole),
    markOf('answers in what of it a prompt shows', questions, told(promptTokens)),
    markOf('answers in what of it comes first', questions, told(promptTokens / 2)),
  ];
}

function markOf(name: string, questions: readonly Question[], learnt: Learnt) {
  const examined = examine(questions, learnt, []);
  const count = (is: (one: (typeof examined)[number]) => boolean) => examined.filter(is).length;
  return {
    name,
    stored: count(({ stored }) => stored !== null),
    misled: count(({ misled }) => misled !== null),
  };
}
