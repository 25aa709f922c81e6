import { describe, expect, it } from 'vitest';
import { locationId } from '../../src/domain/ids.ts';
import type { Observation } from '../../src/domain/observation.ts';
import type { RejectionKind } from '../../src/domain/proposal.ts';
import type { TurnRecord } from '../../src/domain/turn-record.ts';
import { addAttempt } from '../../src/turn/attempts.ts';
import { decision, turn } from '../helpers/observation.ts';

const HALL = locationId(1);
/** A turn that takes a move and changes nothing, but for what a test says. */
const played = (action: string, text: string, after: Partial<Observation> = {}) =>
  turn(1, action, {}, { text, moves: 1, ...after });

function brought(record: TurnRecord, recent: readonly TurnRecord[] = []) {
  return addAttempt({ attempts: new Map(), recent }, record).at(-1)?.brought;
}

describe('what an action brought', () => {
  it.each([
    ['another room', 'north', { location: { id: locationId(2), name: 'Yard' } }, 'moved'],
    ['death, wherever one wakes', 'north', { died: true }, 'death'],
    ['a change in reach', 'open door', { scene: 'open' }, 'changed'],
    ['points', 'pray', { score: 5 }, 'changed'],
    ['a text that was asked for', 'read letter', {}, 'told'],
    ['an answer of somebody', 'ask man about key', {}, 'told'],
    ['no more than time', 'wait', {}, 'nothing'],
    ['a refusal', 'take wall', {}, 'refused'],
    ['a refusal by the parser', 'examine moon', { moves: 0 }, 'refused'],
    ['a text of the game, which takes no move', 'help', { moves: 0 }, 'told'],
  ] as const)('is %s: %s', (_, action, after, expected) => {
    expect(brought(played(action, 'The answer.', after))).toBe(expected);
  });

  it('is nothing where the game printed nothing, and where it says the same of any thing', () => {
    expect(brought(played('push wall', ' '))).toBe('nothing');
    const sky = played('examine sky', 'You see nothing special about the sky.');
    const sea = played('examine sea', 'You see nothing special about the sea.');
    expect(brought(sea)).toBe('told');
    expect(brought(sea, [sky])).toBe('nothing');
    expect(brought(sea, [sea])).toBe('told');
  });

  it.each([
    [200, 'nothing'],
    [201, 'told'],
  ] as const)('of %i characters that another key has shown, too, is %s', (length, what) => {
    const page = `One.\n\n${'p'.repeat(length - 6)}`;
    expect(brought(played('space', page), [played('help', page)])).toBe(what);
    const known = addAttempt({ attempts: new Map(), recent: [] }, played('help', page));
    const after = addAttempt(
      { attempts: new Map([[HALL, known]]), recent: [] },
      played('space', page),
    );
    expect(after[0]).toMatchObject({ action: 'help', brought: what });
  });

  it('is told with its points, also after the same command has won none', () => {
    const won = played('put ring on altar', 'It fits.', { score: 12, scene: 'laid' });
    const known = addAttempt({ attempts: new Map(), recent: [] }, won);
    expect(known.at(-1)).toMatchObject({ brought: 'changed', points: 12 });
    const again = addAttempt(
      { attempts: new Map([[HALL, known]]), recent: [] },
      played('put ring on altar', 'You lay it down.', { scene: 'again' }),
    );
    expect(again.at(-1)).toMatchObject({ brought: 'changed', best: { points: 12 } });
    expect(again.at(-1)).not.toHaveProperty('points');
  });

  it('is nothing where the engine found the same answer for another thing', () => {
    const boots = played('search boots', 'You find nothing of interest.');
    expect(brought({ ...boots, isStock: true })).toBe('nothing');
  });

  it('counts how often in a row it changed nothing in one scene', () => {
    const counts = (...turns: readonly TurnRecord[]) => {
      let known: ReturnType<typeof addAttempt> = [];
      return turns.map((one) => {
        known = addAttempt({ attempts: new Map([[HALL, known]]), recent: [] }, one);
        return known.at(-1)?.inVain;
      });
    };
    const push = played('push wall', 'No.');
    const dusk = turn(2, 'push wall', { scene: 'dusk' }, { text: 'No.', moves: 1 });
    expect(counts(push, push, dusk)).toEqual([1, 2, 1]);
    expect(counts(push, played('push wall', 'Oh!', { scene: 'open' }))).toEqual([1, 0]);
  });

  it('is certain to change nothing where the same scene had the same answer before, or no move was taken', () => {
    const isCertain = (...turns: readonly TurnRecord[]) => {
      let known: ReturnType<typeof addAttempt> = [];
      for (const one of turns)
        known = addAttempt({ attempts: new Map([[HALL, known]]), recent: [] }, one);
      return known.at(-1)?.confirmed;
    };
    const push = played('push wall', 'No.');
    const dusk = turn(2, 'push wall', { scene: 'dusk' }, { text: 'No.', moves: 1 });
    expect(isCertain(push)).toBe(false);
    expect(isCertain(push, push)).toBe(true);
    expect(isCertain(push, played('push wall', 'Never.'))).toBe(false);
    expect(isCertain(push, dusk)).toBe(false);
    expect(isCertain(played('push wall', 'No.', { moves: 0 }))).toBe(true);
    expect(isCertain(played('push wall', 'It moves.', { scene: 'moved' }))).toBe(false);
  });

  it('is told by a long text that took no move, and refused by one sentence', () => {
    const about = (text: string) => brought(played('credits', text, { moves: 0 }));
    expect(about('A story of the sea. Try everything.')).toBe('told');
    expect(about("That's not a verb I recognise.")).toBe('refused');
  });

  it.each([
    ['The rusty lid will not move.', 'refused'],
    [`${'a'.repeat(199)}.`, 'refused'],
    [`${'a'.repeat(200)}.`, 'told'],
    ['You open it.\n\n"Shut that!" somebody shouts.\n\nYou quickly shut it.', 'told'],
  ] as const)('is a refusal only where the answer is no more than the reason: %s', (text, what) => {
    expect(brought(played('open box', text))).toBe(what);
    expect(brought(played('open box', text, { moves: 0 }))).toBe(what);
  });

  it('is a refusal where the rest of the answer is told to one who waits, too', () => {
    const loud = played('open box', 'It is shut.\n\nA gull cries.', { scene: 'gull' });
    const idle = { alsoIdle: [], toldIdle: 'A gull cries.' };
    expect(brought(loud)).toBe('changed');
    expect(brought({ ...loud, comparison: idle })).toBe('changed');
    expect(brought({ ...loud, comparison: { ...idle, isSameIdle: true } })).toBe('refused');
  });

  it('is kept where the same brings less later, and given up where it brings as much', () => {
    const turns = [
      played('turn on heater', 'It hums.', { scene: 'warm' }),
      turn(2, 'turn on heater', {}, { text: 'Nothing happens.', moves: 1 }),
      turn(3, 'turn on heater', {}, { text: 'No.', moves: 1 }),
      turn(4, 'turn on heater', {}, { text: 'It hums again.', scene: 'warm' }),
    ];
    let known: ReturnType<typeof addAttempt> = [];
    const all = turns.map((one) => {
      known = addAttempt({ attempts: new Map([[HALL, known]]), recent: [] }, one);
      return [known.at(-1)?.brought, known.at(-1)?.best?.response];
    });
    expect(all).toEqual([
      ['changed', undefined],
      ['refused', 'It hums.'],
      ['refused', 'It hums.'],
      ['changed', undefined],
    ]);
  });

  it('is not the change that the clock brought', () => {
    const ticked = played('read letter', 'Dear N.', { scene: 'dusk' });
    expect(brought({ ...ticked, cause: 'clock' })).toBe('told');
    expect(brought({ ...ticked, cause: 'command' })).toBe('changed');
  });

  it('is not the change that somebody else brought while the player only looked', () => {
    expect(brought(played('examine man', 'A busy man.', { scene: 'he left' }))).toBe('told');
    expect(brought(played('wait', 'He leaves.', { scene: 'he left' }))).toBe('told');
    expect(brought(played('examine man', 'You win a point.', { score: 1 }))).toBe('changed');
    expect(brought(played('push man', 'He moves.', { scene: 'he left' }))).toBe('changed');
  });

  it('is nothing from the moment on when another command gets the same answer here', () => {
    const sky = played('search sky', 'You find nothing in the sky.');
    const sea = played('search sea', 'You find nothing in the sea.');
    const first = addAttempt({ attempts: new Map(), recent: [] }, sky);
    expect(first.map((one) => one.brought)).toEqual(['told']);
    const both = addAttempt({ attempts: new Map([[HALL, first]]), recent: [sky] }, sea);
    expect(both.map((one) => one.brought)).toEqual(['nothing', 'nothing']);
    const again = addAttempt({ attempts: new Map([[HALL, first]]), recent: [sky] }, sky);
    expect(again.map((one) => one.brought)).toEqual(['told']);
  });
});

