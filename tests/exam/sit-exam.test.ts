import { describe, expect, it } from 'vitest';
import { ModelError } from '../../src/domain/errors.ts';
import { locationId } from '../../src/domain/ids.ts';
import { seededRandom } from '../../src/domain/seeded-random.ts';
import type { Examined } from '../../src/exam/examine.ts';
import { examMarksByKind } from '../../src/exam/exam.ts';
import { sitExam } from '../../src/exam/sit-exam.ts';
import type { Ask } from '../../src/model/ask.ts';
import { NO_USAGE } from '../../src/model/model.ts';
import { loadRunPrompts } from '../../src/run/run-services.ts';

const LETTERS = ['A', 'B', 'C', 'D'];
const COMMANDS = ['lift stone', 'pull rope', 'ring bell', 'open gate'];

const EXAMINED: readonly Examined[] = Array.from({ length: 400 }, (_, at) => {
  const options = COMMANDS.map((command) => ({ kind: 'command', command }) as const);
  const right = options[at % 4] ?? options[0];
  return {
    question: {
      kind: 'kills',
      text: `Which of these commands is deadly at Cell ${at}?`,
      subject: `Cell ${at}`,
      room: { id: locationId(at), name: `Cell ${at}` },
      right: right ?? { kind: 'death' },
      alsoRight: [],
      episode: 1,
      turn: 1,
      options,
    },
    stored: null,
    misled: null,
    used: { applied: 0, respected: 0 },
  };
});

/** Says the shown command with this chance, and anything where it is not shown or fails to see it. */
function reader(chance: number): Ask {
  const random = seededRandom(5);
  return ((question) => {
    const user = question.messages[1]?.content ?? '';
    const shown = /DEADLY: (.*)/.exec(user)?.[1];
    const listed = user
      .split('\n')
      .find((line) => shown !== undefined && line.endsWith(`) ${shown}`));
    const guess = LETTERS[Math.floor(random() * 4)];
    const value = { answer: listed !== undefined && random() < chance ? listed[0] : guess };
    const reply = {
      text: '',
      reasoning: '',
      usage: NO_USAGE,
      finishReason: 'stop',
      model: 'stand-in',
    };
    return Promise.resolve({ ok: true, value: question.replySchema.parse(value), reply });
  }) as Ask;
}

async function marksOf(ask: Ask) {
  const readings = await sitExam(EXAMINED, {
    ask,
    prompts: loadRunPrompts({ prompts: 'full' }),
    shownFor: ({ right }) => (right.kind === 'command' ? `DEADLY: ${right.command}` : ''),
    signal: new AbortController().signal,
  });
  return examMarksByKind(EXAMINED, readings).get('all')?.read ?? { with: 0, without: 0 };
}

describe('reading what a prompt would show', () => {
  it('gives a perfect reader every answer that is shown, and a quarter of those that are not', async () => {
    const read = await marksOf(reader(1));
    expect(read.with).toBe(400);
    expect(read.without).toBeGreaterThan(70);
    expect(read.without).toBeLessThan(130);
  });

  it('gives a reader who sees 60 % of what is shown these and a quarter of the rest', async () => {
    const read = await marksOf(reader(0.6));
    // 70 % of 400, within four standard deviations
    expect(read.with).toBeGreaterThan(243);
    expect(read.with).toBeLessThan(317);
  });

  it('gives one who guesses a quarter, whatever is shown', async () => {
    const read = await marksOf(reader(0));
    expect(Math.abs(read.with - 100)).toBeLessThan(35);
  });

  it('counts an unusable answer as wrong, and ends where the model cannot be reached', async () => {
    const failing =
      (kind: 'malformed' | 'auth'): Ask =>
      () =>
        Promise.resolve({
          ok: false,
          error: new ModelError('No.', { kind, role: 'agent', retryable: false }),
        });
    expect(await marksOf(failing('malformed'))).toEqual({ with: 0, without: 0 });
    await expect(marksOf(failing('auth'))).rejects.toThrow('No.');
  });
});
