import { describe, expect, it } from 'vitest';
import { descriptionOf } from '../../../src/domain/game-state.ts';
import { locationId, objectId } from '../../../src/domain/ids.ts';
import type { Observation, VisibleObject } from '../../../src/domain/observation.ts';
import { roomSection } from '../../../src/managers/context/room-section.ts';
import { observation, state, thing, turn } from '../../helpers/observation.ts';

const HERE = locationId(1);
const TEXT = `Hall
A dusty hall with a fireplace.

The iron door to the south is shut.

In the glass case is an amber egg.
On the desk is a book.`;
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

  it('leaves out nothing for what was in the hands then as it is', () => {
    const torch: VisibleObject = { ...thing(9, 'torch'), held: true };
    const text = 'Hall\nA dark hall. A burning torch would show more. But it is out.';
    const told = (then: readonly VisibleObject[]) =>
      roomSection(
        state({
          turn: 13,
          observation: observation({ text: 'No.', objects: [torch] }),
          descriptions: new Map([[HERE, descriptionOf(observation({ text, objects: then }), 10)]]),
        }),
        null,
      )?.body;
    expect(told([torch])).toContain('A burning torch would show more. But it is out.');
    expect(told([{ ...torch, held: false }])).not.toContain('torch');
    expect(told([])).not.toContain('torch');
  });

  it.each([
    ['scenery', { isScenery: true as const }, false],
    ['scenery of many rooms', { isScenery: true as const, isBackdrop: true as const }, true],
    ['scenery in something', { isScenery: true as const, inside: objectId(6) }, true],
    ['held scenery', { isScenery: true as const, held: true }, true],
    ['a creature', { isScenery: true as const, traits: ['animate' as const] }, true],
    ['a thing', {}, true],
  ])('of a room where %s came since (%j) is told: %s', (_, differs, isTold) => {
    expect(section(13, [...ALL, { ...thing(9, 'bed'), ...differs }]) !== null).toBe(isTold);
  });

  it('is told where the story describes its scenery in another way since', () => {
    const scenery = { ...CASE, isScenery: true as const };
    expect(section(13, [DOOR, scenery, EGG, BOOK])).not.toBeNull();
  });

  it('says in its heading whether something is left out', () => {
    expect(section(13)?.name).toBe('Room description (as printed 3 turns ago)');
    expect(section(13, [DOOR, CASE, BOOK])?.name).toBe(
      'Room description (printed 3 turns ago, without what has changed since)',
    );
  });

  it('leaves out a sentence of several things when one of them has gone or is held', () => {
    const text = 'Hall\nA hall.\nOn the desk are a book and an amber egg.';
    const then = observation({ text, objects: ALL });
    const now = (...objects: readonly VisibleObject[]) =>
      roomSection(
        state({
          turn: 13,
          observation: observation({ text: 'No.', objects }),
          descriptions: new Map([[HERE, descriptionOf(then, 10)]]),
        }),
        null,
      )?.body;
    expect(now(...ALL)).toContain('book');
    expect(now(DOOR, CASE, BOOK)).toBe('| Hall\n| A hall.');
    expect(now(DOOR, CASE, EGG, { ...BOOK, held: true })).toBe('| Hall\n| A hall.');
  });

  it.each([
    ['give book to guard', 12, 'given', false],
    ['give book to guard', 10, 'given', true],
    ['give book to guard', 12, 'scene-1', true],
    ['open case', 12, 'given', true],
  ])(
    'tells of a creature after "%s" in turn %i, which left the scene %s: %s',
    (command, number, scene, isTold) => {
      const guard = thing(9, 'guard', 'animate');
      const objects = [guard, CASE, BOOK];
      const then = observation({ text: 'Hall\nA hall.\n\nA guard bars the way.', objects });
      const done = turn(number, command, { objects }, { objects, scene });
      const now = state({
        turn: 13,
        recent: [done],
        observation: observation({ text: 'No.', objects, scene }),
        descriptions: new Map([[HERE, descriptionOf(then, 10)]]),
      });
      expect(roomSection(now, null)?.body.includes('guard')).toBe(isTold);
    },
  );

  it('is nothing in the dark, nor where nothing of it is as it was', () => {
    const then = observation({ text: 'Hall\nOn the desk is a book.', objects: [BOOK] });
    const told = (differs: Partial<Observation>) =>
      roomSection(
        state({
          turn: 13,
          observation: observation({ text: 'No.', objects: [BOOK], ...differs }),
          descriptions: new Map([[HERE, descriptionOf(then, 10)]]),
        }),
        null,
      );
    expect(told({})).not.toBeNull();
    expect(told({ isDark: true })).toBeNull();
    expect(told({ objects: [] })).toBeNull();
  });

  it('is nothing of a room that was never described', () => {
    expect(roomSection(state({ descriptions: new Map(), turn: 20 }), null)).toBeNull();
  });
});
