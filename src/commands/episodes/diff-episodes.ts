import { looksOf } from '../../domain/turn-record.ts';
import { max } from 'd3-array';
import { canonicalAction } from '../../domain/command.ts';
import { cut, firstLine, plural } from '../../domain/text.ts';
import { findEpisode, type StoredEpisode } from '../../records/episodes.ts';
import type { RecordedTurn } from '../../records/recorded-turn.ts';
import type { Call } from '../command.ts';
import { renderRows, type Columns } from '../layout.ts';

export async function diffEpisodes(call: Call): Promise<void> {
  const { config } = await call.settings();
  const episodes = call.words.map((name) => findEpisode(config.workdir, name));
  const turns = episodes.map(({ files }) => files.turns().records);
  const [a = [], b = []] = turns;
  const common = commonTurns(a, b);
  const [left, right] = [sideOf(a[common]), sideOf(b[common])];
  const outcomes = episodes.map((episode, index) => outcomeOf(episode, turns[index] ?? []));
  const parts = left === null && right === null ? null : { turn: common + 1, a: left, b: right };
  const json = { schemaVersion: 1, common, parts, a: outcomes[0], b: outcomes[1] };
  const where =
    parts === null
      ? `They are the same in all ${common} turns.`
      : [
          `They are alike in ${plural(common, 'turn')} and differ from turn ${parts.turn} on:`,
          `  episode ${outcomes[0]?.episode}: ${sideWords(left, right)}`,
          `  episode ${outcomes[1]?.episode}: ${sideWords(right, left)}`,
        ].join('\n');
  call.answer(json, (width) => [where, '', renderRows(COLUMNS, outcomes, width)].join('\n'));
}

export function commonTurns(a: readonly RecordedTurn[], b: readonly RecordedTurn[]): number {
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

/** One side of the turn in which two episodes part. Null if that episode was over. */
function sideOf(turn: RecordedTurn | undefined) {
  if (turn === undefined) return null;
  const { location, score, text } = turn.after;
  return { command: turn.decision.action, location, score, text };
}

type Side = ReturnType<typeof sideOf>;

function sideWords(side: Side, other: Side): string {
  if (side === null) return 'was over';
  const { command, location, score, text } = side;
  // The report's turn has all of it.
  const line = cut(differingLine(text, other?.text ?? ''), 100, '…');
  const answer = line === location.name ? '' : `; the game said: ${line}`;
  return `"${command}", then at ${location.name} with a score of ${score ?? 'unknown'}${answer}`;
}

/** The first line that differs from the other text; the first of all if none does. */
export function differingLine(text: string, other: string): string {
  const [lines, others] = [text, other].map((one) => one.trim().split('\n'));
  return lines?.find((line, at) => line !== others?.[at]) ?? firstLine(text.trim());
}

function outcomeOf({ number, files, summary }: StoredEpisode, turns: readonly RecordedTurn[]) {
  const facts = files.facts();
  const sights = looksOf(turns);
  return {
    episode: number,
    parent: facts?.parent ?? null,
    model: facts?.model ?? '',
    turns: turns.length,
    score: turns.at(-1)?.after.score ?? null,
    highScore: max(sights, ({ score }) => score) ?? null,
    rooms: new Set(sights.map(({ location }) => location.id)).size,
    stopReason: summary?.stopReason ?? null,
  };
}

const COLUMNS: Columns<ReturnType<typeof outcomeOf>> = {
  episode: ({ episode }) => episode,
  'fork of': ({ parent }) =>
    parent === null ? '-' : `${parent.episode} after turn ${parent.turn}`,
  model: ({ model }) => model,
  turns: ({ turns }) => turns,
  score: ({ score }) => score ?? 'unknown',
  'best score': ({ highScore }) => highScore ?? 'unknown',
  rooms: ({ rooms }) => rooms,
  state: ({ stopReason }) => stopReason ?? 'unfinished',
};
