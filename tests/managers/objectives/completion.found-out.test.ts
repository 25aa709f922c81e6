import { describe, expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import type { TurnRecord } from '../../../src/domain/turn-record.ts';
import { decision, thing, turn } from '../../helpers/observation.ts';
import { claims, objective, outcome } from './outcome.ts';

const HALL = { location: { id: locationId(1), name: 'Hall' } };
const YARD = { location: { id: locationId(2), name: 'Stable Yard' } };

describe('a claim that something was found out, tried or taken', () => {
  const cup = thing(8, 'cup');
  const took = turn(4, 'take all', HALL, {
    ...HALL,
    objects: [{ ...cup, held: true }],
    inventory: [cup],
  });
  const said = (action: string) => turn(4, action, { ...HALL, moves: 3 }, { ...YARD, moves: 4 });
  const claimed = (text: string, played: TurnRecord) => {
    const look = turn(5, 'look', played.after, played.after);
    const claim = { ...look, decision: decision('look', claims(text)) };
    return outcome([played, claim], objective(text, null, 3)).done.map(([, at]) => at);
  };

  it.each([
    ['Explore the mill and take what is useful', took, [4]],
    ['Take whatever lies here', took, [4]],
    ['Take the lamp', took, []],
    ['Find out what the magic word XYZZY does', said('xyzzy'), [4]],
    ['At Location 1, try the magic words (plugh, plover)', said('plugh'), [4]],
    ['Find out what the magic word XYZZY does', said('north'), []],
    ['Find out what lies north', said('north'), []],
    ['Find out what the magic word XYZZY does', said('pray'), []],
  ])('%s, after %j', (text, played, at) => {
    expect(claimed(text, played)).toEqual(at);
  });
});
