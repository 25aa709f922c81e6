import { describe, expect, it } from 'vitest';
import { openingState } from '../../src/domain/game-state.ts';
import { leftOpen, shutThings } from '../../src/prompts/shut-wording.ts';
import { heldWords } from '../../src/prompts/thing-wording.ts';
import { recordTurn } from '../../src/turn/record.ts';
import { attempt, observation, thing } from '../helpers/observation.ts';
import { realTurns } from '../helpers/real-turns.ts';

const TO_BEDROOM = ['ne', 'open window', 's', 'u'];
const TO_KEYS = ['n', 'n', 'e', 'open door', 'e', 'u', 'take brass key', 'd'];

/** What is told to be shut after these commands in a real game. */
function shutAfter(...commands: readonly string[]): string {
  return shutThings(stateAfter(commands), 'unsolved');
}

function stateAfter(commands: readonly string[]) {
  const turns = realTurns(...commands);
  return turns.reduce(recordTurn, openingState(1, 1, turns[0]?.before ?? observation()));
}

it(
  'what was locked in a real game is told with its room until it is open',
  { tags: ['slow'] },
  () => {
    const locked = shutAfter('n', 'n', ...TO_BEDROOM, 'd');
    expect(locked).toContain("sea chest in Keeper's Bedroom (66), locked");
    expect(locked).not.toContain('window');
    const open = [...TO_KEYS, 'w', 'w', ...TO_BEDROOM, 'unlock chest with brass key', 'open chest'];
    expect(shutAfter(...open)).not.toContain('chest');
  },
);

it('is told with the keys that were refused, and those that are held and were not tried', () => {
  const kitchen = ['ne', 'open window', 's', 'open drawer', 'take rusty key'];
  const there = [...TO_KEYS, 'w', 'w', ...kitchen, 'u'];
  expect(shutAfter(...there)).toContain('sea chest here, locked: ');
  expect(shutAfter(...there, 'unlock chest with rusty key')).toContain(
    'sea chest here, locked: rusty key refused, brass key not tried',
  );
});

it('names no key as left that was tried by another name, or where what is known tells of the key', () => {
  const there = [...TO_KEYS, 'w', 'w', ...TO_BEDROOM];
  const untried = 'sea chest here, locked: brass key not tried';
  expect(shutAfter(...there)).toBe(untried);
  const told = (known: string) => shutThings(stateAfter(there), 'unsolved', known);
  expect(told('The sea chest takes the rusty key.')).toBe('');
  expect(told('The sea chest is heavy.\nThe plank door takes the rusty key.')).toBe(untried);
  // Who tells that it fits, or how it was tried in vain, has tried it.
  expect(told('Sea chest: locked, the brass key fits.')).toBe('');
  expect(told('The sea chest: I tried the brass key in vain.')).toBe('');
  expect(told('| [FAILURE] unlock chest with brass key: It goes in and no further.')).toBe('');
  expect(told('The brass key is not for the sea chest.')).toBe('');
  expect(told('The brass key is not yet tried on the sea chest.')).toBe(untried);
  // Nor has who only took it there.
  expect(told('take brass key: It works; not yet tried on the sea chest.')).toBe(untried);
  expect(told('| [NOTE] brass key: not yet tried on the sea chest')).toBe(untried);
  expect(told('Next time carry the brass key to the locked sea chest.')).toBe(untried);
  expect(told('Take the brass key, it opens the sea chest.')).toBe('');
  const state = stateAfter(there);
  const tried = (action: string, response: string) => {
    const { objects, inventory } = state.observation;
    const prior = { objects, inventory, moves: 1 };
    const one = attempt(action, { response, prior, moment: { ...prior, moves: 2 } });
    const attempts = new Map([[state.observation.location.id, [one]]]);
    return shutThings({ ...state, attempts }, 'unsolved');
  };
  const refused = 'sea chest here, locked: brass key refused';
  expect(tried('unlock chest using key', 'No.')).toBe(refused);
  expect(tried('unlock chest', '(with the brass key)\nIt does not fit.')).toBe(refused);
  expect(tried('try brass key on chest', 'No.')).toBe('');
});

it.each([
  'The sea chest: the rusty key rattles in it.',
  'The sea chest: another key is needed.',
  'The sea chest does not take the iron key.',
  'The sea chest is locked; it has a key somewhere.',
])('names a key as left where what is known tells of none for it: %s', (known) => {
  const kitchen = ['ne', 'open window', 's', 'open drawer', 'take rusty key'];
  const there = [...TO_KEYS, 'w', 'w', ...kitchen, 'u', 'unlock chest with rusty key'];
  expect(shutThings(stateAfter(there), 'unsolved', known)).toContain(
    'rusty key refused, brass key not tried',
  );
});

