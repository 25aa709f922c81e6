import { isInsideReplyJson, scanReplyJson } from './reply-json.ts';
import type { ModelReply } from './model.ts';

/**
 * The marks of models and chat templates around reasoning, answers and turns: `<think>`, `[THINK]`, `◁think▷`,
 * `<|START_THINKING|>`, `<｜end▁of▁sentence｜>`, harmony's `<|channel|>analysis<|message|>`, `<response>`, and so on.
 */

/** What a mark begins or ends. `noise` means nothing and is left out. */
type MarkKind = 'thought' | 'answer' | 'end' | 'role' | 'channel' | 'noise';

interface Mark {
  readonly kind: MarkKind;
  /** In lower case, without the words for begin and end. */
  readonly name: string;
  readonly closes: boolean;
  readonly start: number;
  readonly end: number;
}

/** Bounds the work on text that is all marks. */
const MOST_MARKS = 256;

/** Kinds of marks by name, the first row that fits, and whether a mark may be `<…>` without bars. */
const KINDS: readonly (readonly [MarkKind, 'plain' | 'barred', RegExp])[] = [
  [
    'thought',
    'plain',
    /^(?:\w+[:_])?(?:think(?:ing)?|thoughts?|reason(?:ing)?|reflect(?:ion)?|analysis|scratch_?pad|inner|internal|monologue|deliberation|brainstorm(?:ing)?|critique|rationale|plan(?:ning)?|cot|unused94|details)(?:_process)?$/,
  ],
  ['answer', 'plain', /^(?:response|(?:final_)?answer|final|solution|output)$/],
  ['answer', 'barred', /^(?:box|content)$/],
  ['role', 'plain', /^(?:turn|s|bos|eos|inst)$/],
  ['end', 'barred', /^(?:eot|eom|eot_id|eom_id|endof(?:text|turn)|end|return|call)$/],
  [
    'role',
    'barred',
    /^(?:im|start|begin|header(?:_id)?|role|user|human|system|tool|observation|assistant|model|chatbot|bot|ai)$/,
  ],
  ['channel', 'barred', /^channel$/],
];

const MARK =
  /(?:[<＜《[◁]|&lt;) ?([|｜]?)(\/?) ?([\p{L}_][\p{L}\d_:.▁ -]{0,40}?)(?: [\w-]+=[^<>]{0,200})? ?([|｜]?)(?:[>＞》\]▷]|&gt;)/giu;

/** The marks of a text, in order. Of a text that is all marks only the first 256. */
function marksIn(text: string): readonly Mark[] {
  const marks: Mark[] = [];
  for (const found of text.matchAll(MARK)) {
    const mark = markOf(found);
    if (mark !== null) marks.push(mark);
    if (marks.length === MOST_MARKS) break;
  }
  return marks;
}

function markOf(found: RegExpExecArray): Mark | null {
  const [whole, bar = '', slash, said = '', lastBar = ''] = found;
  const parted = said.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, '_');
  const words = parted.toLowerCase().replaceAll(/[▁ -]/g, '_');
  const bare = words
    .replace(/^(?:begin|start|end)_(?:of_)?/, '')
    .replace(/_(?:token|prefix|suffix|begin|start|end)$/, '');
  // MedGemma closes `<unused94>` with `<unused95>`.
  const name = bare.replace(/^unused95$/, 'unused94');
  const isPlain = bar === '' && lastBar === '';
  const row = KINDS.find(([, form, names]) => names.test(name) && (form === 'plain' || !isPlain));
  if (row === undefined && isPlain) return null;
  // Gemma closes `<|channel>` with `<channel|>`.
  const isMirrored = bar === '' && lastBar !== '';
  const isEnd = /^end_|_(?:end|suffix)$/.test(words);
  const closes = isEnd || isMirrored || slash === '/' || name !== bare;
  const kind = kindOf(row?.[0], name, closes);
  return { kind, name, closes, start: found.index, end: found.index + whole.length };
}

