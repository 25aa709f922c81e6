import {
  NO_USAGE,
  type LanguageModel,
  type ModelReply,
  type ModelRequest,
} from '../../src/model/model.ts';
import { splitReasoning } from '../../src/model/split-reasoning.ts';

/** A reply to give: its text, a value to send as JSON, a whole or partial reply, or an error to reject with. */
export type ScriptedReply =
  | string
  | { readonly json: unknown }
  | ({ readonly text: string } & Partial<ModelReply>)
  | Error;

/** What a scripted model says: replies in order, or a function of the request and its number, 0 for the first. */
export type Script =
  | readonly ScriptedReply[]
  | ((request: ModelRequest, index: number) => ScriptedReply | Promise<ScriptedReply>);

/** A model that says what it was told to, for tests and examples. */
export interface ScriptedModel extends LanguageModel {
  /** Every request so far, in order. */
  readonly calls: readonly ModelRequest[];
}

/** Rejects with RangeError when asked more often than the script has replies. */
export function createScriptedModel(script: Script): ScriptedModel {
  const calls: ModelRequest[] = [];
  const next = (request: ModelRequest, index: number) =>
    typeof script === 'function' ? script(request, index) : script[index];
  return {
    calls,
    async complete(request) {
      request.signal.throwIfAborted();
      calls.push(request);
      const reply = await next(request, calls.length - 1);
      if (reply === undefined)
        throw new RangeError(
          `The script has no reply number ${calls.length}, asked for the ${request.role} role.`,
        );
      if (reply instanceof Error) throw reply;
      return scriptedReply(reply);
    },
  };
}

function scriptedReply(reply: Exclude<ScriptedReply, Error>): ModelReply {
  const said = typeof reply === 'string' ? splitReasoning(reply) : reply;
  return {
    reasoning: '',
    usage: NO_USAGE,
    finishReason: 'stop',
    model: 'scripted',
    ...('json' in said ? { text: JSON.stringify(said.json) } : said),
  };
}
