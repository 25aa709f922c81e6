import type { Memory } from '../../domain/memory.ts';
import type { Message } from '../../domain/message.ts';
import type { Location } from '../../domain/observation.ts';
import {
  hadNoEffect,
  inventoryChanged,
  knownScoreChange,
  moved,
  scoreChange,
  type TurnRecord,
} from '../../domain/turn-record.ts';
import { describeSchema } from '../../model/reply-schema.ts';
import type { PromptLibrary } from '../../prompts/prompt-library.ts';
import { questionMessages } from '../../prompts/question.ts';
import { oneLine, quote, quoteName } from '../../prompts/quote.ts';
import { roomWords, thingWords, turnWords } from '../../prompts/wording.ts';
import { causeLines } from '../../prompts/cause-words.ts';
import { wasMerged } from './consolidation.ts';
import { MemoryReply } from './memory-reply.ts';
import type { Refusals } from './refusals.ts';
import { hasDied, isLongText, type Occasion } from './synthesis-trigger.ts';

const MOST_RESPONSE = 3_000;
const MOST_EARLIER = 400;
const MOST_LISTED = 30;
const MOST_DISPROVED = 5;

/** A turn that is worth a question, and what is remembered of the rooms it concerns. */
export interface Situation {
  readonly record: TurnRecord;
  readonly occasion: Occasion;
  /** Earlier turns of the episode that the question shows, oldest first. */
  readonly recent: readonly TurnRecord[];
  /** All earlier turns that are known of, oldest first. */
  readonly earlier: readonly TurnRecord[];
  /** Refusals of that room that the question is about too, oldest first. */
  readonly refusals: Refusals;
  /** Turns since the first of them that had an effect, oldest first. */
  readonly since: readonly TurnRecord[];
  /** What became of earlier lessons, if no question said it yet. */
  readonly fates?: readonly string[];
  /** Memories of the room where the action was taken, in both caches. */
  readonly here: readonly Memory[];
  /** Memories of the room where the turn ended; read when that is another one. */
  readonly there: readonly Memory[];
}

/** The question of the memory role: what never changes first, then what this turn brings, the newest text last. */
export function renderQuestion(situation: Situation, prompts: PromptLibrary): readonly Message[] {
  const { record, occasion, recent, refusals, since, here } = situation;
  const unseen = since.filter((one) => !recent.includes(one));
  const outcome = prompts.render('memory.outcome', {
    fates: describeFates(situation),
    room: describeRoom(record.before.location, here),
    entered: describeEntered(situation),
    history: describeHistory(recent),
    refused:
      refusals.length === 0
        ? ''
        : `${prompts.render('memory.refused', refused(refusals, unseen))}\n`,
    signals: list(contextHints(record, occasion)),
    visit: occasion.firstVisit ? 'FIRST VISIT' : 'RETURN VISIT',
    facts: describeFacts(record, occasion),
    cause: describeCause(record, situation.earlier),
    action: quote(record.decision.action, MOST_EARLIER),
    response: quote(record.after.text, MOST_RESPONSE),
    question:
      refusals.length === 0
        ? 'What has this turn taught?'
        : 'What have the refused actions taught, and what this turn?',
  });
  return ask(outcome, prompts);
}

/** One question about several refusals of a room and the turns since that had an effect, each oldest first. */
export function renderRefusals(
  { refusals, since, ...told }: Pick<Situation, 'refusals' | 'since' | 'fates'>,
  here: readonly Memory[],
  prompts: PromptLibrary,
): readonly Message[] {
  const [first] = refusals;
  const question = prompts.render('memory.refusals', {
    fates: describeFates(told),
    room: first === undefined ? '' : describeRoom(first.before.location, here),
    refused: `${prompts.render('memory.refused', refused(refusals, since))}\n`,
  });
  return ask(question, prompts);
}

function refused(refusals: Refusals, since: readonly TurnRecord[]) {
  const effects = since.map(describeTurn).join('\n');
  return {
    refusals: refusals.map(describeTurn).join('\n'),
    since: effects === '' ? '' : `\n## What had an effect since\n${effects}`,
  };
}

function ask(question: string, prompts: PromptLibrary): readonly Message[] {
  const schema = describeSchema(MemoryReply);
  return questionMessages(prompts.render('memory.synthesis', { schema }), question);
}

function describeFates({ fates = [] }: Pick<Situation, 'fates'>): string {
  return fates.map((fate) => `| ${fate}.\n`).join('');
}

