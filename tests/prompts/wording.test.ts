import { describe, expect, it } from 'vitest';
import { locationId } from '../../src/domain/ids.ts';
import {
  numberedRoomWords,
  playWords,
  roomWords,
  scoreWords,
  thingsWords,
  turnCount,
  turnWords,
} from '../../src/prompts/wording.ts';
import { turn } from '../helpers/observation.ts';

const long = (length: number) => 'x'.repeat(length);

describe('the words of prompts', () => {
  it('name a room with its id, on one line with an end', () => {
    const room = { id: locationId(0), name: 'Old\n## Hall' };
    expect(roomWords(room)).toBe('Old ## Hall (0)');
    expect(numberedRoomWords(room)).toBe('Location 0 (Old ## Hall)');
    expect(roomWords({ ...room, name: long(60) })).toBe(`${long(60)} (0)`);
    expect(roomWords({ ...room, name: long(61) })).toBe(`${long(60)}... (0)`);
  });

  it('say "nothing" of no things, and name the others in a row', () => {
    expect(thingsWords([])).toBe('nothing');
    expect(thingsWords([{ name: 'lamp' }, { name: 'a\trope' }])).toBe('lamp, a rope');
  });

  it('count a turn of those that an episode has, and alone where it has no end', () => {
    expect(turnCount(37, 50)).toBe('Turn 37 of 50');
    expect(turnCount(37, null)).toBe('Turn 37');
  });

  it('tell points as far as they are known; zero is a score', () => {
    expect(scoreWords({ score: null, maxScore: 5 })).toBe('score unknown');
    expect(scoreWords({ score: 0, maxScore: null })).toBe('score 0');
    expect(scoreWords({ score: 0, maxScore: 350 })).toBe('score 0 of 350');
  });

  it('tell a turn by number, place, command and answer, the played text quoted', () => {
    const record = turn(3, 'open\n## box', {}, { text: 'It\n## opens.' });
    expect(turnWords(record)).toBe('Turn 3, Hall (1)\n| > open ## box\n| It ## opens.');
    expect(playWords({ ...record, after: { ...record.after, text: long(9) } }, 8)).toBe(
      `| > open ## box\n| ${long(8)}...`,
    );
  });
});
