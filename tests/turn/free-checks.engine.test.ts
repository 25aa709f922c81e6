import { describe, expect, it } from 'vitest';
import { openStory } from '../../src/interpreter/open-story.ts';
import { freeRejection } from '../../src/turn/free-checks.ts';
import { observe } from '../../src/turn/observe.ts';
import { readTestStory } from '../helpers/stories.ts';
import { turnContext } from '../helpers/turn-context.ts';

const story = readTestStory('zork1-r88.z3');

/** What the free checks say of an action after some commands of a real game; null when they say nothing. */
function judged(action: string, ...played: readonly string[]) {
  const game = openStory(story ?? new Uint8Array(), { seed: 12 });
  const last = played.map((command) => game.step(command)).at(-1) ?? game.opening;
  const context = turnContext({ observation: observe(game, last) });
  const proposal = { action, reasoning: '', newObjective: null, target: null };
  const verdict = freeRejection(proposal, context, game);
  return verdict?.kind === 'rejected' ? verdict.by : null;
}

const TO_SACK = ['south', 'east', 'open window', 'enter window', 'take sack'];

describe.skipIf(story === null)('the free checks on a real object tree', () => {
  it('refuse what is in a closed container, and allow it once it is open', () => {
    expect(judged('take leaflet')).toBe('closed-container');
    expect(judged('take leaflet', 'open mailbox')).toBeNull();
  });

  it('refuse what is in a closed container that the player carries', () => {
    expect(judged('take lunch', ...TO_SACK)).toBe('closed-container');
    expect(judged('take lunch', ...TO_SACK, 'open sack')).toBeNull();
  });

  it('allow to open a container, here or carried, and refuse one that is elsewhere', () => {
    expect(judged('open mailbox')).toBeNull();
    expect(judged('open sack', ...TO_SACK)).toBeNull();
    expect(judged('open the brown sack')).toBe('absent-object');
  });

  it('judge whether a thing is there, not whether it can be taken', () => {
    expect(judged('take mailbox')).toBeNull();
    expect(judged('take house')).toBeNull();
    expect(judged('take sword')).toBe('absent-object');
    expect(judged('take sword from mailbox')).toBe('absent-object');
  });

  it('allow several things at once where the parser takes one of them, and change nothing', () => {
    expect(judged('take leaflet and mailbox', 'open mailbox')).toBeNull();
    expect(judged('take leaflet, sword', 'open mailbox')).toBeNull();
    expect(judged('take mailbox and house')).toBe('several-commands');
    expect(judged('take sword and mailbox')).toBe('absent-object');
    expect(judged('take leaflet and go north', 'open mailbox')).toBe('several-commands');
  });

  it('know that a command is no walk where its verb pushes things', () => {
    expect(judged('move east')).toBeNull();
    expect(judged('go east')).toBe('no-exit');
  });

  it('refuse a direction that was tried and leads nowhere', () => {
    expect(judged('east')).toBe('no-exit');
    expect(judged('go north')).toBeNull();
  });

  it('refuse a number for a verb, but not after a question', () => {
    expect(judged('1288')).toBe('unknown-word');
    expect(judged('1288', 'give')).toBeNull();
  });

  it('refuse a first word that the story does not know, and leave the game as it was', () => {
    const game = openStory(story ?? new Uint8Array(), { seed: 12 });
    const before = game.stateHash();
    const context = turnContext({ observation: observe(game, game.opening) });
    const proposal = { action: 'frobnicate lamp', reasoning: '', newObjective: null, target: null };
    expect(freeRejection(proposal, context, game)).toMatchObject({ by: 'unknown-word' });
    expect(game.stateHash()).toBe(before);
  });
});
