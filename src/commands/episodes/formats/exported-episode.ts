import { StorageError, unlessBroken } from '../../../domain/errors.ts';
import { withTexts } from '../../../domain/text.ts';
import { EMPTY_METER, measure, type Meter } from '../../../events/meter.ts';
import type { CallRecord } from '../../../model/call-record.ts';
import { endpointOf } from '../../../model/endpoint.ts';
import { PLAYERS } from '../../../model/players.ts';
import { accountOf } from '../../../records/cassette.ts';
import type { EpisodeFiles } from '../../../records/episode-files.ts';
import { readable } from '../../../records/episodes.ts';
import type { ManifestFacts } from '../../../records/manifest.ts';
import type { RecordedTurn } from '../../../records/recorded-turn.ts';
import type { EpisodeSummary } from '../../../records/summary.ts';
import { loadEpisode } from '../../../report/load-episode.ts';
import { callsByTurn } from '../../../report/turn-view.ts';
import { sha256 } from '../../../storage/storage.ts';

/** A model call with when it began and ended, in milliseconds since 1970. */
export interface TimedCall {
  readonly call: CallRecord;
  readonly startMs: number;
  readonly endMs: number;
}

/** A turn with what was asked for it; the record is null when it was begun and never played. */
export interface ExportedTurn {
  readonly turn: number;
  readonly record: RecordedTurn | null;
  readonly calls: readonly TimedCall[];
}

export interface ExportedEpisode {
  readonly number: number;
  /** 64 hexadecimal digits, the same at every export and another for every episode. */
  readonly id: string;
  readonly story: string;
  readonly ifid: string;
  readonly seed: number | null;
  readonly model: string;
  /** Who answers for the model, as the conventions for traces name providers. */
  readonly provider: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly turns: readonly ExportedTurn[];
  readonly summary: EpisodeSummary | null;
  readonly totals: Meter;
  /** What could not be read, in sentences for people. */
  readonly complaints: readonly string[];
  /** Notes on times and totals that are not exact. */
  readonly doubts: readonly string[];
}

/** An episode for other programs. What is damaged is left out and said. */
export function exportedEpisode(
  files: EpisodeFiles,
  redact: (text: string) => string,
): ExportedEpisode {
  const loaded = loadEpisode(files);
  const { number, manifest, summary, turns } = withTexts(loaded.data, redact);
  const began = Date.parse(manifest?.startedAt ?? '');
  const startMs = Number.isNaN(began) ? 0 : began;
  const used = unlessBroken(() => files.cassette().usedCalls, StorageError);
  const calls = withTexts(used ?? loaded.data.calls, redact).map(timed);
  const ends = calls.map(({ endMs }) => endMs);
  const totals = usageOf(calls);
  return {
    number,
    ...identityOf(manifest, { number, startMs }),
    model: summary?.model ?? manifest?.model ?? 'unknown',
    provider: providerOf(files),
    startMs,
    endMs: Math.max(startMs + (summary?.durationMs ?? 0), ...ends),
    turns: turnsOf(turns, calls),
    summary,
    totals,
    complaints: loaded.complaints,
    doubts:
      summary === null || isCountedIn(summary, totals)
        ? []
        : [
            `Episode ${number}: its recorded model calls are ${totals.modelCalls}, its summary counts ${summary.modelCalls}; the totals are those of the records.`,
          ],
  };
}

function isCountedIn(summary: EpisodeSummary, { modelCalls, promptTokens }: Meter): boolean {
  return summary.modelCalls === modelCalls && summary.promptTokens === promptTokens;
}

/** Which story was played, and what tells the episode from every other one. */
function identityOf(
  manifest: ManifestFacts | null,
  { number, startMs }: { readonly number: number; readonly startMs: number },
): Pick<ExportedEpisode, 'id' | 'story' | 'ifid' | 'seed'> {
  const { story, seed } = manifest ?? { story: { title: null, ifid: '' }, seed: null };
  const identity = [story.ifid, seed, startMs, number].join(' ');
  return {
    id: sha256(identity),
    story: story.title ?? (story.ifid === '' ? 'unknown' : story.ifid),
    ifid: story.ifid,
    seed,
  };
}

/** The turns in order, those that were begun only among them, each with its calls. */
function turnsOf(
  played: readonly RecordedTurn[],
  calls: readonly TimedCall[],
): readonly ExportedTurn[] {
  const asked = callsByTurn(calls.map(({ call }) => call));
  const times = new Map(calls.map((one) => [one.call, one]));
  const records = new Map(played.map((record) => [record.turn, record]));
  const numbers = [...new Set([...records.keys(), ...asked.keys()])].sort((a, b) => a - b);
  return numbers.map((turn) => ({
    turn,
    record: records.get(turn) ?? null,
    calls: (asked.get(turn) ?? []).flatMap((call) => times.get(call) ?? []),
  }));
}

function timed(call: CallRecord): TimedCall {
  const startMs = Date.parse(call.startedAt);
  return { call, startMs, endMs: startMs + (call.waitedMs ?? 0) + call.latencyMs };
}

/** `openai` for its own host, else the host that was asked; this program for its own player. */
function providerOf(files: EpisodeFiles): string {
  const config = readable(() => files.manifest())?.config;
  if (config === undefined) return 'unknown';
  if (config.player !== null && PLAYERS[config.player].isFree) return 'zorkgpt';
  const address = readable(() => endpointOf(config.models, 'agent').baseUrl);
  if (address === null) return 'unknown';
  const { hostname } = new URL(address);
  return hostname === 'api.openai.com' ? 'openai' : hostname;
}

/** The agent's last answer of a turn; null when there was none. */
export function agentsAnswer({ calls }: ExportedTurn) {
  const answers = calls.flatMap(({ call, ...times }) =>
    call.role === 'agent' && call.outcome === 'answered' ? [{ call, ...times }] : [],
  );
  return answers.at(-1) ?? null;
}

/** What the agent was told before the game; absent where it never answered. */
export function systemPrompt({ turns }: ExportedEpisode): string | undefined {
  const asked = turns.map(agentsAnswer).find((answer) => answer !== null);
  return asked?.call.messages.find(({ role }) => role === 'system')?.content;
}

export function usageOf(calls: readonly TimedCall[]): Meter {
  return calls.map(({ call }) => accountOf(call)).reduce(measure, EMPTY_METER);
}

export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
