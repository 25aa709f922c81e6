import { callsByTurn } from '../../report/prompt-sections.ts';
import type { CallRecord } from '../../model/call-record.ts';
import type { RecordedTurn } from '../../records/recorded-turn.ts';

/**
 * One JSON line per turn with the columns of a rollout of the TALES benchmark. Prompt, response and thinking are those
 * of the agent's last answer of the turn; tokens are those of every model call of the turn.
 */
export function talesRows(turns: readonly RecordedTurn[], calls: readonly CallRecord[]): string {
  const byTurn = callsByTurn(calls);
  return turns
    .map((turn) => `${JSON.stringify(rowOf(turn, byTurn.get(turn.turn) ?? []))}\n`)
    .join('');
}

function rowOf({ turn, before, decision, after }: RecordedTurn, calls: readonly CallRecord[]) {
  const answered = calls.filter((call) => call.outcome === 'answered');
  const asked = answered.findLast(({ role }) => role === 'agent');
  const sum = (count: (call: (typeof answered)[number]) => number) =>
    answered.reduce((total, call) => total + count(call), 0);
  const prompt = sum(({ usage }) => usage.promptTokens);
  const thinking = sum(({ usage }) => usage.reasoningTokens);
  const reply = sum(({ usage }) => usage.completionTokens);
  return {
    Step: turn,
    Score: after.score,
    'Max Score': after.maxScore,
    'Normalized Score': normalised(after.score, after.maxScore),
    Moves: after.moves,
    Observation: before.text,
    Action: decision.action,
    Feedback: after.text,
    Prompt: asked?.messages ?? null,
    Response: asked?.text ?? null,
    Thinking: asked === undefined || asked.reasoning === '' ? null : asked.reasoning,
    'Token Usage': prompt + reply,
    'Prompt Tokens': prompt,
    'Response Tokens': reply,
    'Thinking Tokens': thinking,
  };
}

function normalised(score: number | null, maxScore: number | null): number | null {
  return score === null || maxScore === null || maxScore === 0 ? null : score / maxScore;
}
