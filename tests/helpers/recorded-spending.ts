import { withRecorder } from '../../src/model/call-record.ts';
import type { LanguageModel } from '../../src/model/model.ts';
import { addSpent, NOTHING_SPENT, spentOnCall, type Spent } from '../../src/model/budget.ts';

/** A model whose calls are recorded, and what the records come to. */
export function recordSpending(model: LanguageModel): {
  readonly model: LanguageModel;
  readonly spent: () => Spent;
} {
  let spent = NOTHING_SPENT;
  const recorded = withRecorder(model, (call) => {
    spent = addSpent(spent, spentOnCall(call));
  });
  return { model: recorded, spent: () => spent };
}