/** The end of a turn or a text is an end. The closing mark of a role means nothing. */
function kindOf(kind: MarkKind | undefined, name: string, closes: boolean): MarkKind {
  if (kind === undefined) return closes && /^(?:text|sentence)$/.test(name) ? 'end' : 'noise';
  if (kind !== 'role' || !closes) return name === 's' || name === 'bos' ? 'noise' : kind;
  return /^(?:header(?:_id)?|role|inst)$/.test(name) ? 'noise' : 'end';
}

interface Piece {
  readonly kind: 'text' | 'thought' | 'answer';
  readonly body: string;
}

/** Harmony's channels as plain words, after a server dropped the marks around them. */
const LEAKED_FINAL = /^(?:assistant)?(?:analysis|commentary)[^]*assistant ?final/;
const LEAKED_THOUGHT = /^(?:assistant)?analysis(?: ?\p{Lu}|[ \t]*\n)/u;

/** The question, repeated at the beginning, or the first line of an XML file. */
const INSTRUCTION = /^\s*(?:(?:<s>)?\s*\[INST\][^]*?\[\/INST\]|<\?xml[^<>]*>)/i;

/** A code block of reasoning at the beginning. */
const THOUGHT_FENCE = /^\s*```(?:think|thought|reason|analys|plan)\w*[ \t]*\n([^]*?)(?:```|$)/i;