it('what is closed and was not tried is told on demand only', () => {
  const there = ['n', 'n', 'ne'];
  expect(shutAfter(...there)).not.toContain('window');
  expect(shutThings(stateAfter(there), 'all')).toContain('sash window here, closed');
});

it('what is bolted and takes no key is told in the words of the game, once it was tried', () => {
  const kitchen = ['n', 'n', 'ne', 'open window', 's', 'open drawer', 'take rusty key'];
  expect(shutAfter(...kitchen)).not.toContain('front door');
  expect(shutAfter(...kitchen, 'n', 'sw', 'open front door')).toContain(
    'front door here, barred: "You put your shoulder to the front door. It is bolted on the inside',
  );
});

it('what opens on the other side alone is told with that, and with the answer on this side', () => {
  const inside = ['n', 'n', 'open front door', 'ne', 'open window', 's', 's', 'open front door'];
  expect(shutAfter(...inside, 'close front door', 'n', 'n', 'sw')).toMatch(
    /front door here, (?:barred|closed): "You put your shoulder.*", open front door worked at Location 58/,
  );
});

it('what the parser did not take is no refusal', () => {
  const there = ['n', 'n', 'ne', 'open window', 's', 'open drawer', 'take rusty key', 'u'];
  const untried = 'sea chest here, locked: rusty key not tried';
  expect(shutAfter(...there, 'unlock chest with rusty key zzyzx')).toBe(untried);
  expect(shutAfter(...there, 'unlock chest with rusty key')).not.toContain(untried);
});

it('what was unlocked and nobody opened yet is told on demand only', () => {
  const unlocked = [
    ...['n', 'n', 'ne', 'open window', 's', 'open drawer', 'take rusty key', 'n', 'sw', 's'],
    ...['e', 'unlock plank door with rusty key'],
  ];
  expect(shutThings(stateAfter(unlocked), 'all')).toContain('plank door here, closed');
  expect(shutAfter(...unlocked)).not.toContain('plank door');
});

it('what opened before is told elsewhere on demand only, with the command', () => {
  const closed = ['n', 'n', 'e', 'open iron door', 'close iron door', 'w'];
  expect(shutThings(stateAfter(closed), 'all')).toContain(
    'iron door in Foot of the Light (73), closed: open iron door worked before',
  );
  expect(shutAfter(...closed)).not.toContain('iron door');
  expect(shutAfter(...closed, 'e')).toContain('iron door here, closed: open iron door worked');
});

describe('what the player opened and left open', () => {
  const unlocks = ['s', 'e', 'unlock plank door with rusty key', 'open plank door'];
  const opens = ['n', 'n', 'ne', 'open window', 's', 'open drawer', 'take rusty key', 'n', 'sw'];
  const left = (plan: string, ...then: readonly string[]) =>
    leftOpen(stateAfter([...opens, ...unlocks, ...then]), plan);
  const told = 'plank door in Slipway (93)';

  it('is told where it was opened, also once it was seen from behind', () => {
    const through = stateAfter(['n', 'n', 'ne', 'open window', 's', 's']);
    expect(leftOpen(through, 'Close the sash window')).toBe('sash window in Walled Garden (43)');
  });

  it.each([
    ['Close the plank door', ['w'], told],
    ['Bring the rusty key back', ['w'], told],
    ['Bring the brass key back', ['w'], ''],
    ['Close the plank door', [], ''],
    ['Close the plank door', ['close plank door', 'w'], ''],
    ['Close the sash window', ['w'], 'sash window in Walled Garden (43)'],
  ])('is told elsewhere where a plan is about it: %s, after %j', (plan, then, words) => {
    expect(left(plan, ...then)).toBe(words);
  });
});

it('nobody alive is shut, whatever the story says of them', () => {
  const objects = [thing(7, 'dog', 'animate', 'locked'), thing(8, 'box', 'locked')];
  const seen = openingState(1, 1, observation({ objects }));
  expect(shutThings(seen, 'all')).toBe('box here, locked');
});

it('what lies in a satchel of a real game is told as held with it', () => {
  const turns = realTurns('take satchel', 'open satchel');
  const now = turns.at(-1)?.after ?? observation();
  expect(heldWords(now)).toContain('leather satchel (with folded letter)');
});
