import { allItems, parseKnowledge } from '../managers/knowledge/knowledge-document.ts';
import { promptDigest } from '../managers/knowledge/prompt-digest.ts';
import type { NightChange } from '../managers/tools.ts';
import { examine } from './examine.ts';
import { readLearnt, type Learnt } from './learnt.ts';
import type { Question } from './question.ts';

/** What a learnt file comes to, by itself. */
interface Mark {
  readonly name: string;
  readonly stored: number;
  readonly misled: number;
}

/**
 * Why a change lowers what a file knows of these questions, in a sentence; null where it does not. Of the knowledge base
 * what the prompt has room for counts by itself, too: what is useless takes the place of what is not. So does what fits in
 * half of that: what is learnt later will need the rest. Pure.
 */
export function whyLowered(
  questions: readonly Question[],
  { what, before, after }: NightChange,
  promptTokens: number,
): string | null {
  const marks = (bytes: Uint8Array | null) => marksOf(questions, { what, bytes, promptTokens });
  const now = marks(after);
  for (const [at, then] of marks(before).entries()) {
    const mark = now[at] ?? then;
    const isLess = mark.stored < then.stored;
    const isWorse = mark.stored - mark.misled < then.stored - then.misled;
    if (isLess || isWorse)
      return `${then.name}: ${markWords(then)} before, ${markWords(mark)} after`;
  }
  return null;
}

function markWords({ stored, misled }: Mark): string {
  return `${stored} right and ${misled} wrong`;
}

function marksOf(
  questions: readonly Question[],
  file: {
    readonly what: NightChange['what'];
    readonly bytes: Uint8Array | null;
    readonly promptTokens: number;
  },
): readonly Mark[] {
  const nothing = { memories: null, knowledge: null, map: null };
  const whole = readLearnt({ ...nothing, [file.what]: file.bytes }, '');
  if (file.what === 'memories') return [markOf('answers in Memories.md', questions, whole)];
  const document = parseKnowledge(file.bytes);
  const told = (tokens: number) => {
    const digest = promptDigest(document, tokens);
    const shown = new Set(
      allItems(document).flatMap(({ text }) => (digest.includes(text) ? [text] : [])),
    );
    return { ...whole, entries: whole.entries.filter(({ text }) => shown.has(text)) };
  };
  return [
    markOf('answers in the knowledge base', questions, whole),
    markOf('answers in what of it a prompt shows', questions, told(file.promptTokens)),
    markOf('answers in what of it comes first', questions, told(file.promptTokens / 2)),
  ];
}

function markOf(name: string, questions: readonly Question[], learnt: Learnt): Mark {
  const examined = examine(questions, learnt, []);
  const count = (is: (one: (typeof examined)[number]) => boolean) => examined.filter(is).length;
  return {
    name,
    stored: count(({ stored }) => stored !== null),
    misled: count(({ misled }) => misled !== null),
  };
}
