import { normaliseAction } from '../../domain/command.ts';

/** Whether an action is none of the newest ones, whatever their case and spacing. */
export function isNovel(action: string, earlier: readonly string[], window: number): boolean {
  const wanted = normaliseAction(action);
  return !earlier.slice(-window).some((one) => normaliseAction(one) === wanted);
}

/** Actions that were done more than once within the window, the most frequent first. */
export function repeatedActions(
  actions: readonly string[],
  window: number,
): readonly { readonly action: string; readonly times: number }[] {
  const counts = new Map<string, number>();
  for (const action of actions.slice(-window).map(normaliseAction)) {
    counts.set(action, (counts.get(action) ?? 0) + 1);
  }
  return [...counts]
    .map(([action, times]) => ({ action, times }))
    .filter(({ times }) => times > 1)
    .sort((a, b) => b.times - a.times);
}
