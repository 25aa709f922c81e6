import { describe, expect, it } from 'vitest';
import { askedBack, commandMeant } from '../../src/domain/asked-back.ts';
import { thing, turn } from '../helpers/observation.ts';

const GATES = 'Which do you mean, the howto manual or the security gates?';
const THREE = 'Which door do you mean, the red door, the blue door, or the trapdoor?';
const objects = [thing(7, 'brass key')];
const said = (...talk: readonly (readonly [string, string])[]) =>
  talk.map(([action, text], at) => turn(at + 1, action, { objects }, { text }));

describe('a command that the parser asked about', () => {
  it.each([
    [[['open door', 'It is locked.']], null],
    [[['disable gates', GATES]], ['disable gates', ['howto manual', 'security gates']]],
    [[['open door', THREE]], ['open door', ['red door', 'blue door', 'trapdoor']]],
    [[['open', 'What do you want to open?']], ['open', []]],
    [
      [
        ['disable it all', GATES],
        ['gates', GATES],
      ],
      ['disable it all security gates', ['howto manual', 'security gates'], ['security gates']],
    ],
  ] as const)('of %j is %j', (talk, asked) => {
    const [command, options, vain = []] = asked ?? [];
    expect(askedBack(said(...talk))).toEqual(asked && { command, options, vain });
  });

  it.each([
    ['disable security gates', GATES, 'gates', 'disable security gates'],
    ['disable it', GATES, 'the manual', 'disable it howto manual'],
    ['open door', THREE, 'blue', 'open blue door'],
    ['open door with key', THREE, 'red one', 'red one'],
    ['open door with key', THREE, 'red', 'open red door with key'],
    // Two of them are doors.
    ['open door', THREE, 'door', 'door'],
    ['open door', THREE, 'north', 'north'],
    ['open door', THREE, 'take red door', 'take red door'],
    [
      'unlock door',
      'What do you want to unlock the door with?',
      'brass key',
      'unlock door with brass key',
    ],
    ['take', 'What do you want to take?', 'key', 'take key'],
    ['take', 'What do you want to take?', 'north', 'north'],
    ['take', 'Nothing.', 'key', 'key'],
  ])('"%s", after "%s", is completed by the reply "%s" to "%s"', (command, text, reply, meant) => {
    const [earlier, last] = said([command, text], [reply, 'Done.']);
    expect(last && commandMeant(last, earlier ? [earlier] : [])).toBe(meant);
  });
});

it('of many questions in a row the first command stays open', () => {
  const talk = Array.from(
    { length: 40 },
    (_, at) => [at === 0 ? 'open door' : 'red', THREE] as const,
  );
  const asked = askedBack(said(...talk));
  expect(asked?.command).toBe('open red door');
  expect(new Set(asked?.vain)).toEqual(new Set(['red door']));
});
