import { ANSWERED, INVALIDATION_MARKER, type Memory, isBelieved } from '../../domain/memory.ts';
import type { Message } from '../../domain/message.ts';
import { type Location } from '../../domain/observation.ts';
import { textFromRoomName } from '../../domain/room-description.ts';
import { moved } from '../../domain/turn-effect.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import { oneLine, plural } from '../../domain/text.ts';
import { describeSchema } from '../../model/reply-schema.ts';
import { memoryDoubtWords } from '../../prompts/memory-lines.ts';
import { type PromptLibrary, questionMessages } from '../../prompts/question.ts';
import { quote, quoteName } from '../../prompts/quote.ts';
import { roomWords } from '../../prompts/room-wording.ts';
import { toldTurns, turnWords } from '../../prompts/told-turns.ts';
import { causeLines } from '../../prompts/cause-words.ts';
import { memoriesContradictedBy } from './said-by-memories.ts';
import { contextHints } from './context-hints.ts';
import { BriefMemoryReply, MemoryReply } from './memory-reply.ts';
import type { Known, KnownMemory } from './remembering.ts';
import { type Occasion, triggersByStart } from './synthesis-trigger.ts';
import { factsOf, isArrival } from './turn-facts.ts';

const MOST_RESPONSE = 3_000;
const MOST_REASON = 400;
const HISTORY_TOKENS = 2_000;
const MOST_LISTED = 30;
const MOST_DISPROVED = 5;

/** A turn that is worth a question, with the memories of its rooms. */
interface Situation extends Pick<Known, 'here' | 'there' | 'movers'> {
  readonly record: TurnRecord;
  readonly occasion: Occasion;
  /** Whether the start of the entered room has its own question. */
  readonly isEnteredAside: boolean;
  /** Whether this question asks for it, too, as the second lesson. */
  readonly asksStart?: boolean;
  /** Earlier turns that the question shows, the oldest first. */
  readonly recent: readonly TurnRecord[];
  /** All earlier turns, the oldest first. */
  readonly earlier: readonly TurnRecord[];
  /** Refusals of that room that the question is about, too, the oldest first. */
  readonly refusals: readonly TurnRecord[];
  /** Turns just before it that opened something and share the question, the oldest first. */
  readonly openings?: readonly TurnRecord[];
  /** Turns with an effect since the first of them, the oldest first. */
  readonly since: readonly TurnRecord[];
  /** Fates of earlier lessons that no question has told yet. */
  readonly fates?: readonly string[];
}

/** The question of the memory role. Constant parts come first, then the turn's facts, with the newest text last. */
export function renderQuestion(situation: Situation, prompts: PromptLibrary): readonly Message[] {
  const { record, occasion, recent, earlier, refusals, since, here, isEnteredAside, movers } =
    situation;
  const unseen = since.filter((one) => !recent.includes(one));
  const against = memoriesContradictedBy(record, earlier, here);
  const cause = causeLines(record, earlier);
  const stored = storedIn(situation);
  const isNews = !isEnteredAside && !stored.some(triggersByStart);
  const outcome = prompts.render('memory.outcome', {
    fates: fateLines(situation.fates),
    room: describeRoom(record.before.location, [...movers, ...here], against),
    entered: describeEntered(situation),
    history: describeHistory(recent, refusals),
    refused:
      refusals.length === 0
        ? ''
        : `${prompts.render('memory.refused', refused(refusals, unseen))}\n`,
    signals: contextHints(record, isNews ? occasion : { ...occasion, firstVisit: false }, earlier)
      .map((line) => `- ${line}\n`)
      .join(''),
    visit: describeVisit(situation),
    facts: [
      factsOf(situation),
      ...against.map(({ title }) => `the outcome is not that of the memory ${quoteName(title)}`),
    ].join('; '),
    cause: cause === '' ? '' : `\n${cause}`,
    action: quote(record.decision.action, MOST_REASON),
    response: responseIn(situation),
    question: questionOf(situation),
  });
  return ask(outcome, prompts);
}

const TOLD_NEXT = '(The description of the room entered is asked about next.)';

/** The game's answer, without the description of a room that the next question shows. */
function responseIn({ record, isEnteredAside }: Situation): string {
  const { text, location } = record.after;
  const described = isEnteredAside ? textFromRoomName(text, location.name) : null;
  if (described === null) return quote(text, MOST_RESPONSE);
  const remarks = described.split('\n').filter((line) => /^\s*[[(].*[\])]\s*$/.test(line));
  const before = text.trim().slice(0, -described.length);
  const quoted = [before, remarks.join('\n')].map((one) => (one.trim() === '' ? '' : quote(one)));
  return [quoted[0], TOLD_NEXT, quoted[1]].filter(Boolean).join('\n');
}

function questionOf(situation: Situation): string {
  const asked = askedOf(situation);
  return situation.asksStart === true
    ? asked.replace(/\?$/, ', and what, as `second`, does the room entered start with?')
    : asked;
}

function askedOf({ record, refusals, openings = [] }: Situation): string {
  if (isArrival(record)) return 'What does this room start with?';
  const turns = openings.map(({ turn }) => turn).join(' and ');
  const opened = turns === '' ? '' : `, together with what turn ${turns} changed`;
  return refusals.length === 0
    ? `What has this turn taught${opened}?`
    : `What have the actions without a change taught, and what this turn${opened}?`;
}