describe('what free checks refused', () => {
  const judged = (action: string, by: RejectionKind) => ({
    proposal: { action, reasoning: '', newObjective: null, target: null },
    verdict: { kind: 'rejected', by, score: -1, reason: 'why', forbidden: false } as const,
  });
  const actions = (...refused: readonly ReturnType<typeof judged>[]) => {
    const record = { ...played('look', 'Hall'), decision: decision('look', { judged: refused }) };
    return addAttempt({ attempts: new Map(), recent: [] }, record).map(({ action }) => action);
  };

  it('is tried, too, where the reason says something of the story or the place', () => {
    expect(actions(judged('Take moon', 'absent-object'))).toEqual(['take moon', 'look']);
    expect(actions(judged('quit', 'meta-command'))).toEqual(['look']);
    expect(actions(judged('take lamp', 'critic'))).toEqual(['look']);
    expect(actions(judged('look', 'unknown-word'))).toEqual(['look']);
  });

  it('does not hide how the same came out when it was played', () => {
    const first = addAttempt({ attempts: new Map(), recent: [] }, played('take moon', 'Taken.'));
    const record = {
      ...played('look', 'Hall'),
      decision: decision('look', { judged: [judged('take moon', 'absent-object')] }),
    };
    const next = addAttempt({ attempts: new Map([[HALL, first]]), recent: [] }, record);
    expect(next.map(({ action, response }) => [action, response])).toEqual([
      ['take moon', 'Taken.'],
      ['look', 'Hall'],
    ]);
  });
});

