import { describe, expect, it } from 'vitest';
import type { TestableClaim } from '../../src/verify/claim.ts';
import { judge } from '../../src/verify/judge.ts';
import type { Look, Trait } from '../../src/domain/observation.ts';
import type { Trial } from '../../src/verify/try-claims.ts';
import { locationId } from '../../src/domain/ids.ts';
import { observation, thing } from '../helpers/observation.ts';

const DOOR = { ...thing(7, 'door') };
const OPEN = { ...thing(7, 'door', 'open') };
const KEY = { ...thing(9, 'brass key'), held: true };
const closed = observation({ objects: [DOOR], scene: 'closed' });
const opened = observation({ objects: [OPEN], scene: 'open' });

function claim(kind: TestableClaim['kind'], command = 'open door', turn = 3): TestableClaim {
  const source = [{ episode: 1, turn, command }];
  return { kind, commands: [command], setup: [], source, lost: null };
}

function trial(turn: number, before: Look, after: Look, differs: Partial<Trial> = {}): Trial {
  const waited = { ...before, text: 'Time passes.' };
  const idle = before.scene === after.scene ? null : waited;
  const where = { episode: 1, turn, room: 1, command: 'open door', setup: [], isInReach: true };
  return { ...where, isPlayed: turn === 3, before, after, idle, ...differs };
}

