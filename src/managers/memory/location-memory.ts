import {
  type Memory,
  NEXT_ACTION,
  type Recollection,
  isBelieved,
  memoryNamesUnshown,
} from '../../domain/memory.ts';
import { CHARACTERS_PER_TOKEN } from '../../domain/message.ts';
import {
  memoryDoubtWords,
  memoryAlsoFailedLine,
  memoryNotNowWords,
} from '../../prompts/memory-lines.ts';
import { oneLine } from '../../domain/text.ts';
import { cutCleanText } from './clean-text.ts';
import { type EvidenceBook, evidenceWordsIn, memoryId } from './evidence.ts';
import type { Filed } from './memory-document.ts';
import { type Place, failingNow, isStartInPart } from './relevance.ts';
import { otherNowWords } from './this-play.ts';
import { type Weight, byRank, weigh } from './weigh.ts';

interface Showing {
  /** Whether `[spawn]` and `[session]` mark a room's start and what holds for this episode only. */
  readonly markers: boolean;
  /** In lines. */
  readonly mostShown: number;
  /** Estimated as characters / 4. */
  readonly mostTokens: number;
  readonly evidence: EvidenceBook;
  /** Null for the room in general, without a moment. */
  readonly place: Place | null;
  /** The name of another room that taught a memory. Empty for the room that is told. */
  readonly nameOf?: (room: Filed[0]) => string;
}

export interface Shown extends Recollection {
  readonly lines: number;
  /** How many useful memories the limits left out. */
  readonly omitted: number;
}

const TENTATIVE_HEADING = '⚠️  TENTATIVE MEMORIES (unconfirmed, may be invalidated):';

/** A title that names several actions is kept whole. */
const MOST_TITLE = 120;

/** If not all memories fit, texts get this share of the room and titles the rest. */
const SHARE_OF_TEXTS = 0.7;

/** Texts are shortened by so many characters at a time, down to this length. */
const SHORTEST_TEXT = 40;
/** Failures of so many commands share a line, under the key below; of the others only titles are listed. */
const MOST_IN_LINE = 3;

const FAILURES = 'failures';
/** The most characters of a reason for failure; a longer one is not told. */
const LONGEST_REASON = 60;
/** Words for a locked thing. The act of locking is not meant. */
const IS_LOCKED = /\b(?:is|are|was|were|be|stays?|remains?|still|it's|seems?|firmly) locked\b/i;

interface Weighed extends Weight {
  readonly memory: Memory;
  /** The short id, for the records. */
  readonly id: string;
  /** `(noted at Hall (7))` if another room taught it. Else empty. */
  readonly from: string;
  /** How often it held: `(worked 6 of 6 times)`. Empty if nobody tried. */
  readonly proof: string;
  /** Its index among those of the room, the oldest first. */
  readonly age: number;
}

/** The memories of one line: a single one, all of one gain, or some failures. The first has the highest rank. */
type Line = readonly [Weighed, ...Weighed[]];

/** The memory section of a room: the most useful first, TENTATIVE ones apart. Memories of one gain share a line. */
export function renderLocationMemory(memories: readonly Filed[], showing: Showing): Shown {
  const believed = memories.filter(([, memory]) => isBelieved(memory));
  const weighed = believed.flatMap((one, age) => weighOne(one, age, showing));
  // Of equal rank, the newest comes first.
  const lines = linesOf(weighed.toReversed().toSorted(byRank));
  const room = showing.mostTokens * CHARACTERS_PER_TOKEN - moreWords(weighed.length).length;
  const { kept, text } = fit(lines, showing, room);
  const shown = new Set(kept.flat());
  const failed = weighed.filter((one) => !shown.has(one) && one.memory.category === 'FAILURE');
  const named = listTitles(failed, room - text.length);
  const told = weighed.filter((one) => shown.has(one) || named.told.includes(one));
  const { nameOf, place } = showing;
  const hidden = believed.filter(
    ([id, memory]) => nameOf?.(id) === '' && place !== null && isStartInPart(memory, place),
  );
  return {
    text: text + named.line + moreWords(weighed.length - told.length),
    memories: told.map(({ memory }) => memory),
    ids: told.map(({ id }) => id),
    ...(weighed.length === 0 &&
      hidden.length > 0 && { hidden: hidden.map(([, { title }]) => title) }),
    lines: kept.length,
    omitted: weighed.length - shown.size,
  };
}

function weighOne([room, memory]: Filed, age: number, showing: Showing): readonly Weighed[] {
  const { evidence, place, nameOf } = showing;
  const weight = weigh(memory, { room, evidence, place });
  if (weight === null) return [];
  const learntAt = nameOf?.(room) ?? '';
  const from = learntAt === '' ? '' : `(noted at ${learntAt})`;
  const found = weight.isMet ? '' : oneLine(evidenceWordsIn(evidence, room)(memory), MOST_TITLE);
  // For a command that the title only means, the count of successes belongs to where it was tried.
  const proof = from !== '' && / as "[^"]*"\)$/.test(found) ? '' : found;
  return [{ ...weight, memory, id: memoryId(room, memory), from, proof, age }];
}