describe('what an action was answered in vain', () => {
  const refused = played('open door', 'It is locked.');
  const told = played('read letter', 'The answer.');
  const glow = played('read letter', 'It glows.', { scene: 'glow' });
  const grown: TurnRecord = { ...glow, cause: 'command' };
  const opened = played('open door', 'Open.', { scene: 'open' });
  const moved = played('open door', 'In.', { location: { id: locationId(2), name: 'Yard' } });
  const long = played('open door', `${'a'.repeat(200)}.`);
  const last = (...turns: readonly TurnRecord[]) => {
    let known: ReturnType<typeof addAttempt> = [];
    for (const one of turns)
      known = addAttempt({ attempts: new Map([[HALL, known]]), recent: [] }, one);
    return known.at(-1);
  };

  it.each([
    ['was refused', [refused, opened], 'It is locked.'],
    ['only told something', [told, grown], 'The answer.'],
    ['was refused before that', [refused, opened, moved], 'It is locked.'],
    ['had an effect', [opened, moved], undefined],
    ['was refused, and it only tells something now', [refused, long], 'It is locked.'],
    ['only told something else, and is refused now', [long, refused], undefined],
    ['told something else, to a look', [told, played('read letter', 'Blank.')], undefined],
    ['has no effect now, either', [refused, refused], undefined],
    ['was never tried', [opened], undefined],
  ] as const)('is kept where it has an effect or another answer now: it %s', (_, turns, answer) => {
    expect(last(...turns)?.vain?.response).toBe(answer);
  });
});