describe('the verdict on a claim', () => {
  it('is confirmed when it held at every moment', () => {
    const trials = [trial(3, closed, closed), trial(5, closed, closed)];
    expect(judge(claim('fails'), trials)).toMatchObject({
      verdict: 'confirmed',
      tried: 2,
      held: 2,
    });
  });

  it.each([
    [1, 'in one episode'],
    [2, ''],
  ])('says where it held in no other episode: of episodes 1 and %i "%s"', (episode, why) => {
    const trials = [trial(3, closed, closed), trial(5, closed, closed, { episode })];
    expect(judge(claim('fails'), trials).why).toBe(why);
    expect(judge(claim('fails'), trials.slice(0, 1)).why).toBe('');
  });

  it('of a refusal to open counts no moment at which it was opened otherwise, and says that', () => {
    const trials = [trial(3, closed, closed), trial(5, closed, closed), trial(9, opened, opened)];
    const found = { verdict: 'confirmed', tried: 2, held: 2, why: 'while door was shut' };
    expect(judge(claim('fails'), trials)).toMatchObject(found);
    const gate = { ...thing(8, 'garden door') };
    const two = observation({ objects: [OPEN, gate], scene: 'open' });
    expect(judge(claim('fails'), [...trials, trial(11, two, two)])).toMatchObject({
      tried: 4,
      why: 'in one episode',
    });
  });

  it('is refuted when it held nowhere, though later moments find it done already', () => {
    const trials = [trial(3, closed, opened), trial(4, opened, opened)];
    expect(judge(claim('fails'), trials)).toMatchObject({ verdict: 'refuted', tried: 1, held: 0 });
    expect(judge(claim('works'), trials)).toMatchObject({
      verdict: 'confirmed',
      tried: 1,
      held: 1,
    });
  });

  it('is not known where it never held and the moment that taught it was not played again', () => {
    const command = 'open door';
    const source = [2, 3].map((turn) => ({
      episode: 1,
      turn,
      command: turn === 2 ? 'wait' : command,
    }));
    const works = { ...claim('works'), source };
    const others = [trial(2, closed, closed), trial(9, closed, closed, { episode: 2 })];
    expect(judge(works, others)).toEqual({
      verdict: 'untestable',
      tried: 0,
      held: 0,
      why: 'the moment that taught it was not played again',
    });
    const same = trial(3, closed, closed);
    expect(judge(works, [...others, same])).toMatchObject({ verdict: 'refuted', tried: 3 });
  });

  it('of what told something at the moment that taught it is open only where it did nothing anywhere', () => {
    const answer = 'The door is of oak. It bears a crest.';
    const told = trial(3, closed, { ...closed, text: answer });
    const verdict = (...all: readonly Trial[]) => judge(claim('works'), all).verdict;
    expect(verdict(told, trial(5, closed, closed))).toBe('untestable');
    const later = { ...told, after: { ...closed, text: `\n\n${answer}` } };
    expect(verdict(later, trial(5, closed, closed))).toBe('untestable');
    expect(verdict(told, trial(5, closed, opened))).toBe('conditional');
  });

  it('of a look holds where it tells the same, whatever else is there', () => {
    const said = (turn: number, text: string) =>
      trial(turn, closed, { ...closed, text }, { command: 'read plaque', episode: turn });
    const source = [{ episode: 3, turn: 3, command: 'read plaque' }];
    const ship = [3, 4].map((turn) => said(turn, 'It names a ship.'));
    const trials = [...ship, said(5, 'It is too dark.')];
    const found = judge({ ...claim('works', 'read plaque'), source }, trials);
    expect(found).toMatchObject({ verdict: 'conditional', tried: 3, held: 2 });
  });

  it('takes no turn of another episode for the moment that taught it', () => {
    const other = trial(3, closed, opened, { episode: 2 });
    expect(judge(claim('fails'), [other])).toMatchObject({ verdict: 'untestable', tried: 0 });
  });

  it('leaves out where it is done already: by what was played before, or as it looks there', () => {
    const rich = observation({ objects: [DOOR], scene: 'closed', score: 5 });
    const gains = trial(3, closed, rich);
    const counts = (...all: readonly Trial[]) => judge(claim('works'), [gains, ...all]).tried;
    expect(counts(trial(5, rich, rich))).toBe(1);
    expect(counts(trial(2, closed, closed))).toBe(2);
    expect(counts(trial(5, closed, closed, { episode: 2 }))).toBe(2);
    const opens = trial(7, closed, opened, { episode: 2 });
    expect(judge(claim('works', 'open door', 7), [opens, trial(2, opened, opened)]).tried).toBe(1);
  });

  it('is conditional when it held at some, and says what was different there', () => {
    const withKey = observation({ objects: [DOOR, KEY], scene: 'with key' });
    const unlocked = observation({ objects: [OPEN, KEY], scene: 'with key, open' });
    const trials = [trial(3, closed, closed), trial(8, withKey, unlocked)];
    expect(judge(claim('fails'), trials)).toEqual({
      verdict: 'conditional',
      tried: 2,
      held: 1,
      why: 'not when brass key is held',
    });
  });

  it('is conditional by what most of the moments where it failed lack, where nothing tells all apart', () => {
    const lit = observation({ objects: [DOOR, KEY], scene: 'lit' });
    const held = trial(3, lit, observation({ objects: [OPEN, KEY], scene: 'lit, open' }));
    const trials = [held, ...[4, 5].map((turn) => trial(turn, closed, closed, { episode: 2 }))];
    const why = (more: readonly Trial[]) => judge(claim('works'), [...trials, ...more]).why;
    const failing = (turn: number) => trial(turn, lit, lit, { episode: 2 });
    expect(why([failing(6)])).toBe('mostly when brass key is held');
    expect(why([failing(6), failing(7)])).toBe('mostly when brass key is held');
    expect(why([failing(6), failing(7), failing(8)])).toBe('');
  });

  it('is conditional by what the command names, before all else that was different', () => {
    const lit = observation({ objects: [OPEN, KEY], scene: 'lit' });
    const through = { ...lit, scene: 'through', score: 5 };
    const trials = [trial(3, lit, through), trial(8, closed, closed, { episode: 2 })];
    expect(judge(claim('works'), trials).why).toBe('only when door is open');
  });

  it('of a procedure counts only trials of the whole', () => {
    const whole = { ...claim('works'), setup: ['unlock door'] };
    const parts = [trial(3, closed, opened), trial(4, closed, closed)];
    const wholes = parts.map((one) => ({ ...one, setup: ['unlock door'], after: opened }));
    expect(judge(whole, [...parts, ...wholes])).toMatchObject({ verdict: 'confirmed', tried: 2 });
  });

  it('is not-the-cause when waiting at the recorded moment does the same', () => {
    const dead = observation({ scene: 'dead', died: true });
    const elsewhere = trial(8, closed, dead);
    const timed = [trial(3, closed, dead, { idle: dead }), elsewhere];
    expect(judge(claim('kills'), timed).verdict).toBe('not-the-cause');
    expect(judge(claim('kills'), [trial(3, closed, dead), elsewhere]).verdict).toBe('confirmed');
  });

  it('leaves out what the clock does: a bird that comes by is no effect of the command', () => {
    const bird = observation({ objects: [DOOR, thing(4, 'bird')], scene: 'bird' });
    const trials = [trial(3, closed, closed), trial(4, closed, bird, { idle: bird })];
    expect(judge(claim('fails'), trials)).toMatchObject({
      verdict: 'confirmed',
      tried: 2,
      held: 2,
    });
  });

  it('takes a change without a fact for the clock where waiting changes something, too', () => {
    const pig = (scene: string) => observation({ objects: [DOOR], scene });
    const strolls = trial(4, closed, pig('pig east'), { idle: pig('pig west') });
    const trials = [trial(3, closed, closed), strolls];
    expect(judge(claim('fails'), trials)).toMatchObject({
      verdict: 'confirmed',
      tried: 2,
      held: 2,
    });
    const opens = trial(4, closed, opened, { idle: pig('pig west') });
    expect(judge(claim('fails'), [trial(3, closed, closed), opens])).toMatchObject({ held: 1 });
  });

  describe('where no fact tells of a change', () => {
    const says = (text: string, scene = 'noted') => observation({ objects: [DOOR], scene, text });
    const refused = says('Locked.\nA bird sings.', 'closed');
    const [same, other] = [says('Locked.'), says('It creaks.')];
    const moments = (noted: Look) => [trial(1, closed, noted), trial(5, closed, refused)];

    it('the answer that nothing has elsewhere is a refusal, though the story notes that it was tried', () => {
      for (const turn of [1, 5]) {
        const tried = moments(same).map((one) => ({ ...one, isPlayed: one.turn === turn }));
        const failing = judge(claim('fails', undefined, turn), tried);
        expect(failing).toMatchObject({ verdict: 'confirmed', tried: 2, held: 2 });
        const working = judge(claim('works', undefined, turn), tried);
        expect(working).toMatchObject({ verdict: 'refuted', tried: 2, held: 0 });
      }
    });

    it('a longer answer may have told something, and is not refuted for it', () => {
      const told = says('You pull it open. A letter lies deep inside.', 'closed');
      const again = [trial(3, closed, told), trial(5, closed, told)];
      expect(judge(claim('works'), again)).toMatchObject({ verdict: 'untestable', tried: 0 });
      const short = says('You pull it open.\nA bird sings.', 'closed');
      const refusal = [trial(3, closed, short), trial(5, closed, short)];
      expect(judge(claim('works'), refusal)).toMatchObject({ verdict: 'refuted', tried: 2 });
    });

    it('another answer tells of an effect, at the moment that is said to have failed, too', () => {
      expect(judge(claim('fails'), moments(other))).toMatchObject({ tried: 2, held: 1 });
      const alone = [trial(3, closed, other)];
      expect(judge(claim('fails'), alone)).toMatchObject({ verdict: 'refuted', tried: 1 });
    });
  });

  it('is not-the-cause for a danger that only put out a light, where it goes out for one who waits, too', () => {
    const lamp = (...traits: Trait[]) => observation({ objects: [thing(5, 'lamp', ...traits)] });
    const [burning, out] = [
      { ...lamp('on'), scene: 'lit' },
      { ...lamp(), scene: 'dark' },
    ];
    const at = (idle: Look) => [trial(3, burning, out, { idle })];
    expect(judge(claim('kills'), at(out)).verdict).toBe('not-the-cause');
    expect(judge(claim('kills'), at(burning)).verdict).toBe('refuted');
    const bird = observation({ objects: [DOOR, thing(4, 'bird')], scene: 'bird' });
    const harmless = [trial(3, closed, bird, { idle: bird })];
    expect(judge(claim('kills'), harmless).verdict).toBe('refuted');
  });

  it('is untestable for a look that nobody recorded: nothing tells what it is to show', () => {
    const look = { command: 'read door', isPlayed: false };
    const unplayed = { ...claim('works', 'read door'), source: [] };
    const trials = [trial(4, closed, closed, look)];
    expect(judge(unplayed, trials)).toMatchObject({ verdict: 'untestable', tried: 0, held: 0 });
  });

  it('leaves out moments where a thing that the command names is out of reach', () => {
    const away = trial(6, closed, closed, { isInReach: false });
    expect(judge(claim('works'), [trial(3, closed, opened), away])).toMatchObject({ tried: 1 });
  });

  it('of a command that works, where no recorded moment is known, is refuted by a death', () => {
    const works = { ...claim('works'), source: [] };
    const dead = { ...opened, ended: 'death' as const };
    expect(judge(works, [trial(5, closed, opened)])).toMatchObject({ verdict: 'confirmed' });
    expect(judge(works, [trial(5, closed, dead)])).toMatchObject({ verdict: 'refuted', held: 0 });
  });

  it('is untestable when there was no moment', () => {
    expect(judge(claim('works'), [])).toMatchObject({ verdict: 'untestable', tried: 0, held: 0 });
  });

  it('takes a look for the same when it shows the same text', () => {
    const read = { ...closed, text: 'It says: beware.' };
    const command = { command: 'read door' };
    const trials = [trial(3, closed, read, command), trial(4, closed, closed, command)];
    expect(judge(claim('works', 'read door'), trials)).toMatchObject({ tried: 2, held: 1 });
  });

  it('a walk that earned points once still leads there', () => {
    const there = (score: number) =>
      observation({ scene: 'there', score, location: { ...closed.location, id: locationId(8) } });
    const trials = [trial(3, closed, there(5)), trial(9, closed, there(0))];
    expect(judge(claim('works'), trials)).toMatchObject({ verdict: 'confirmed', tried: 2 });
  });
});

describe('the verdict on a claim of two commands', () => {
  const source = [
    { episode: 1, turn: 3, command: 'open door' },
    { episode: 1, turn: 4, command: 'push door' },
  ];
  const both = { ...claim('works'), commands: ['open door', 'push door'], source };
  const push = { command: 'push door', isPlayed: true };

  it('is open where one of them only tells something', () => {
    const told = { ...closed, text: 'The door is old. Rust covers it.' };
    const trials = [trial(3, closed, opened), trial(4, closed, told, push)];
    expect(judge(both, trials)).toMatchObject({ verdict: 'untestable', tried: 0 });
  });

  it('is against it where waiting does what one of them did', () => {
    const trials = [trial(3, closed, opened), trial(4, closed, opened, { ...push, idle: opened })];
    expect(judge(both, trials).verdict).toBe('not-the-cause');
  });

  it('is refuted where the moment of one of them was played again', () => {
    const trials = [trial(3, closed, closed), trial(9, closed, closed, push)];
    expect(judge({ ...both, source: source.slice(0, 1) }, trials).verdict).toBe('refuted');
  });
});
