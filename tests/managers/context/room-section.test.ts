import { describe, expect, it } from 'vitest';
import { locationId } from '../../../src/domain/ids.ts';
import type { Observation } from '../../../src/domain/observation.ts';
import { descriptionOfRoom } from '../../../src/domain/room-description.ts';
import { roomSection } from '../../../src/managers/context/room-section.ts';
import { observation, state } from '../../helpers/observation.ts';

const HERE = locationId(1);
const TEXT = `Hall
A dusty hall with a fireplace.

The iron door to the south is shut. It has "NO ENTRY!" on it.

In the glass case is an amber egg.

"Mind the step," says the butler, and leaves.`;

interface Told {
  readonly turn?: number;
  readonly folded?: number | null;
  /** What the story would print for a look now. */
  readonly look?: string | null;
  readonly now?: Partial<Observation>;
  readonly isKnown?: boolean;
}

/** The section at a moment, after the room was described in turn 10. */
function section({ turn = 13, folded = null, look = TEXT, now = {}, isKnown = false }: Told = {}) {
  const descriptions = new Map([[HERE, descriptionOfRoom(observation({ text: TEXT }), 10)]]);
  const moment = state({ turn, observation: observation({ text: 'No.', ...now }), descriptions });
  return roomSection(moment, folded, () => look, isKnown);
}

function bodyOf(told: Told): string {
  return section(told)?.body.replaceAll(/^\| ?/gm, '') ?? '';
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
      expect(section({ turn }) !== null).toBe(told);
    },
  );

  it.each([
    [10, false],
    [11, true],
  ])('of turn 10 is told after turn %i where earlier episodes know the room: %s', (turn, told) => {
    expect(section({ turn, isKnown: true }) !== null).toBe(told);
  });

  it.each([
    [9, false],
    [10, true],
  ])('is told at once when turns up to %i are told in short: %s', (folded, told) => {
    expect(section({ turn: 11, folded }) !== null).toBe(told);
    if (told)
      expect(section({ turn: 11, folded })?.name).toBe('Room description (as printed 1 turn ago)');
  });

  it('is the text as printed where a look would print it again', () => {
    expect(section()?.name).toBe('Room description (as printed 3 turns ago)');
    expect(bodyOf({})).toBe(TEXT);
    expect(bodyOf({ look: `${TEXT.replaceAll('. ', '.\n')}\n\nA clock strikes.` })).toBe(TEXT);
  });

  it('leaves out each sentence that a look would not print again, and says so', () => {
    const look =
      'Hall\nA dusty hall with a fireplace.\nThe iron door to the south is open. It has "NO ENTRY!" on it.';
    expect(bodyOf({ look })).toBe(
      'Hall\nA dusty hall with a fireplace.\n\nIt has "NO ENTRY!" on it.',
    );
    expect(section({ look })?.name).toBe(
      'Room description (printed 3 turns ago, without what has changed since)',
    );
  });

  it.each<[string, Told]>([
    ['in the dark', { now: { isDark: true } }],
    ['where the story takes no command', { look: null }],
    ['where a look would print nothing of it', { look: 'Hall\nAll is burnt.' }],
  ])('is nothing %s', (_, told) => {
    expect(section(told)).toBeNull();
  });

  it('is nothing of a room that was never described', () => {
    const moment = state({ descriptions: new Map(), turn: 20 });
    expect(roomSection(moment, null, () => TEXT)).toBeNull();
  });
});
