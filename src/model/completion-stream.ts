import { fieldOf, isJsonObject, parsedJson } from '../domain/json.ts';
import { readProviderChunk, readCompletion } from './provider-reply.ts';

const LOOK_EVERY = 200;

export class UnreadableStream extends Error {}

/** Puts a streamed completion together: server-sent events, chunks on lines of their own (NDJSON), or one whole completion. */
export class CompletionStream {
  readonly #most: number;
  #rest = '';
  /** Lines of a chunk that is not complete yet. */
  #pending = '';
  #isEvent = false;
  #chunks = 0;
  #content = '';
  #reasoning = '';
  #refusal = '';
  #arguments = '';
  #finish = '';
  #isDone = false;
  #isLoop = false;
  #looked = 0;
  /** Fields of chunks other than choices: usage, timings, model, an error. */
  #beside: Record<string, unknown> = {};

  /** A reply longer than `most` characters, reasoning included, is cut there. */
  constructor(most: number) {
    this.#most = most;
  }

  get characters(): number {
    return this.#content.length + this.#reasoning.length + this.#arguments.length;
  }

  /** Whether the rest of the stream does not matter. */
  get isOver(): boolean {
    return this.#isDone || this.#isLoop || this.characters > this.#most || 'error' in this.#beside;
  }

  push(text: string): void {
    // A CR at the end may be half of a CRLF.
    const lines = `${this.#rest}${text}`.split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? '';
    lines.forEach((line) => this.#line(line));
  }

  /** The completion as if it was not streamed. Throws UnreadableStream if the stream broke off. */
  completion(): string {
    this.push('\n\n');
    const isCut = this.#isLoop || this.characters > this.#most;
    const isWhole = this.#chunks > 0 && (this.isOver || this.#finish !== '');
    if (!isWhole && this.#chunks === 0 && readCompletion(this.#pending) !== null)
      return this.#pending;
    if (!isWhole) throw new UnreadableStream('the stream ended before the reply did');
    const message = {
      content: this.#content,
      reasoning: this.#reasoning,
      refusal: this.#refusal,
      tool_calls: this.#arguments === '' ? [] : [{ function: { arguments: this.#arguments } }],
    };
    const stopped = this.#isLoop ? 'loop' : 'length';
    const choice = { message, finish_reason: isCut ? stopped : this.#finish };
    return JSON.stringify({ ...this.#beside, choices: [choice] });
  }

  #line(line: string): void {
    const data = /^data:[ ]?(.*)$/s.exec(line)?.[1];
    if (data?.trim().toUpperCase() === '[DONE]') this.#isDone = true;
    else if (data !== undefined || !/^(?:[a-z]*:|$)/.test(line))
      this.#add(data ?? line, data !== undefined);
    else if (line === '' && (this.#isEvent || this.#chunks > 0)) this.#pending = '';
  }

  /** Adds one more line of a chunk, which may be its last. A whole completion may come as an event, too. */
  #add(line: string, isEvent: boolean): void {
    const isMore = this.#pending !== '' && this.#isEvent === isEvent;
    const text = isMore ? `${this.#pending}\n${line}` : line;
    const value = parsedJson(text);
    this.#pending = text;
    this.#isEvent = isEvent;
    if (!(isEvent ? isJsonObject(value) : isChunk(value))) return;
    this.#pending = '';
    this.#chunks += 1;
    this.#take(value);
  }

  #take(value: unknown): void {
    const { choices, beside } = readProviderChunk(value);
    Object.assign(this.#beside, beside);
    const choice = choices.find(({ index }) => index === 0);
    if (choice === undefined) return;
    const { delta, isWhole } = choice;
    if (isWhole && delta.content.startsWith(this.#content)) this.#content = '';
    this.#content += delta.content;
    this.#reasoning += delta.reasoning_content || delta.reasoning || delta.reasoning_details;
    this.#refusal += delta.refusal;
    this.#arguments += delta.tool_calls[0]?.function.arguments ?? delta.function_call.arguments;
    this.#finish = choice.finish_reason || this.#finish;
    this.#lookForLoop();
    if (choice.error) this.#beside['error'] = choice.error;
  }

  #lookForLoop(): void {
    if (this.#finish !== '' || this.characters < this.#looked + LOOK_EVERY) return;
    this.#looked = this.characters;
    this.#isLoop = [this.#content, this.#reasoning, this.#arguments].some(repeatsToItsEnd);
  }
}

/** Whether a value is a piece of a completion, and not a whole one. */
function isChunk(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const choice = fieldOf(value['choices'], 0);
  return !(isJsonObject(choice) && 'message' in choice && !('delta' in choice));
}

/** The longest block whose repetition is recognised, in characters. */
const LONGEST_BLOCK = 400;

/** So many repetitions over so many characters are a loop. */
const LEAST_TIMES = 5;
const LEAST_CHARACTERS = 400;

/** Whether a text repeats one block, a sentence or a blank, to its end. */
export function repeatsToItsEnd(text: string): boolean {
  const tail = text
    .slice(-LONGEST_BLOCK * LEAST_TIMES)
    .split('')
    .reverse();
  // The prefix function of Knuth, Morris and Pratt: for each prefix, how much of its beginning is also its end.
  const again: number[] = [0];
  for (let index = 1; index < tail.length; index += 1) {
    let length = again[index - 1] ?? 0;
    while (length > 0 && tail[index] !== tail[length]) length = again[length - 1] ?? 0;
    if (tail[index] === tail[length]) length += 1;
    again.push(length);
    const filled = index + 1;
    if (filled >= LEAST_CHARACTERS && (filled - length) * LEAST_TIMES <= filled) return true;
  }
  return false;
}
