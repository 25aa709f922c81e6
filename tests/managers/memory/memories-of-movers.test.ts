import { describe, expect, it } from 'vitest';
import { memoryId } from '../../../src/managers/memory/evidence.ts';
import { memory } from '../../helpers/memory.ts';
import { thing } from '../../helpers/observation.ts';
import { asked, at, context, lesson, turn, world } from './memory-world.ts';

const BIRD = thing(9, 'jackdaw', 'animate');
const LAMP = thing(8, 'lamp');
const here = { room: [80, 'Pier'] as [number, string], objects: [BIRD, { ...LAMP, held: true }] };
const theft = memory({ category: 'DANGER', title: 'jackdaw snatches', text: 'It takes the egg.' });

/** A turn on the pier that scores, asked about with this reply; `filed` is what the quay teaches. */
async function taught(action: string, reply: object | null, filed: Parameters<typeof memory>[0]) {
  const { manager, questions } = world({ script: () => reply });
  await manager.addMemory(at(79), 'Quay', memory(filed));
  await manager.learn(turn(5, action, { score: 1 }, here), context());
  const titles = (room: number) => manager.getMemories(at(room)).map(({ title }) => title);
  return { question: asked(questions[0]), quay: titles(79), pier: titles(80) };
}

describe('a memory of somebody or something that moves', () => {
  it.each([
    ['of somebody who is here', 'wait', theft, true],
    [
      'of a thing that the command names',
      'light lamp',
      memory({ category: 'NOTE', title: 'light lamp' }),
      true,
    ],
    [
      'of a thing that it does not name',
      'wait',
      memory({ category: 'NOTE', title: 'light lamp' }),
      false,
    ],
    ['of somebody who is not here', 'wait', { ...theft, title: 'goose snatches' }, false],
  ])('%s is listed in the question of another room: %s', async (_, action, filed, isListed) => {
    const { question } = await taught(action, null, filed);
    expect(question.includes(`| - "${filed.title}"`)).toBe(isListed);
    expect(question.includes('; filed at Quay (79)): ')).toBe(isListed);
  });

  it('asks nobody about the coming of somebody of whom another room tells', async () => {
    const come = (name: string) => ({ objects: [thing(9, name, 'animate')], text: 'It lands.' });
    const asks = async (name: string) => {
      const { manager, questions } = world();
      await manager.addMemory(at(79), 'Quay', theft);
      await manager.learn(turn(5, 'wait', come(name), { ...here, objects: [] }), context());
      return questions.length;
    };
    expect([await asks('jackdaw'), await asks('goose')]).toEqual([0, 1]);
  });

  it('of another room that the player was shown is listed, and may be replaced', async () => {
    const noted = memory({ category: 'NOTE', title: 'Altar: comb not yet tried' });
    const told = async (shown: readonly string[]) => {
      const { manager, questions } = world({ script: () => null });
      await manager.addMemory(at(79), 'Quay', noted);
      const played = turn(5, 'wait', { score: 1 }, here);
      await manager.learn(
        { ...played, decision: { ...played.decision, memories: shown } },
        context(),
      );
      return asked(questions[0]).includes('"Altar: comb not yet tried"');
    };
    expect(await told([])).toBe(false);
    expect(await told([memoryId(79, noted)])).toBe(true);
  });

  it('is replaced from another room by its title', async () => {
    const supersedes_memory_titles = [theft.title];
    const reply = lesson({ memory_title: 'Feed the jackdaw', supersedes_memory_titles });
    const { quay, pier } = await taught('give loaf to jackdaw', reply, theft);
    expect([quay, pier]).toEqual([[], ['Feed the jackdaw']]);
  });

  it('is not stored again under another room', async () => {
    const { category, title, text } = theft;
    const same = { category, memory_title: title, memory_text: text };
    const again = await taught('wait', lesson(same), theft);
    expect([again.quay, again.pier]).toEqual([[title], []]);
    const other = await taught(
      'wait',
      lesson({ ...same, memory_text: 'It takes the coin.' }),
      theft,
    );
    expect([other.quay, other.pier]).toEqual([[title], [title]]);
  });
});
