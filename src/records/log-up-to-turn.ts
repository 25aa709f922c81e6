import * as z from 'zod';

const turnEnd = z.object({ msg: z.literal('turn-end'), turn: z.int() });

/** The lines of a log up to the end of the last turn that is not after `turn`; empty when there is none. Pure. */
export function logUpToTurn(
  log: string,
  turn: number,
): { readonly text: string; readonly turn: number } {
  let kept = { text: '', turn: 0 };
  let end = 0;
  for (const line of log.split('\n')) {
    end += line.length + 1;
    const ended = turnEndedBy(line);
    if (ended !== null && ended <= turn) kept = { text: log.slice(0, end), turn: ended };
  }
  return kept.text.endsWith('\n') || kept.text === '' ? kept : { ...kept, text: `${kept.text}\n` };
}

function turnEndedBy(line: string): number | null {
  try {
    const parsed = turnEnd.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data.turn : null;
  } catch {
    // A torn line ends no turn.
    return null;
  }
}
