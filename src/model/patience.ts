import { ModelError } from '../domain/errors.ts';
import type { Role } from '../domain/message.ts';
import { Attempts, type PatienceLimits } from './attempts.ts';
import type { LanguageModel, ModelReply, ModelRequest } from './model.ts';
import { type Pace, SYSTEM_PACE, type Weather } from './weather.ts';

/** A shorter pause is no news. */
const TOLD_FROM_MS = 5000;

/** Who answers, and how its endpoints are waited for. */
export interface Waited {
  readonly adapter: LanguageModel;
  /** What is known of the endpoint of a role. */
  readonly weatherOf: (role: Role) => Weather;
  readonly limits: PatienceLimits;
  /** Told when an endpoint begins to fail. */
  readonly onDown: (error: ModelError) => void;
}

/**
 * Asks again what may be answered later.
 *
 * - An endpoint that is down, overloaded or over a limit per minute is asked again after the pause that it asks for, else
 *   after growing random pauses. When the patience is over, the error is an `outage`.
 * - A question that may wait is given up after eight seconds as `put-off`, where the agent has another endpoint.
 * - All questions to one endpoint pause together; then one goes first, then two, then all.
 * - An endpoint that fails while it has several questions gets fewer at a time.
 * - An answer that is no completion is asked for again at once, three times in all.
 * - A question that timed out twice while others were answered gets twice the time, once.
 * - Where nobody ever answered and nobody is there, the error is `no-endpoint` at once.
 * - A stray refusal after good answers is waited out twice.
 * - An abort ends a pause at once.
 */
export function withPatience(
  { adapter, weatherOf, limits, onDown }: Waited,
  pace: Pace = SYSTEM_PACE,
): LanguageModel {
  return {
    async complete(request) {
      const weather = weatherOf(request.role);
      const mayWait = request.mayWait === true && weather !== weatherOf('agent');
      const attempts = new Attempts(weather, { ...limits, mayWait }, pace);
      const onHeld = (why: string, waitMs: number) =>
        request.onProgress?.({
          type: 'waiting',
          why,
          waitMs,
          downMs: pace.now() - (weather.since ?? pace.now()),
          patienceMs: limits.patienceMs,
        });
      for (;;) {
        const failed = await weather.withRoom(
          { pace, signal: request.signal, onHeld },
          async (sent) => {
            request.onAttempt?.();
            const came = await attemptOnce(adapter, attempts.next(request));
            if (!(came instanceof ModelError)) {
              weather.answered(sent);
              return { reply: came };
            }
            if (came.kind === 'server') weather.overloaded();
            return came;
          },
        );
        if (!(failed instanceof ModelError)) return failed.reply;
        const waitMs = pauseOrTell(() => attempts.pauseAfter(failed), weather, onDown);
        request.onFailedAttempt?.(failed, waitMs);
        if (waitMs === 0) continue;
        if (waitMs >= TOLD_FROM_MS && weather.isNews()) onDown(failed);
        onHeld(failed.message, waitMs);
        await pace.sleep(waitMs, request.signal);
      }
    },
  };
}

/** The pause that a failed attempt asks for; what ends the waiting instead is told where it puts the question off. */
function pauseOrTell(pause: () => number, weather: Weather, onDown: Waited['onDown']): number {
  try {
    return pause();
  } catch (end) {
    if (end instanceof ModelError && end.kind === 'put-off' && weather.isNews()) onDown(end);
    throw end;
  }
}

/** The reply, or the ModelError as a value. */
async function attemptOnce(
  model: LanguageModel,
  request: ModelRequest,
): Promise<ModelReply | ModelError> {
  try {
    return await model.complete(request);
  } catch (error) {
    if (error instanceof ModelError) return error;
    throw error;
  }
}
