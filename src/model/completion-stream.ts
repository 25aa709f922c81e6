import { parsedJson, readChunk } from './provider-reply.ts';

/** Puts the pieces of a streamed completion together (server-sent events, one JSON chunk in each `data:`). */
export class CompletionStream {
  readonly #most: number;
  #rest = '';
  #content = '';
  #reasoning = '';
  #refusal = '';
  #arguments = '';
  #finish = '';
  #isDone = false;
  /** What stands beside the choices of some chunk: usage, timings, model, an error. */
  #beside: Record<string, unknown> = {};

  /** A reply longer than `most` characters, reasoning included, counts as cut there. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Characters of the reply so far, reasoning included. */
  get characters(): number {
    return this.#content.length + this.#reasoning.length + this.#arguments.length;
  }

  /** Whether nothing that follows matters. */
  get isOver(): boolean {
    return this.#isDone || this.characters > this.#most || 'error' in this.#beside;
  }

  push(text: string): void {
    const lines = `${this.#rest}${text}`.split(/\r\n|\n|\r/);
    this.#rest = lines.pop() ?? '';
    lines.forEach((line) => this.#line(line));
  }

  /** The completion as a provider that does not stream sends it. Throws when the stream broke off before its end. */
  completion(): string {
    this.push('\n');
    const isCut = this.characters > this.#most;
    const isWhole = this.#isDone || this.#finish !== '' || isCut || 'error' in this.#beside;
    if (!isWhole) throw new Error('the stream ended before the reply did');
    const message = {
      content: this.#content,
      reasoning: this.#reasoning,
      refusal: this.#refusal,
      tool_calls: this.#arguments === '' ? [] : [{ function: { arguments: this.#arguments } }],
    };
    const choice = { message, finish_reason: isCut ? 'length' : this.#finish };
    return JSON.stringify({ ...this.#beside, choices: [choice] });
  }

  #line(line: string): void {
    const data = /^data:\s?(.*)$/.exec(line)?.[1];
    if (data === undefined) return;
    if (data.trim() === '[DONE]') {
      this.#isDone = true;
      return;
    }
    const { choices, beside } = readChunk(parsedJson(data));
    Object.assign(this.#beside, beside);
    const choice = choices.find(({ index }) => index === 0);
    if (choice === undefined) return;
    const { delta } = choice;
    this.#content += delta.content;
    this.#reasoning += delta.reasoning_content || delta.reasoning || delta.reasoning_details;
    this.#refusal += delta.refusal;
    this.#arguments += delta.tool_calls[0]?.function.arguments ?? '';
    this.#finish = choice.finish_reason || this.#finish;
    if (choice.error) this.#beside['error'] = choice.error;
  }
}
