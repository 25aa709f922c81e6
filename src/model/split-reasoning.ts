import { isInsideObject } from './json-candidates.ts';

/** A reply's text without its think tags, and what stood in them. */
export interface SplitText {
  readonly text: string;
  /** Empty when there was none. */
  readonly reasoning: string;
}

/** Bounds the work on text that is all tags. */
const MOST_BLOCKS = 64;

const OPEN = /<(think|thinking|reflection)>/i;
const CLOSE = /<\/(?:think|thinking|reflection)>/gi;

/**
 * Takes `<think>`, `<thinking>` and `<reflection>` blocks out of a reply, closed or not, and everything before a closing
 * tag that nothing opened (chat templates that open the block in the prompt). Tags inside an object belong to the answer.
 */
export function splitReasoning(reply: string): SplitText {
  const thoughts: string[] = [];
  const prose: string[] = [];
  let rest = reply;
  for (let blocks = 0; blocks < MOST_BLOCKS; blocks++) {
    const tag = nextTag(rest);
    if (tag === null) break;
    const inside = rest.slice(tag.index + tag[0].length);
    const close = closing(inside, tag[1] ?? '');
    prose.push(rest.slice(0, tag.index));
    thoughts.push(inside.slice(0, close.start));
    rest = inside.slice(close.end);
  }
  const orphan = orphanEnd(rest);
  if (orphan !== null) {
    thoughts.push([...prose.splice(0), rest.slice(0, orphan.start)].join(''));
    rest = rest.slice(orphan.end);
  }
  return {
    text: [...prose, rest].join('').trim(),
    reasoning: thoughts
      .map((thought) => thought.trim())
      .filter((thought) => thought !== '')
      .join('\n\n'),
  };
}

function nextTag(text: string): RegExpExecArray | null {
  const tag = OPEN.exec(text);
  const brace = text.indexOf('{');
  return tag !== null && (brace === -1 || tag.index < brace) && !closesBefore(text, tag.index)
    ? tag
    : null;
}

function closesBefore(text: string, index: number): boolean {
  CLOSE.lastIndex = 0;
  const close = CLOSE.exec(text);
  return close !== null && close.index < index;
}

function closing(text: string, name: string): { start: number; end: number } {
  const close = new RegExp(`</${name}>`, 'i').exec(text);
  return close === null
    ? { start: text.length, end: text.length }
    : { start: close.index, end: close.index + close[0].length };
}

function orphanEnd(text: string): { start: number; end: number } | null {
  CLOSE.lastIndex = 0;
  const close = CLOSE.exec(text);
  return close === null || isInsideObject(text, close.index)
    ? null
    : { start: close.index, end: close.index + close[0].length };
}
