import { describe, expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import type { TurnRecord } from '../../../src/domain/turn-record.ts';
import type { Trait } from '../../../src/domain/observation.ts';
import {
  addToChronicle,
  chronicleFacts,
  EpisodeChronicle,
  NOTHING_SEEN,
} from '../../../src/managers/knowledge/episode-chronicle.ts';
import { thing, turn } from '../../helpers/observation.ts';

const facts = (record: TurnRecord) =>
  chronicleFacts(record, NOTHING_SEEN, []).map(({ text }) => text);
const death = turn(9, 'sing', {}, { ended: 'death' });
const ODDS = { tried: 8, command: 5, idle: 2 };

describe('a fact of the engine', () => {
  it('names the command for what the command did', () => {
    expect(facts({ ...death, cause: 'command', comparison: { alsoIdle: [] } })).toEqual([
      '"sing" at Hall (1)',
    ]);
  });

  it('tells of a death after which the story goes on', () => {
    const again = turn(
      9,
      'sing',
      {},
      { died: true, location: { id: locationId(2), name: 'Wood' } },
    );
    expect(facts({ ...again, cause: 'command', comparison: { alsoIdle: [] } })).toEqual(
      facts({ ...death, cause: 'command', comparison: { alsoIdle: [] } }),
    );
  });

  it.each([
    ['since when', { turn: 0, moves: 17 }, 'about 17 turns after the start'],
    ['that it comes by itself', undefined, 'by itself'],
  ])('does not blame the command for what the clock did, and says %s', (_, beginning, when) => {
    const comparison = { alsoIdle: ['death'], ...(beginning && { beginning }) };
    expect(facts({ ...death, cause: 'clock', comparison })).toEqual([
      `came ${when}, not through "sing" at Hall (1): waiting had it, too`,
    ]);
  });

  it('tells points of the clock apart from what the command did in the same turn', () => {
    const [coin, hat] = [thing(7, 'coin'), thing(8, 'hat')];
    const taxed = turn(9, 'take hat', { inventory: [coin] }, { inventory: [hat], score: -2 });
    const comparison = { alsoIdle: ['points -2', 'lost 7'] };
    expect(facts({ ...taxed, cause: 'command', comparison })).toEqual([
      '-2, now -2: came by itself, not through "take hat" at Hall (1): waiting had it, too',
      'hat',
      'coin (also to one who only waits)',
    ]);
  });

  it('is no loss where a thing went into something that is held', () => {
    const [coin, purse] = [thing(7, 'coin'), thing(8, 'purse', 'container', 'open')];
    const held = { ...coin, held: true, inside: purse.id };
    const put = turn(9, 'put coin in purse', { inventory: [coin, purse] }, { inventory: [purse] });
    expect(facts({ ...put, after: { ...put.after, objects: [held] } })).not.toContain('coin');
    expect(facts(put)).toContain('coin');
  });

  it('is a state that the player brought about for the first time, and no state of the clock', () => {
    const lamp = (...traits: readonly Trait[]) => ({ objects: [thing(5, 'lamp', ...traits)] });
    const lit = { ...turn(9, 'light lamp', lamp(), lamp('on')), cause: 'command' as const };
    expect(facts(lit)).toEqual(['lamp on']);
    expect(facts({ ...lit, cause: 'clock' })).toEqual([]);
    const seen = addToChronicle(NOTHING_SEEN, lit);
    expect(chronicleFacts({ ...lit, turn: 12 }, seen, [])).toEqual([]);
  });

  it('and what is new counts for what the turns brought', () => {
    const chronicle = new EpisodeChronicle();
    const dark = turn(9, 'switch on toaster', {}, { isDark: true, objects: [] });
    chronicle.add({ ...dark, cause: 'command' });
    expect(chronicle.stretches.map(({ things }) => things)).toEqual([['dark']]);
    chronicle.add({ ...dark, before: dark.after, after: dark.before });
    expect(chronicle.facts.map(({ text }) => text)).toEqual(['dark', 'light']);
  });

  it('says that nobody knows the cause, and how often chance brought it', () => {
    expect(facts({ ...death, cause: 'unknown' })).toEqual(['"sing" at Hall (1) (cause unknown)']);
    const comparison = { alsoIdle: [], odds: ODDS };
    const [said] = facts({ ...death, cause: 'unknown', comparison });
    expect(said).toMatch(/cause unknown.*in 5 of 8 tries with "sing", in 2 of 8 with waiting/);
  });
});