/** One question about several refusals of a room and the turns with an effect since, each oldest first. */
export function renderRefusals(
  { refusals, since, ...told }: Pick<Situation, 'refusals' | 'since' | 'fates'>,
  here: readonly Memory[],
  prompts: PromptLibrary,
): readonly Message[] {
  const [first] = refusals;
  const question = prompts.render('memory.refusals', {
    fates: fateLines(told.fates),
    room: first === undefined ? '' : describeRoom(first.before.location, here),
    refused: `${prompts.render('memory.refused', refused(refusals, since))}\n`,
  });
  return ask(question, prompts);
}

function refused(refusals: readonly TurnRecord[], since: readonly TurnRecord[]) {
  const effects = since.map(describeTurn).join('\n');
  return {
    refusals: refusals.map(describeTurn).join('\n'),
    since: effects === '' ? '' : `\n## Turns that had an effect since (at most three)\n${effects}`,
  };
}

function fateLines(fates: readonly string[] = []): string {
  return fates.map((fate) => `| ${fate}.\n`).join('');
}

function ask(question: string, prompts: PromptLibrary): readonly Message[] {
  const schema = describeSchema(prompts.form === 'brief' ? BriefMemoryReply : MemoryReply);
  return questionMessages(prompts.render('memory.synthesis', { schema }), question);
}

/** The memories of a room: the newest of many, and those that must be listed. */
function describeRoom(
  room: Location,
  memories: readonly KnownMemory[],
  must: readonly Memory[] = [],
): string {
  const all = memories.filter(isBelieved);
  const newest = all.slice(-MOST_LISTED);
  const believed = all.filter((one) => newest.includes(one) || must.includes(one));
  const titlesBelieved = new Set(believed.map(({ title }) => title));
  // A memory that was replaced, or that a turn answered, need not be wrong.
  const isWrong = ({ status, supersededBy, invalidationReason }: Memory) =>
    status === 'SUPERSEDED' &&
    (supersededBy ?? INVALIDATION_MARKER) === INVALIDATION_MARKER &&
    invalidationReason?.startsWith(ANSWERED) !== true;
  const titles = memories
    .filter((one) => isWrong(one) && !titlesBelieved.has(one.title))
    .map(({ title }) => title);
  const disproved = [...new Set(titles.toReversed())].slice(0, MOST_DISPROVED).toReversed();
  const known = believed.length > 0 ? believed.map(describeMemory).join('\n') : '| (none)';
  const wrong = disproved.map((title) => `| - ${quoteName(title)}`).join('\n');
  const sections = [`| ${roomWords(room)}`, 'Existing memories:', known];
  return [...sections, ...(wrong === '' ? [] : ['No longer believed:', wrong])].join('\n');
}

function describeMemory(memory: KnownMemory): string {
  const { category, persistence, status, title, text, filedAt } = memory;
  const mark =
    status === 'TENTATIVE' ? `${persistence}, TENTATIVE: ${memoryDoubtWords(memory)}` : persistence;
  const where = filedAt === undefined ? '' : `; filed at ${roomWords(filedAt)}`;
  return `| - ${quoteName(title)} (${oneLine(category)}, ${mark}${where}): ${oneLine(text)}`;
}

/** The condition of `isLessonOfEnteredRoom`, in words. */
const HEADED = "one whose title begins with this room's name and a colon";

function describeEntered({ record, occasion, there, isEnteredAside }: Situation): string {
  if (!moved(record)) return '';
  const rule =
    occasion.firstVisit && !isEnteredAside
      ? `A \`core\` memory of this turn describes this room and is filed here, as is ${HEADED}; every other memory is filed where the action was taken.`
      : `Memories of this turn are filed where the action was taken, not here, but for ${HEADED}.${isEnteredAside ? ' What this room starts with has a question of its own.' : ''}`;
  return `\n## Room entered\n${describeRoom(record.after.location, there)}\n${rule}\n`;
}

/** The believed memories of the room that the turn ended in. */
function storedIn({ record, here, there }: Situation): readonly Memory[] {
  return (moved(record) ? there : here).filter(isBelieved);
}

function describeVisit(situation: Situation): string {
  const { occasion, isEnteredAside, asksStart } = situation;
  if (!occasion.firstVisit) {
    return occasion.sameVisit === true
      ? 'still the first visit, after the description: nothing learnt now is `core`'
      : 'RETURN VISIT';
  }
  if (isEnteredAside) return 'FIRST VISIT, asked about next';
  if (asksStart === true) return 'FIRST VISIT, its start as `second`';
  const stored = storedIn(situation).length;
  if (stored === 0) return occasion.visitedEarlier ? 'FIRST VISIT in this episode' : 'FIRST VISIT';
  const are = plural(stored, 'memory is', 'memories are');
  return `FIRST VISIT in this episode; ${are} stored already`;
}

/** The turns before, with the player's reasoning. Answers that `told` repeats below are left out. */
function describeHistory(recent: readonly TurnRecord[], told: readonly TurnRecord[]): string {
  if (recent.length === 0) return '';
  const reasons = recent
    .filter(({ decision }) => decision.reasoning.trim() !== '')
    .map(({ turn, decision }) => `Turn ${turn}\n${quote(decision.reasoning, MOST_REASON)}`);
  const reasoning = reasons.length > 0 ? `\n## AGENT'S REASONING\n${reasons.join('\n')}\n` : '';
  const numbers = new Set(told.map(({ turn }) => turn));
  const others = recent.filter(({ turn }) => !numbers.has(turn));
  const sequence = others.length === 0 ? '' : toldTurns(others, HISTORY_TOKENS);
  return `${sequence === '' ? '' : `\n## RECENT ACTION SEQUENCE\n${sequence}\n`}${reasoning}`;
}

function describeTurn(turn: TurnRecord): string {
  return turnWords(turn, MOST_RESPONSE);
}
