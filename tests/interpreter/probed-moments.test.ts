import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GameSession } from '../../src/interpreter/game-session.ts';
import { ProbedMoments } from '../../src/interpreter/exits.ts';
import { StoryCode } from '../../src/interpreter/story-code.ts';
import { readStoryFile } from '../../src/interpreter/story-header.ts';
import { StoryMachine } from '../../src/interpreter/story-machine.ts';
import { SHIPPED_STORY } from '../helpers/workdir.ts';

const PLAYER = 20;

/** Games of the shipped story that remember together, and a probe of two lines that counts its calls. */
function games() {
  const { image, identity } = readStoryFile(readFileSync(SHIPPED_STORY));
  const code = new StoryCode(identity.version, image.length);
  const moments = new ProbedMoments<string>();
  let calls = 0;
  const start = () => {
    const session = new GameSession(new StoryMachine(image.slice(), code, 1));
    session.start();
    return session;
  };
  const look = (session: GameSession, player = PLAYER) =>
    moments.find(session, `${player}`, () => {
      calls += 1;
      return session.probe(() => `${session.send('look').text} ${session.send('wait').text}`);
    });
  return { start, look, calls: () => calls };
}

describe('what a probe found', () => {
  it('is known at the same moment of another game, and counts as many lines', () => {
    const { start, look, calls } = games();
    const [one, other] = [start(), start()];
    expect(look(one)).toBe(look(other));
    expect(calls()).toBe(1);
    expect([one.steps.lines, other.steps.lines]).toEqual([2, 2]);
  });

  it('is looked for again at another moment, for another player, and where files are handled', () => {
    const { start, look, calls } = games();
    const session = start();
    look(session);
    look(session, PLAYER + 1);
    session.send('wait');
    look(session);
    expect(calls()).toBe(3);
    session.machine.files = {
      save: () => false,
      restore: () => null,
      replay: () => undefined,
      refused: () => undefined,
      turned: () => undefined,
    };
    look(session);
    expect(calls()).toBe(4);
  });
});
