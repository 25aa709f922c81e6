import { ModelError, ZorkGptError } from '../domain/errors.ts';
import type { Message, Role } from '../domain/message.ts';
import { type CallRecord, requestHash } from './call-record.ts';
import type { LanguageModel, ModelReply, ModelRequest } from './model.ts';

/** A replayed episode asks a question that the recording does not answer. */
export class ReplayDiverged extends ZorkGptError {
  readonly code = 'replay-diverged';
  readonly role: Role;
  /** The first difference to the recorded prompt. Empty if the recording ended. */
  readonly diff: string;

  constructor(message: string, role: Role, diff: string) {
    super(message);
    this.role = role;
    this.diff = diff;
  }
}

interface ReplayOptions {
  /** Answers questions after the recording. Without it the recording must be enough. */
  readonly afterwards?: LanguageModel | null;
  /** Whether a request without a recorded answer may be a new one by now. True if absent. */
  readonly mayGoLive?: () => boolean;
  /** Called for every recorded answer, before the asker gets it. */
  readonly onReplay?: (record: CallRecord) => void;
}

/** Answers with the first unused record of the same role and request hash. Rejects with ReplayDiverged if there is none. */
export function createReplayModel(
  records: readonly CallRecord[],
  { afterwards = null, mayGoLive = () => true, onReplay = () => undefined }: ReplayOptions = {},
): LanguageModel & { readonly unused: readonly CallRecord[] } {
  const unused = [...records];
  return {
    get unused() {
      return unused;
    },
    async complete(request) {
      request.signal.throwIfAborted();
      const hash = requestHash(request);
      const ofRole = unused.filter(({ role }) => role === request.role);
      const found = ofRole.find(({ requestHash }) => requestHash === hash);
      if (found !== undefined) {
        unused.splice(unused.indexOf(found), 1);
        onReplay(found);
        return replay(found);
      }
      if (afterwards !== null && mayGoLive()) return afterwards.complete(request);
      throw divergence(request, ofRole[0]);
    },
  };
}

function replay(record: CallRecord): ModelReply {
  if (record.outcome === 'failed') throw new ModelError(record.message, record);
  const { text, reasoning, usage, finishReason, model } = record;
  return { text, reasoning, usage, finishReason, model };
}

function divergence({ role, messages }: ModelRequest, recorded?: CallRecord): ReplayDiverged {
  const diff = recorded && (promptDiff(recorded.messages, messages) ?? 'the schema of the reply');
  const message =
    diff === undefined
      ? `The recording has no more answers for the ${role} role; resume the episode to play on with a model.`
      : `The ${role} request is not the recorded one; replay it with the version and settings that recorded it. It differs in ${diff}`;
  return new ReplayDiverged(message, role, diff ?? '');
}

const SHOWN_LINES = 5;
const LONGEST_LINE = 160;

/** The first difference of two prompts, for a person: message, section, line, and both lines. Null if they are equal. */
export function promptDiff(recorded: readonly Message[], now: readonly Message[]): string | null {
  const longer = recorded.length > now.length ? recorded : now;
  const index = longer.findIndex((_, at) => {
    const [before, after] = [recorded[at], now[at]];
    return before?.role !== after?.role || before?.content !== after?.content;
  });
  return index === -1 ? null : messageDiff(index + 1, recorded[index], now[index]);
}

function messageDiff(number: number, before?: Message, after?: Message): string {
  const name = `message ${number} (${after?.role ?? before?.role})`;
  if (before === undefined) return `${name} was not there when recorded`;
  if (after === undefined) return `${name} is missing now`;
  if (before.role !== after.role) return `${name} had the role ${before.role} when recorded`;
  const old = before.content.split('\n');
  const fresh = after.content.split('\n');
  const line = old.findIndex((text, at) => text !== fresh[at]);
  const at = line === -1 ? old.length : line;
  const section = fresh.slice(0, at + 1).findLast((text) => text.startsWith('## '));
  const place = section === undefined ? '' : `, section "${section}"`;
  return [
    `${name}${place}, line ${at + 1}:`,
    ...differing(old, fresh, at).map((text) => `- ${text}`),
    ...differing(fresh, old, at).map((text) => `+ ${text}`),
  ].join('\n');
}

function differing(lines: readonly string[], others: readonly string[], start: number): string[] {
  return lines
    .slice(start, start + SHOWN_LINES)
    .filter((text, offset) => text !== others[start + offset])
    .map((text) => text.slice(0, LONGEST_LINE));
}
