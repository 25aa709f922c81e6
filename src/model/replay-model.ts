import { ModelError, ZorkGptError } from '../domain/errors.ts';
import type { Role } from '../domain/message.ts';
import type { CallRecord } from './call-record.ts';
import type { LanguageModel, ModelReply, ModelRequest } from './model.ts';
import { promptDiff } from './prompt-diff.ts';
import { requestHash } from './request-hash.ts';

/** A replayed episode asks what the recording has no answer to. */
export class ReplayDiverged extends ZorkGptError {
  readonly code = 'replay-diverged';
  readonly role: Role;
  /** Where the prompt differs from the recorded one; empty when the recording ended. */
  readonly diff: string;

  constructor(message: string, details: { role: Role; diff: string }) {
    super(message);
    this.role = details.role;
    this.diff = details.diff;
  }
}

/** Where a recording ends and what comes then. */
export interface ReplayOptions {
  /** Asked once the recording has no more for a role; without it the recording must be enough. */
  readonly afterwards?: LanguageModel;
  /**
   * How many of the records, from the first, belong to turns that were committed; all when absent. A request that none
   * of the others answers goes to `afterwards` instead of being a divergence: the crash may have come between the calls
   * of its turn.
   */
  readonly settled?: number;
}

/** A model that answers from a recording. */
export interface ReplayModel extends LanguageModel {
  /** Records that nobody has asked for yet. */
  readonly unused: number;
}

/**
 * Answers each request with the first unused record of the same role and request hash, failures included.
 * Rejects with ReplayDiverged, which shows where the prompt differs, when there is none.
 */
export function createReplayModel(
  records: readonly CallRecord[],
  { afterwards, settled = records.length }: ReplayOptions = {},
): ReplayModel {
  const unused = records.map((record, index) => ({ record, isSettled: index < settled }));
  return {
    get unused() {
      return unused.length;
    },
    async complete(request) {
      request.signal.throwIfAborted();
      const hash = requestHash(request);
      const index = unused.findIndex(
        ({ record }) => record.role === request.role && record.requestHash === hash,
      );
      const [found] = index === -1 ? [] : unused.splice(index, 1);
      if (found !== undefined) return replay(found.record);
      const expected = unused.find(({ record }) => record.role === request.role);
      if (afterwards !== undefined && expected?.isSettled !== true)
        return afterwards.complete(request);
      throw divergence(request, expected?.record);
    },
  };
}

function replay(record: CallRecord): ModelReply {
  if (record.outcome === 'failed') throw new ModelError(record.message, record);
  const { text, reasoning, usage, finishReason, model } = record;
  return { text, reasoning, usage, finishReason, model };
}

function divergence(
  { role, messages }: ModelRequest,
  recorded: CallRecord | undefined,
): ReplayDiverged {
  if (recorded === undefined)
    return new ReplayDiverged(
      `The recording has no more answers for the ${role} role; resume the episode to play on with a model.`,
      { role, diff: '' },
    );
  const diff = promptDiff(recorded.messages, messages) ?? 'the schema of the reply';
  return new ReplayDiverged(
    `The ${role} request is not the recorded one; replay it with the version and settings that recorded it. It differs in ${diff}`,
    { role, diff },
  );
}
