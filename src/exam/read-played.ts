import { listEpisodes } from '../records/episodes.ts';
import type { PlacedTurn } from '../records/recorded-turn.ts';
import { readRecording, type RecordedStory } from '../verify/recording.ts';

/** What was played in an episode, from turn 1 without a gap. */
export interface Played {
  readonly episode: number;
  readonly turns: readonly PlacedTurn[];
}

/** The kept episodes of a story that can be read, at most so many of the newest, oldest first. Throws as readRecording does. */
export function readPlayed(
  workdir: string,
  story: RecordedStory,
  most = Infinity,
): readonly Played[] {
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