function moreWords(count: number): string {
  return count === 0 ? '' : `\n(${count} more not shown)`;
}

/** Groups memories into lines, in the order of the first of each line. */
function linesOf(ranked: readonly Weighed[]): readonly Line[] {
  const lines = new Map<unknown, Line>();
  for (const one of ranked) {
    const isShared = one.memory.category === 'FAILURE' && one.memory.status === 'ACTIVE';
    const before = lines.get(isShared ? FAILURES : one.gain);
    const commands = [...(before ?? []), one].flatMap((other) => other.commands);
    const isFitting = commands.join(NEXT_ACTION).length <= MOST_TITLE;
    const key = isFitting ? (isShared ? FAILURES : (one.gain ?? one)) : one;
    const line = lines.get(key);
    if (line === undefined) lines.set(key, [one]);
    else if (!isShared || commands.length <= MOST_IN_LINE) lines.set(key, [...line, one]);
  }
  return [...lines.values()];
}

/**
 * Keeps as many lines as fit whole, by rank. If not all fit, a share of the room is kept for titles. The first of all, of
 * this room's dangers, successes and start, and of this episode, are always told, shortened if need be.
 */
function fit(lines: readonly Line[], showing: Showing, room: number) {
  const most = showing.mostShown;
  const whole = lines.length <= most ? render(lines, Infinity, showing) : null;
  if (whole !== null && whole.length <= room) return { kept: lines, text: whole };
  const isOf =
    (sort: string) =>
    ([{ memory, isOfHere }]: Line) =>
      isOfHere && (memory.category === sort || memory.persistence === sort);
  const sorts = ['DANGER', 'SUCCESS', 'core', 'ephemeral'];
  const firsts = [lines[0], ...sorts.map((sort) => lines.find(isOf(sort)))];
  const always = [...new Set(firsts)].filter((one) => one !== undefined).slice(0, most);
  let kept: readonly Line[] = always;
  let text = cutToFit(always, showing, room);
  for (const one of lines.filter((other) => !always.includes(other))) {
    if (kept.length >= most) break;
    const next = lines.filter((other) => other === one || kept.includes(other));
    const more = render(next, Infinity, showing);
    if (more.length > room * SHARE_OF_TEXTS) continue;
    kept = next;
    text = more;
  }
  return { kept, text };
}

/** The lines, whole if they fit, else with texts as long as possible. */
function cutToFit(kept: readonly Line[], showing: Showing, room: number): string {
  let text = render(kept, Infinity, showing);
  for (let longest = room; text.length > room && longest > 0; longest -= SHORTEST_TEXT) {
    text = render(kept, longest, showing);
  }
  return text;
}

