import { normaliseAction } from '../../domain/command.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import type { EpisodeFact } from './episode-fact.ts';

/** Whether turns are worth a model call, and why. */
export interface GateVerdict {
  readonly isOpen: boolean;
  readonly why: string;
}

const FEWEST_TURNS = 3;
const TURNS_COMPARED = 75;
const FEWEST_UNIQUE_SHARE = 0.15;
const FEWEST_UNIQUE_RESPONSES = 2;

/**
 * Judges the turns since the last update: points, a death, a victory, a room or a thing met for the first time are news;
 * without them enough of the newest actions and responses must differ.
 */
export function judgeNews(
  turns: readonly TurnRecord[],
  facts: readonly EpisodeFact[],
): GateVerdict {
  if (turns.length < FEWEST_TURNS) return closed(`only ${turns.length} turns`);
  const news = facts.find(({ kind }) => kind !== 'lost');
  if (news !== undefined) return { isOpen: true, why: `${news.kind} on turn ${news.turn}` };
  const newest = turns.slice(-TURNS_COMPARED);
  const actions = new Set(newest.map(({ decision }) => normaliseAction(decision.action)));
  const share = actions.size / newest.length;
  if (share < FEWEST_UNIQUE_SHARE) {
    return closed(`${actions.size} different actions in ${newest.length} turns`);
  }
  const responses = new Set(newest.map(({ after }) => after.text.trim()));
  if (responses.size < FEWEST_UNIQUE_RESPONSES) return closed('always the same response');
  return { isOpen: true, why: `${actions.size} different actions in ${newest.length} turns` };
}

function closed(why: string): GateVerdict {
  return { isOpen: false, why };
}
