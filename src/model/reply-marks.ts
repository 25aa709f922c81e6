/**
 * The marks that models and chat templates put around reasoning, answers and turns: `<think>`, `[THINK]`, `◁think▷`,
 * `<|START_THINKING|>`, `<｜end▁of▁sentence｜>`, harmony's `<|channel|>analysis<|message|>`, `<response>`, and so on.
 */

/** What a mark begins or ends. `noise` says nothing and is left out. */
type MarkKind = 'thought' | 'answer' | 'end' | 'role' | 'channel' | 'noise';

export interface Mark {
  readonly kind: MarkKind;
  /** In lower case, without the words for begin and end. */
  readonly name: string;
  readonly closes: boolean;
  readonly start: number;
  readonly end: number;
}

/** Bounds the work on text that is all marks. */
const MOST_MARKS = 256;

/** Names of marks, the first row that fits. Only the rows that are `plain` are marks in `<…>` without bars, too. */
const KINDS: readonly {
  readonly names: RegExp;
  readonly kind: MarkKind;
  readonly plain: boolean;
}[] = [
  {
    names:
      /^(?:\w+:)?(?:think(?:ing)?|thoughts?|reason(?:ing)?|reflect(?:ion)?|analysis|scratch_?pad|inner_monologue|unused94)$/,
    kind: 'thought',
    plain: true,
  },
  { names: /^(?:response|(?:final_)?answer|final|solution)$/, kind: 'answer', plain: true },
  { names: /^box$/, kind: 'answer', plain: false },
  { names: /^(?:turn|s|bos|eos)$/, kind: 'role', plain: true },
  {
    names: /^(?:im_end|eot|eom|eot_id|eom_id|endoftext|end|return|call)$/,
    kind: 'end',
    plain: false,
  },
  {
    names:
      /^(?:im_start|start|header_id|inst|user|human|system|tool|observation|assistant|model|chatbot|bot|ai)$/,
    kind: 'role',
    plain: false,
  },
  { names: /^channel$/, kind: 'channel', plain: false },
];

const MARK =
  /<([|｜]?)(\/?)([\p{L}_][\p{L}\d_:.▁ -]{0,40}?)[|｜]?>|\[(\/?)(THINK|INST)\]|◁(\/?)(\w+)▷/giu;

/** The marks of a text in their order; of a text that is all marks only the first 256. */
export function marksIn(text: string): readonly Mark[] {
  const marks: Mark[] = [];
  for (const found of text.matchAll(MARK)) {
    const mark = markOf(found);
    if (mark !== null) marks.push(mark);
    if (marks.length === MOST_MARKS) break;
  }
  return marks;
}

function markOf(found: RegExpExecArray): Mark | null {
  const [whole, bar, slash, angled, square, bracketed, triangle, pointed] = found;
  const said = `${angled ?? ''}${bracketed ?? ''}${pointed ?? ''}`.toLowerCase();
  const words = said.replaceAll(/[▁ -]/g, '_');
  const name = words.replace(/^(?:begin|start|end)_(?:of_)?/, '').replace(/_token$/, '');
  const endsInBar = /[|｜]>$/.test(whole);
  const isPlain = bar === '' && !endsInBar;
  const row = KINDS.find(({ names, plain }) => names.test(name) && (plain || !isPlain));
  if (row === undefined && isPlain) return null;
  // Gemma closes `<|channel>` with `<channel|>`.
  const isMirrored = bar === '' && endsInBar;
  const hasSlash = [slash, square, triangle].includes('/');
  const closes = words.startsWith('end_') || isMirrored || hasSlash;
  const kind = kindOf(row?.kind, name, closes);
  return { kind, name, closes, start: found.index, end: found.index + whole.length };
}

/** The end of a turn or a text is an end; what closes the naming of a role says nothing more. */
function kindOf(kind: MarkKind | undefined, name: string, closes: boolean): MarkKind {
  if (kind === undefined) return closes && /^(?:text|sentence)$/.test(name) ? 'end' : 'noise';
  if (kind !== 'role' || !closes) return name === 's' || name === 'bos' ? 'noise' : kind;
  return /^(?:header_id|inst)$/.test(name) ? 'noise' : 'end';
}