/** A line in which a model speaks for somebody else. */
const NEXT_SPEAKER =
  /\n[ \t]*(?:#{1,4} ?)?\*{0,2}(?:user|human|system|game|instruction|observation)\*{0,2}(?::|[ \t]*\n)/i;

const ASSISTANT = /^(?:assistant|model|chatbot|bot|ai)$/;

/**
 * Splits the reasoning from a reply: the text between its marks, or before a closing mark without an opening one. If answers
 * are marked, the last is the text. It ends where the model begins the next turn itself. Marks inside an object belong to
 * the answer.
 */
export function splitReasoning(reply: string): Pick<ModelReply, 'text' | 'reasoning'> {
  const final = LEAKED_FINAL.exec(reply)?.[0];
  if (final !== undefined)
    return joined([thought(final), { kind: 'text', body: reply.slice(final.length) }]);
  if (LEAKED_THOUGHT.test(reply)) return joined([thought(reply)]);
  const own = reply.replace(INSTRUCTION, '').replace(THOUGHT_FENCE, '<think>$1</think>');
  return joined(piecesOf(own));
}

function piecesOf(reply: string): readonly Piece[] {
  const marks = marksIn(reply);
  const isInObject = objectsOf(reply);
  let pieces: Piece[] = [];
  let [kind, cursor]: [Piece['kind'], number] = ['text', 0];
  const take = (to: number, next: Piece['kind'], from: number) => {
    pieces.push({ kind, body: reply.slice(cursor, to) });
    [kind, cursor] = [next, from];
  };
  for (const [index, mark] of marks.entries()) {
    if (mark.start < cursor || isInObject(mark, cursor)) continue;
    const step = stepAt(mark, marks.slice(index + 1), reply);
    take(mark.start, step.next ?? kind, step.from);
    if (step.closed !== undefined) take(step.closed.start, 'text', step.closed.end);
    if (step.wasThought === true) pieces = pieces.map(({ body }) => thought(body));
    if (step.isNextTurn === true && pieces.some(isSaid)) return pieces;
  }
  take(reply.length, 'text', reply.length);
  return pieces;
}

/** The effect of a mark on the text after it. */
interface Step {
  /** The kind of the following text, and its start. The same kind if absent. */
  readonly next?: Piece['kind'];
  readonly from: number;
  /** Where reasoning that begins here ends, and the text goes on. */
  readonly closed?: { readonly start: number; readonly end: number };
  readonly wasThought?: boolean;
  /** The model goes on with somebody else's turn. */
  readonly isNextTurn?: boolean;
}

function stepAt(mark: Mark, later: readonly Mark[], reply: string): Step {
  const { kind, closes, end } = mark;
  if (kind === 'thought' && closes) return { next: 'text', from: end, wasThought: true };
  if (kind === 'thought') {
    return { next: 'thought', from: end, closed: closeOfThought(mark, later, reply) };
  }
  if (kind === 'answer') return { next: closes ? 'text' : 'answer', from: end };
  if (kind === 'channel' && !closes) return channelAt(mark, later, reply);
  if (kind === 'end') return { next: 'text', from: end, isNextTurn: !goesOn(reply.slice(end)) };
  if (kind !== 'role') return { from: end };
  const [said = ''] = /^\s*(?:assistant|model)\b[^\S\n]*\n?/i.exec(reply.slice(end)) ?? [];
  return { from: end + said.length, isNextTurn: said === '' && !ASSISTANT.test(mark.name) };
}

/** The closing mark or the end of its message in the same turn, else the start of a marked answer, else the end. */
function closeOfThought({ name }: Mark, later: readonly Mark[], reply: string) {
  const { length } = reply;
  const own = later.find(
    (mark) =>
      (mark.kind === 'thought' && mark.closes && mark.name === name) ||
      (mark.kind === 'end' && goesOn(reply.slice(mark.end))),
  );
  if (own !== undefined) return own;
  const next = later.find(({ kind, closes }) => kind === 'end' || (kind === 'answer' && !closes));
  const start = next?.kind === 'answer' ? next.start : length;
  return { start, end: start };
}

/** Harmony's channels: `final` is the answer; `analysis` and `thought` are reasoning up to the next turn or channel. */
function channelAt({ end }: Mark, later: readonly Mark[], reply: string): Step {
  const [head = '', word = ''] = /^\s*(\w*)[^<\n{]*\n?/.exec(reply.slice(end)) ?? [];
  const from = end + head.length;
  if (/^final$/i.test(word)) return { next: 'answer', from };
  if (!/^(?:analysis|though?t|think|reason)/i.test(word)) return { next: 'text', from };
  const close = later.find(({ kind }) => kind === 'end' || kind === 'channel' || kind === 'role');
  const start = close?.start ?? reply.length;
  const isOver = close?.kind === 'end' || close?.closes === true;
  return { next: 'thought', from, closed: { start, end: isOver ? close.end : start } };
}

/** Whether the same turn goes on after the end of one of its messages, as in harmony. */
function goesOn(rest: string): boolean {
  return /^\s*(?:<\|(?:start|begin)\|>\s*assistant\s*)?<\|?(?:channel|content)/i.test(rest);
}

/** Whether a mark stands in an object at the cursor or later. A thought may close an object that is never closed. */
function objectsOf(reply: string): (mark: Mark, cursor: number) => boolean {
  let [start, end] = [-1, -1];
  return (mark, cursor) => {
    while (start < cursor || end <= mark.start) {
      start = reply.indexOf('{', Math.max(cursor, start < cursor ? cursor : end));
      if (start === -1) {
        [start, end] = [Infinity, Infinity];
        return false;
      }
      end = scanReplyJson(reply, start).end ?? Infinity;
    }
    if (mark.start < start) return false;
    return Number.isFinite(end) || !(mark.kind === 'thought' && mark.closes);
  };
}

function joined(pieces: readonly Piece[]) {
  const answer = pieces.findLast((piece) => piece.kind === 'answer' && isSaid(piece));
  const said = answer?.body ?? bodies(pieces, 'text').join('');
  return {
    text: withoutNextSpeaker(said.trim()),
    reasoning: bodies(pieces, 'thought')
      .map((body) => body.trim())
      .filter((body) => body !== '')
      .join('\n\n'),
  };
}

function withoutNextSpeaker(said: string): string {
  const next = NEXT_SPEAKER.exec(said);
  return next === null || isInsideReplyJson(said, next.index)
    ? said
    : said.slice(0, next.index).trim();
}

function bodies(pieces: readonly Piece[], kind: Piece['kind']): readonly string[] {
  return pieces.filter((piece) => piece.kind === kind).map(({ body }) => body);
}

function isSaid({ kind, body }: Piece): boolean {
  return kind !== 'thought' && body.trim() !== '';
}

function thought(body: string): Piece {
  return { kind: 'thought', body };
}