/** The other failures by title, the oldest first, then by id: enough to spare the next try. Reasons if there is room. */
function listTitles(failed: readonly Weighed[], room: number) {
  const list = (some: readonly Weighed[], withReason: number) => {
    const told = some.map(({ commands, memory }, at) => {
      const reason = at < withReason ? reasonIn(memory.text) : null;
      return { title: titleOf(commands), reason };
    });
    const ids = some.map(({ id }) => `#${id}`).join(' ');
    return some.length === 0 ? '' : `\n${memoryAlsoFailedLine(told)}\n(${ids})`;
  };
  const fits = (line: string) => line.length <= room;
  const counts = failed.map((_, at) => failed.length - at);
  const count = counts.find((some) => fits(list(failed.slice(0, some), 0))) ?? 0;
  const told = failed.slice(0, count);
  const reasons = counts.find((some) => some <= count && fits(list(told, some))) ?? 0;
  return { line: list(told, reasons), told };
}

/** The reason of a failure in a few words: `locked`, `It does not move`. Null if it takes more, or breaks off in a speech. */
function reasonIn(text: string): string | null {
  if (IS_LOCKED.test(text)) return 'locked';
  const [clause = ''] = oneLine(text).split(/\s*[.,;!?()]/);
  const isWhole = (clause.match(/["“”]/g) ?? []).length % 2 === 0;
  return clause.length > LONGEST_REASON || !isWhole ? null : clause;
}

function render(lines: readonly Line[], longest: number, showing: Showing): string {
  const believed = lines.toSorted(
    ([one], [other]) =>
      Number(memoryNamesUnshown(one.memory)) - Number(memoryNamesUnshown(other.memory)) ||
      byRank(one, other) ||
      one.age - other.age,
  );
  const ofStatus = (status: Memory['status']) =>
    believed
      .filter(([{ memory }]) => memory.status === status)
      .map((line) => lineWords(line, longest, showing));
  const [active, tentative] = [ofStatus('ACTIVE'), ofStatus('TENTATIVE')];
  if (tentative.length === 0) return active.join('\n');
  const block = [TENTATIVE_HEADING, ...tentative.map((said) => `  ${said}`)];
  return [...active, ...(active.length > 0 ? [''] : []), ...block].join('\n');
}

/** `[FAILURE] open hatch; pull rope: It is locked. #ab2cde | It does not move. #fg3hij` */
function lineWords(line: Line, longest: number, showing: Showing): string {
  const [{ memory, gain }, ...others] = line;
  const title = titleOf([...new Set(line.flatMap(({ commands }) => commands))]);
  const head = `[${oneLine(memory.category)}] ${title}:`;
  const said = line.map((one) => textWords(one, longest, showing));
  if (gain === null) return `${head} ${said.join(' | ')}`;
  return `${head} ${said[0] ?? ''}${others.map(({ id }) => ` #${id}`).join('')}`;
}

function textWords(one: Weighed, longest: number, { markers, place }: Showing) {
  const { memory, text, id, from, proof } = one;
  const failing = one.hasWorked && place !== null ? failingNow(one.commands, place) : [];
  const { status, doubt } = memory;
  const isDoubted = status === 'TENTATIVE' && (proof === '' || doubt !== undefined);
  const sure = isDoubted ? `(${memoryDoubtWords(memory)})` : proof;
  const other = place === null ? '' : otherNowWords({ ...memory, text }, place.now);
  const told = [cutCleanText(text, longest), from, other, sure, ...failing.map(memoryNotNowWords)];
  const said = told.filter((part) => part !== '').join(' ');
  return `${said}${markers ? marker(memory) : ''} #${id}`;
}

function titleOf(commands: readonly string[]): string {
  return cutCleanText(commands.join(NEXT_ACTION), MOST_TITLE);
}

function marker({ persistence }: Memory): string {
  if (persistence === 'core') return ' [spawn]';
  return persistence === 'ephemeral' ? ' [session]' : '';
}
