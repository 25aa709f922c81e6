import { canonicalAction, isPassive } from '../domain/command.ts';
import { isDeath } from '../domain/turn-effect.ts';
import { listEpisodes } from '../records/episodes.ts';
import type { PlacedTurn } from '../records/recorded-turn.ts';
import { type RecordedStory, readRecording } from '../verify/recording.ts';

/** The turns of an episode, from turn 1 without a gap. */
export interface Played {
  readonly episode: number;
  readonly turns: readonly PlacedTurn[];
}

/** The kept episodes of a story that can be read, at most so many of the newest, oldest first. Throws as readRecording does. */
export function readPlayed(workdir: string, story: RecordedStory, most = Infinity) {
  const played: Played[] = [];
  for (const one of listEpisodes(workdir).toReversed()) {
    if (played.length >= most) break;
    const recording = readRecording(one, story);
    if (recording === null || recording.turns.length === 0) continue;
    const turns = one.files.placedTurns().records.slice(0, recording.turns.length);
    played.push({ episode: one.number, turns });
  }
  return played.toReversed();
}

export type PlayedTurn = PlacedTurn & { readonly episode: number };

/** One stay in a room: from the turn that begins there to the last one that does. */
export interface Stay {
  readonly episode: number;
  readonly room: number;
  readonly turns: readonly PlayedTurn[];
}

export function playedTurns(played: readonly Played[]): readonly PlayedTurn[] {
  return played.flatMap(({ episode, turns }) => turns.map((turn) => ({ ...turn, episode })));
}

/** The stays in rooms of what was played: turns in a row that begin in the same room. */
export function playedStays(turns: readonly PlayedTurn[]): readonly Stay[] {
  const stays: { episode: number; room: number; turns: PlayedTurn[] }[] = [];
  for (const turn of turns) {
    const { episode, before } = turn;
    const last = stays.at(-1);
    if (last?.episode === episode && last.room === before.location.id) last.turns.push(turn);
    else stays.push({ episode, room: before.location.id, turns: [turn] });
  }
  return stays;
}

/** Whether a played turn led to another room, and not by death. */
export function isPlayedMove(turn: PlayedTurn): boolean {
  return turn.before.location.id !== turn.after.location.id && !isDeath(turn);
}

/** The command in the form for comparison. */
export function playedCommand({ decision }: PlayedTurn): string {
  return canonicalAction(decision.action);
}

export function isPlayedDeed(turn: PlayedTurn): boolean {
  return !isPassive(turn.decision.action);
}