function describeRoom(room: Location, memories: readonly Memory[]): string {
  const believed = memories.filter(({ status }) => status !== 'SUPERSEDED').slice(-MOST_LISTED);
  const isBelieved = new Set(believed.map(({ title }) => title));
  const titles = memories
    .filter((memory) => memory.status === 'SUPERSEDED' && !wasMerged(memory, memories))
    .map(({ title }) => title)
    .filter((title) => !isBelieved.has(title));
  // What was replaced again and again is one thing that was wrong.
  const disproved = [...new Set(titles.toReversed())].slice(0, MOST_DISPROVED).toReversed();
  const known = believed.length > 0 ? believed.map(describeMemory).join('\n') : '| (none)';
  const wrong = disproved.map((title) => `| - ${quoteName(title)}`).join('\n');
  const sections = [`| ${roomWords(room)}`, 'Existing memories:', known];
  return [...sections, ...(wrong === '' ? [] : ['No longer believed:', wrong])].join('\n');
}

function describeMemory({ category, persistence, status, title, text }: Memory): string {
  const mark = status === 'TENTATIVE' ? `${persistence}, TENTATIVE` : persistence;
  return `| - ${quoteName(title)} (${oneLine(category)}, ${mark}): ${oneLine(text)}`;
}

function describeEntered({ record, occasion, there }: Situation): string {
  if (!moved(record)) return '';
  const rule = occasion.firstVisit
    ? 'A `core` memory of this turn describes this room and is filed here; every other memory is filed where the action was taken.'
    : 'Memories of this turn are filed where the action was taken, not here.';
  return `\n## Room entered\n${describeRoom(record.after.location, there)}\n${rule}\n`;
}

function describeHistory(recent: readonly TurnRecord[]): string {
  if (recent.length === 0) return '';
  const actions = recent.map(describeTurn);
  const reasons = recent
    .filter(({ decision }) => decision.reasoning.trim() !== '')
    .map(({ turn, decision }) => `Turn ${turn}\n${quote(decision.reasoning, MOST_EARLIER)}`);
  const reasoning = reasons.length > 0 ? `\n## AGENT'S REASONING\n${reasons.join('\n')}\n` : '';
  return `\n## RECENT ACTION SEQUENCE\n${actions.join('\n')}\n${reasoning}`;
}

function describeTurn(turn: TurnRecord): string {
  return turnWords(turn, MOST_EARLIER);
}

function describeFacts(record: TurnRecord, occasion: Occasion): string {
  const points = knownScoreChange(record);
  const change = points === null ? 'unknown' : `${points < 0 ? '' : '+'}${points}`;
  const facts = [
    record.turn === 0 ? 'the episode begins here' : `turn ${record.turn}`,
    `score ${change}`,
  ];
  facts.push(moved(record) ? `moved to location ${record.after.location.id}` : 'did not move');
  facts.push(describeInventory(record));
  if (hadNoEffect(record)) facts.push('nothing in reach changed');
  if (hasDied(record, occasion)) facts.push('the player DIED');
  return facts.join('; ');
}

function describeCause(record: TurnRecord, earlier: readonly TurnRecord[]): string {
  const lines = causeLines(record, earlier);
  return lines === '' ? '' : `\n${lines}`;
}

function describeInventory({ before, after }: TurnRecord): string {
  const gained = after.inventory.filter(({ id }) => !before.inventory.some((one) => one.id === id));
  const lost = before.inventory.filter(({ id }) => !after.inventory.some((one) => one.id === id));
  const name = (sign: string) => (one: { name: string }) => sign + JSON.stringify(thingWords(one));
  const changed = [...gained.map(name('+')), ...lost.map(name('-'))];
  return changed.length === 0 ? 'inventory unchanged' : `inventory ${changed.join(' ')}`;
}

function list(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

const REFUSALS = ["you can't", "that doesn't", 'impossible'];

const PLACEMENTS = new Set(['drop', 'put', 'place', 'insert', 'leave']);

/** Facts that suggest how long a lesson of this turn will hold; the model decides. Never empty. */
export function contextHints(record: TurnRecord, occasion: Occasion): readonly string[] {
  const response = record.after.text.toLowerCase();
  const words = record.decision.action.toLowerCase().split(/\s+/);
  const points = scoreChange(record);
  const hints: [boolean, string][] = [
    [
      occasion.firstVisit && isLongText(record.after.text),
      'Long response on a first visit suggests a room description (likely core)',
    ],
    [
      inventoryChanged(record) && !moved(record),
      'Inventory changed without movement suggests handling of things (likely ephemeral)',
    ],
    [points > 0, 'Score increase suggests a game mechanic was found (likely permanent)'],
    [
      REFUSALS.some((phrase) => response.includes(phrase)),
      'Refused action suggests a constraint of the game (likely permanent)',
    ],
    [words.some((word) => PLACEMENTS.has(word)), 'Placement action detected (likely ephemeral)'],
    [hasDied(record, occasion), 'The player died: a danger of the game (likely permanent)'],
  ];
  const given = hints.filter(([applies]) => applies).map(([, hint]) => hint);
  return given.length > 0 ? given : ['No strong signals from context'];
}
