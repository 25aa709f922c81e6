import type { EpisodeSummary } from '../../records/summary.ts';
import {
  cost,
  count,
  counted,
  duration,
  foundWords,
  moment,
  points,
  stepWords,
  wayWords,
} from '../../report/wording.ts';
import { PLAYERS } from '../../model/players.ts';
import type { Columns, Fact } from '../render-table.ts';

/** An episode of a table; one without a summary is being played, was killed, or is damaged. */
export interface EpisodeRow {
  readonly number: number;
  readonly summary: EpisodeSummary | null;
  readonly startedAt: string | null;
}

/** What every table of episodes says of each, up to how it ended. */
export const EPISODE_COLUMNS: Columns<EpisodeRow> = {
  episode: ({ number }) => number,
  started: ({ startedAt }) => (startedAt === null ? '' : moment(startedAt)),
  took: ({ summary }) => (summary === null ? '' : duration(summary.durationMs)),
  turns: ({ summary }) => summary?.turns ?? '',
  score: ({ summary }) => (summary === null ? '' : points(summary.score, summary.maxScore)),
  'began at': ({ summary }) => (summary === null ? '' : wayWords(summary)),
  rooms: ({ summary }) => summary?.locationsVisited ?? '',
  'new memories': ({ summary }) => summary?.memoriesAdded ?? '',
  cost: ({ summary }) => (summary === null ? '' : cost(summary.costUsd, summary.model)),
};

/** A finished or cut short episode for people; `title` is the name of its story. */
export function summaryFacts(summary: EpisodeSummary, title: string | null): readonly Fact[] {
  const { stopReason, stopDetail, startedAt, turns, moves, score, maxScore } = summary;
  const ofMoves = moves === null ? '' : `, ${count(moves)} moves as the game counts`;
  const overridden = summary.overrides === 0 ? '' : `, ${summary.overrides} played all the same`;
  const invented =
    summary.inventionsRefused === 0 ? '' : `, ${summary.inventionsRefused} refused as invented`;
  const lost = summary.lessonsLost === 0 ? '' : `, ${counted(summary.lessonsLost, 'lesson')} lost`;
  return [
    ['episode', summary.episode],
    ['story', title === null ? summary.story : `${title} (${summary.story})`],
    ['started', startedAt === null ? null : moment(startedAt)],
    ['took', duration(summary.durationMs)],
    ['ended', stopDetail === '' ? stopReason : `${stopReason}: ${stopDetail}`],
    ['score', points(score, maxScore)],
    ...(summary.recipeTurns === 0 ? [] : [['began', wayWords(summary)] as const]),
    ...(foundWords(summary) === '' ? [] : [['found', foundWords(summary)] as const]),
    ['turns', `${count(turns)}${ofMoves}`],
    ['rooms', summary.locationsVisited],
    ['memories', `${summary.memoriesAdded} new${invented}${lost}`],
    ['rejected', `${count(summary.rejections)}${overridden}`],
    ['repeated failures', `${Number((summary.repeatedFailureRate * 100).toFixed(1))} % of turns`],
    ['model', `${summary.model}, ${counted(summary.modelCalls, 'call')}`],
    ['tokens', tokensOf(summary)],
    ['cost', cost(summary.costUsd, summary.model)],
    ...(summary.engineSteps === undefined
      ? []
      : [['engine steps', stepWords(summary.engineSteps)] as const]),
    ['seed', summary.seed],
    ['ways out told', summary.exits],
    ['directory', summary.directory],
  ];
}

function tokensOf({ model, promptTokens, completionTokens, cachedTokens }: EpisodeSummary): string {
  if (model === PLAYERS.offline.modelName()) return 'none';
  const cached = cachedTokens === 0 ? '' : ` (${count(cachedTokens)} of them cached)`;
  return `${count(promptTokens)} asked${cached}, ${count(completionTokens)} answered`;
}
