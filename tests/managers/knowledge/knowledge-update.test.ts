import { describe, expect, it } from 'vitest';
import type { TurnRecord } from '../../../src/domain/turn-record.ts';
import { EpisodeChronicle } from '../../../src/managers/knowledge/episode-chronicle.ts';
import { isWorthUpdate } from '../../../src/managers/knowledge/knowledge-update.ts';
import { held, Play, room } from './knowledge-scene.ts';

/** Turns of which so many actions differ; the rest repeat the first. */
function turns(count: number, unique: number): TurnRecord[] {
  const play = new Play();
  return Array.from({ length: count }, (_, at) => play.next(`push ${at < unique ? at : 0}`));
}

function opens(records: readonly TurnRecord[]) {
  const chronicle = new EpisodeChronicle();
  for (const record of records) chronicle.add(record);
  const window = chronicle.sinceUpdate();
  return isWorthUpdate(window.turns, window.facts);
}

describe('the gate of an update', () => {
  it.each([
    [75, 11, false],
    [60, 9, true],
    [75, 12, true],
  ])('of %i turns with %i different actions opens from 15 %% on', (count, unique, isOpen) => {
    expect(opens(turns(count, unique))).toBe(isOpen);
  });

  it.each([
    [2, false],
    [3, true],
    [4, true],
  ])('of %i turns that all differ opens from three on', (count, isOpen) => {
    expect(opens(turns(count, count))).toBe(isOpen);
  });

  it('opens with two different responses', () => {
    const play = new Play();
    const mute = Array.from({ length: 9 }, (_, at) => play.next(`push ${at}`, { text: 'No.' }));
    expect(opens([...mute, play.next('push 9', { text: 'Yes.' })])).toBe(true);
  });

  it('looks at the newest 75 turns only', () => {
    const varied = turns(100, 25);
    expect(opens(varied)).toBe(false);
    expect(opens(varied.slice(0, 75))).toBe(true);
  });

  it('stays closed below three turns, whatever happened in them', () => {
    const play = new Play();
    const deadly = [play.next('wait'), play.next('jump', { ended: 'death', score: 5 })];
    expect(opens(deadly)).toBe(false);
  });

  it.each([
    ['points', { score: 5 }],
    ['lost points', { score: -5 }],
    ['a death', { ended: 'death' as const }],
    ['a victory', { ended: 'victory' as const }],
    ['a room entered for the first time', room(9)],
    ['a thing held for the first time', held('lamp')],
  ])('opens for %s however monotonous the play was', (_, after) => {
    const play = new Play();
    const dull = Array.from({ length: 19 }, () => play.next('wait'));
    expect(opens([...dull, play.next('wait', after)])).toBe(true);
  });

  it('takes neither walking between known rooms nor juggling known things for news', () => {
    const play = new Play(1, held('lamp'));
    const first = [play.next('north', room(2)), play.next('wait'), play.next('south', room(1))];
    const chronicle = new EpisodeChronicle();
    for (const record of first) chronicle.add(record);
    chronicle.endWindow(true);
    for (let at = 0; at < 40; at += 1) {
      chronicle.add(play.next('north', { ...room(2), text: 'A' }));
      chronicle.add(play.next('drop lamp', { inventory: [], text: 'B' }));
      chronicle.add(play.next('take lamp', { ...held('lamp'), text: 'C' }));
      chronicle.add(play.next('south', { ...room(1), text: 'D' }));
    }
    const { turns: window, facts } = chronicle.sinceUpdate();
    expect(isWorthUpdate(window, facts)).toBe(false);
  });

  it('does not believe words: a text about death and points is no news', () => {
    const play = new Play();
    const text = 'You are dead. Your score has gone up by fifty points. A dead end.';
    const dull = Array.from({ length: 30 }, () => play.next('shout dead end', { text }));
    expect(opens(dull)).toBe(false);
  });

  it('stays closed when the game always answers the same', () => {
    const play = new Play();
    const mute = Array.from({ length: 10 }, (_, at) => play.next(`push ${at}`, { text: 'No.' }));
    expect(opens(mute)).toBe(false);
  });
});
