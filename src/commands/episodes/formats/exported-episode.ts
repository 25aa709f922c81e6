import { changeJsonTexts } from '../../../domain/json.ts';
import type { EpisodeSummary } from '../../../records/summary.ts';
import { StorageError, unlessBroken } from '../../../domain/errors.ts';
import { EMPTY_METER, addToMeter, type Meter } from '../../../events/meter.ts';
import type { CallRecord } from '../../../model/call-record.ts';
import { endpointOf } from '../../../model/endpoint.ts';
import { PLAYERS } from '../../../model/players.ts';
import { callEvent } from '../../../records/cassette.ts';
import { type EpisodeFiles, readableEpisode } from '../../../records/episode-files.ts';
import { loadEpisode } from '../../../report/load-episode.ts';
import { viewedTurns } from '../../../report/episode-view.ts';
import { sha256 } from '../../../storage/bytes.ts';

/** A model call with its start and end, in milliseconds since 1970. */
export type TimedCall = ReturnType<typeof timed>;

export type ExportedEpisode = ReturnType<typeof exportedEpisode>;

/** A turn with the questions for it. The record is null if the turn was begun and never played. */
export type ExportedTurn = ExportedEpisode['turns'][number];

export function exportedEpisode(files: EpisodeFiles, redact: (text: string) => string) {
  const loaded = loadEpisode(files);
  const { number, manifest, summary, turns } = changeJsonTexts(loaded.data, redact);
  const { story, seed } = manifest ?? { story: { title: 'unknown', ifid: '' }, seed: null };
  const began = Date.parse(manifest?.startedAt ?? '');
  const startMs = Number.isNaN(began) ? 0 : began;
  const used = unlessBroken(() => files.cassette().usedCalls, StorageError);
  const recorded = changeJsonTexts(used ?? loaded.data.calls, redact);
  const calls = recorded.map(timed);
  const ends = calls.map(({ endMs }) => endMs);
  const totals = exportedUsage(calls);
  return {
    number,
    // The same in every export, and different for every episode.
    id: sha256([story.ifid, seed, startMs, number].join(' ')),
    story: story.title ?? story.ifid,
    ifid: story.ifid,
    seed,
    model: summary?.model ?? manifest?.model ?? 'unknown',
    // The provider's name in the conventions for traces.
    provider: providerOf(files),
    startMs,
    endMs: Math.max(startMs + (summary?.durationMs ?? 0), ...ends),
    turns: viewedTurns(turns, recorded).map((one) => ({ ...one, calls: one.calls.map(timed) })),
    summary,
    totals,
    complaints: loaded.complaints,
    // Notes on inexact times and totals.
    doubts: summary === null ? [] : doubtsOf(summary, totals),
  };
}

function doubtsOf(summary: EpisodeSummary, { modelCalls, promptTokens }: Meter): readonly string[] {
  if (summary.modelCalls === modelCalls && summary.promptTokens === promptTokens) return [];
  return [
    `Episode ${summary.episode}: its recorded model calls are ${modelCalls}, its summary counts ${summary.modelCalls}; the totals are those of the records.`,
  ];
}

function timed(call: CallRecord) {
  const startMs = Date.parse(call.startedAt);
  return { call, startMs, endMs: startMs + (call.waitedMs ?? 0) + call.latencyMs };
}

/** `openai` for its own host, else the host that was asked; this program for its own player. */
function providerOf(files: EpisodeFiles): string {
  const config = readableEpisode(() => files.manifest())?.config;
  if (config === undefined) return 'unknown';
  if (config.player !== null && PLAYERS[config.player].isFree) return 'zorkgpt';
  const address = readableEpisode(() => endpointOf(config.models, 'agent').baseUrl);
  if (address === null) return 'unknown';
  const { hostname } = new URL(address);
  return hostname === 'api.openai.com' ? 'openai' : hostname;
}

export function exportedAnswer({ calls }: ExportedTurn) {
  const answers = calls.flatMap(({ call, ...times }) =>
    call.role === 'agent' && call.outcome === 'answered' ? { call, ...times } : [],
  );
  return answers.at(-1) ?? null;
}

/** The agent's messages before the game. Absent if it never answered. */
export function systemPrompt({ turns }: ExportedEpisode): string | undefined {
  const asked = turns.map(exportedAnswer).find((answer) => answer !== null);
  return asked?.call.messages.find(({ role }) => role === 'system')?.content;
}

export function exportedUsage(calls: readonly TimedCall[]): Meter {
  return calls.map(({ call }) => callEvent(call)).reduce(addToMeter, EMPTY_METER);
}

export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
