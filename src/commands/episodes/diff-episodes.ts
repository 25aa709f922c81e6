import { findEpisode, type StoredEpisode } from '../../records/episodes.ts';
import type { RecordedTurn } from '../../records/recorded-turn.ts';
import { canonicalAction } from '../../domain/command.ts';
import { firstLine } from '../../domain/text.ts';
import type { Call } from '../call.ts';
import { renderTable } from '../render-table.ts';
import { fitText } from '../wrap-text.ts';

/** One side of a turn in which two episodes part; null where an episode was over by then. */
interface Side {
  readonly command: string;
  readonly location: { readonly id: number; readonly name: string };
  readonly score: number | null;
  readonly text: string;
}

/** The outcome of one of two episodes. */
interface Outcome {
  readonly episode: number;
  readonly parent: { readonly episode: number; readonly turn: number } | null;
  readonly model: string;
  readonly turns: number;
  readonly score: number | null;
  readonly highScore: number | null;
  readonly rooms: number;
  readonly stopReason: string | null;
}

/** `episodes diff A B`: where two episodes part, and how each ended. Rejects with ConfigError and StorageError. */
export async function diff(call: Call): Promise<void> {
  const { config } = await call.settings();
  const episodes = call.words.map((name) => findEpisode(config.workdir, name));
  const turns = episodes.map(({ files }) => files.turns().records);
  const [a = [], b = []] = turns;
  const common = commonTurns(a, b);
  const [left, right] = [sideOf(a[common]), sideOf(b[common])];
  const outcomes = episodes.map((episode, index) => outcomeOf(episode, turns[index] ?? []));
  const parts = left === null && right === null ? null : { turn: common + 1, a: left, b: right };
  const json = { schemaVersion: 1, common, parts, a: outcomes[0], b: outcomes[1] };
  call.answer(json, (width) =>
    [
      fitText(whereWords(common, parts), width),
      '',
      renderTable(HEAD, outcomes.map(cellsOf), width),
    ].join('\n'),
  );
}

/** How many turns the two episodes have in common: same commands, same outcomes. Pure. */
function commonTurns(a: readonly RecordedTurn[], b: readonly RecordedTurn[]): number {
  const differs = a.findIndex((turn, index) => {
    const other = b[index];
    return (
      other === undefined ||
      canonicalAction(turn.decision.action) !== canonicalAction(other.decision.action) ||
      turn.after.text !== other.after.text ||
      turn.after.location.id !== other.after.location.id ||
      turn.after.score !== other.after.score
    );
  });
  return differs === -1 ? a.length : differs;
}

function sideOf(turn: RecordedTurn | undefined): Side | null {
  if (turn === undefined) return null;
  const { location, score, text } = turn.after;
  return { command: turn.decision.action, location, score, text };
}

function outcomeOf(
  { number, files, summary }: StoredEpisode,
  turns: readonly RecordedTurn[],
): Outcome {
  const facts = files.facts();
  const sights = turns.flatMap(({ before, after }) => [before, after]);
  const scores = sights.flatMap(({ score }) => (score === null ? [] : [score]));
  return {
    episode: number,
    parent: facts?.parent ?? null,
    model: facts?.model ?? '',
    turns: turns.length,
    score: turns.at(-1)?.after.score ?? null,
    highScore: scores.length === 0 ? null : Math.max(...scores),
    rooms: new Set(sights.map(({ location }) => location.id)).size,
    stopReason: summary?.stopReason ?? null,
  };
}

function whereWords(
  common: number,
  parts: { readonly turn: number; readonly a: Side | null; readonly b: Side | null } | null,
): string {
  if (parts === null) return `They are the same in all ${common} turns.`;
  const words = (side: Side | null) =>
    side === null
      ? 'was over'
      : `"${side.command}": ${side.location.name}, score ${side.score ?? 'unknown'}; ${firstLine(side.text.trim())}`;
  return [
    `They have ${common} turns in common and part in turn ${parts.turn}:`,
    `  ${words(parts.a)}`,
    `  ${words(parts.b)}`,
  ].join('\n');
}

const HEAD = ['episode', 'fork of', 'model', 'turns', 'score', 'best', 'rooms', 'stop reason'];

function cellsOf({ parent, ...outcome }: Outcome): readonly string[] {
  const { episode, model, turns, score, highScore, rooms, stopReason } = outcome;
  const from = parent === null ? '-' : `${parent.episode}, turn ${parent.turn}`;
  const figures = [turns, score ?? 'unknown', highScore ?? 'unknown', rooms];
  return [String(episode), from, model, ...figures.map(String), stopReason ?? 'unfinished'];
}
