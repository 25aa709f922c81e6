import { describe, expect, it } from 'vitest';
import { descriptionOf } from '../../../src/domain/game-state.ts';
import { locationId, objectId } from '../../../src/domain/ids.ts';
import type { VisibleObject } from '../../../src/domain/observation.ts';
import { roomSection } from '../../../src/managers/context/state-sections.ts';
import { observation, state, thing } from '../../helpers/observation.ts';

const HERE = locationId(1);
const TEXT = `Hall
A dusty hall with a fireplace. The iron door to the south is shut.

In the glass case is an amber egg. On the desk is a book.`;
const DOOR = thing(5, 'iron door', 'door');
const CASE = thing(6, 'glass case', 'container', 'transparent');
const EGG: VisibleObject = { ...thing(7, 'amber egg'), inside: objectId(6) };
const BOOK = thing(8, 'book');
const ALL = [DOOR, CASE, EGG, BOOK];

function section(turn: number, objects: readonly VisibleObject[] = ALL, folded = -1) {
  const then = observation({ text: TEXT, objects: ALL });
  const descriptions = new Map([[HERE, descriptionOf(then, 10)]]);
  const now = observation({ text: 'No.', objects });
  return roomSection(
    state({ turn, observation: now, descriptions }),
    folded === -1 ? null : folded,
  );
}

describe("the room's description", () => {
  it.each([
    [10, false],
    [12, false],
    [13, true],
    [160, true],
  ])(
    'of turn 10 is told after turn %i: %s, for the newest three messages hold it',
    (turn, told) => {
      expect(section(turn) !== null).toBe(told);
    },
  );

  it('says how long ago it was printed', () => {
    expect(section(13)?.name).toBe('Room description (as printed 3 turns ago)');
  });

  it.each([
    [9, false],
    [10, true],
  ])('is told at once when turns up to %i are told in short: %s', (folded, told) => {
    expect(section(11, ALL, folded) !== null).toBe(told);
    if (told) expect(section(11, ALL, folded)?.name).toContain('(as printed 1 turn ago)');
  });

  it('is the text as printed while nothing that lay about has changed', () => {
    expect(section(13)?.body).toBe(
      TEXT.split('\n')
        .map((line) => `| ${line}`.trim())
        .join('\n'),
    );
  });

  it('leaves out what was said of things that were taken since', () => {
    const body = section(13, [DOOR, CASE, BOOK])?.body ?? '';
    expect(body).not.toContain('egg');
    expect(body).toContain('On the desk is a book.');
    expect(section(13, [DOOR, CASE, { ...EGG, held: true, inside: null }, BOOK])?.body).toBe(body);
  });

  it('leaves out what was said of a door that was opened since', () => {
    const body = section(13, [{ ...DOOR, traits: ['door', 'open'] }, CASE, EGG, BOOK])?.body;
    expect(body).not.toContain('iron door');
    expect(body).toContain('A dusty hall with a fireplace.');
  });

  it('says in its heading whether something is left out', () => {
    expect(section(13)?.name).toBe('Room description (as printed 3 turns ago)');
    expect(section(13, [DOOR, CASE, BOOK])?.name).toBe(
      'Room description (printed 3 turns ago, without what has changed since)',
    );
  });

  it('keeps a sentence of several things while one of them is as it was, where they lay not counted', () => {
    const table = thing(9, 'scrubbed table', 'supporter');
    const [lantern, loaf] = [thing(10, 'lantern'), thing(11, 'loaf')].map((one) => ({
      ...one,
      inside: table.id,
    }));
    const text = 'Hall\nOn the scrubbed table are a lantern and a loaf.';
    const all = [table, lantern, loaf].filter((one) => one !== undefined);
    const then = observation({ text, objects: all });
    const told = (left: readonly VisibleObject[]) =>
      roomSection(
        state({
          turn: 13,
          observation: observation({ text: 'No.', objects: left }),
          descriptions: new Map([[HERE, descriptionOf(then, 10)]]),
        }),
        null,
      )?.body.includes('loaf');
    expect(told(all)).toBe(true);
    expect(told(all.filter((one) => one !== lantern))).toBe(true);
    expect(told([table])).toBe(false);
  });

  it('is nothing of a room that was never described', () => {
    expect(roomSection(state({ descriptions: new Map(), turn: 20 }), null)).toBeNull();
  });
});
