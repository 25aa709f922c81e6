import type { RolePrefix } from '../../src/eval/prompt-cache.ts';
import type { CallRecord } from '../../src/model/call-record.ts';
import { row, type PageRow } from './bench-page.ts';

const NIGHT_TURNS = 5 * 200;
const CHARACTERS_PER_TOKEN = 4;

/** Published prices in US dollars per million tokens: read anew, read from the cache, written. */
const PRICES = [
  ['0.25 / 0.025 / 2.00', 0.25, 0.025, 2],
  ['0.40 / 0.10 / 1.60', 0.4, 0.1, 1.6],
  ['3.00 / 0.30 / 15.00', 3, 0.3, 15],
] as const;

/** What a turn sends and costs over all roles, tokens estimated from characters. */
export function nightRows(
  turns: number,
  calls: readonly CallRecord[],
  prefixes: readonly RolePrefix[],
): readonly PageRow[] {
  const perTurn = (characters: number) => characters / CHARACTERS_PER_TOKEN / turns;
  const sum = (of: (prefix: RolePrefix) => number) =>
    perTurn(prefixes.reduce((total, prefix) => total + of(prefix), 0));
  const cached = sum(({ cacheable }) => cacheable);
  const fresh = sum(({ characters, cacheable }) => characters - cacheable);
  const written = perTurn(
    calls.reduce((total, call) => total + ('text' in call ? call.text.length : 0), 0),
  );
  const night = (input: number, cache: number, output: number) =>
    (NIGHT_TURNS * (fresh * input + cached * cache + written * output)) / 1e6;
  return [
    row('tokens a turn, new', fresh, 'tokens', { note: 'all roles' }),
    row('tokens a turn, from a cache', cached, 'tokens', { note: 'prefixes of 1,024 and more' }),
    row('tokens a turn, written', written, 'tokens'),
    ...PRICES.map(([name, input, cache, output]) =>
      row(`a night of 5 x 200 turns at ${name}`, night(input, cache, output), '$', {
        note: `${night(input, input, output).toFixed(2)} $ without a cache`,
      }),
    ),
  ];
}
