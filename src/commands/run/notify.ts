import type { EpisodeSummary } from '../../records/summary.ts';
import { cost, counted, endInWords, points } from '../../report/wording.ts';
import { hostOf, openConnections, systemReason } from '../../model/outgoing.ts';
import type { Call } from '../call.ts';

const TIMEOUT_MS = 10_000;

/** How a run came out. */
interface RunEnd {
  readonly summaries: readonly EpisodeSummary[];
  readonly exitCode: number;
  /** Why it broke off, in a sentence; null when it ran to its end. */
  readonly error: string | null;
  readonly durationMs: number;
}

/**
 * Posts how a run came out as one small JSON: `text` for services that show it as it is (Slack and what reads its webhooks),
 * the rest for programs. A failure is one line and never fails the run; the line names the host alone, because such an
 * address is a secret.
 */
export async function notify(
  { world, tell }: Pick<Call, 'world' | 'tell'>,
  url: string,
  { end, redact }: { readonly end: RunEnd; readonly redact: (text: string) => string },
): Promise<void> {
  try {
    const send = await openConnections(world.environment);
    const response = await send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: redact(JSON.stringify(messageOf(end))),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`it answered ${response.status}`);
  } catch (error) {
    tell(`${hostOf(url)} was not told how the run ended: ${redact(systemReason(error))}.`);
  }
}

/** What is posted. Pure. */
function messageOf({ summaries, exitCode, error, durationMs }: RunEnd): object {
  return {
    title: 'zorkgpt',
    text: textOf(summaries, error),
    exitCode,
    error,
    durationMs: Math.round(durationMs),
    episodes: summaries.map(
      ({ episode, story, model, turns, score, maxScore, stopReason, costUsd }) => ({
        episode,
        story,
        model,
        turns,
        score,
        maxScore,
        stopReason,
        costUsd,
      }),
    ),
  };
}

function textOf(summaries: readonly EpisodeSummary[], error: string | null): string {
  const best = summaries.toSorted((a, b) => (b.score ?? -1) - (a.score ?? -1))[0];
  const last = summaries.at(-1);
  if (best === undefined || last === undefined) return `zorkgpt: ${error ?? 'nothing was played.'}`;
  const spent = summaries
    .flatMap(({ costUsd }) => costUsd ?? [])
    .reduce((sum, one) => sum + one, 0);
  const played = `${counted(summaries.length, 'episode')} played, best ${points(best.score, best.maxScore)}`;
  const price = spent > 0 ? `, ${cost(spent, best.model)}` : '';
  const why = error ?? `The last ended because ${endInWords(last.stopReason)}.`;
  return `zorkgpt: ${played}${price}. ${why}`;
}
