import { expect, it } from 'vitest';
import { memory } from '../../helpers/memory.ts';
import { thing } from '../../helpers/observation.ts';
import { asked, at, context, lesson, nothing, turn, world, type Script } from './memory-world.ts';

it('a window that must be opened before it is entered: one procedure, at the room where it starts', async () => {
  const behind: { room: [number, string] } = { room: [79, 'Behind House'] };
  const steps = [
    turn(47, 'examine window', { text: 'It is slightly ajar.' }, behind),
    turn(48, 'open window', { text: 'With great effort, you open it.' }, behind),
    turn(49, 'enter window', { room: [203, 'Kitchen'], score: 10, text: 'Kitchen' }, behind),
  ];
  const script: Script = (question) =>
    question.includes('| > open window') && question.includes('| enter window')
      ? lesson({
          category: 'SUCCESS',
          memory_title: 'Enter the house',
          memory_text: '(1) open window, (2) enter window.',
        })
      : lesson({ should_remember: false });
  const { manager, questions, file } = world({ script });
  for (const [index, step] of steps.entries()) {
    await manager.learn(step, context({ recent: steps.slice(0, index), firstVisit: index === 2 }));
  }
  expect(asked(questions.at(-2))).toContain('score +10');
  expect(manager.getMemories(at(79))).toMatchObject([
    { title: 'Enter the house', scoreChange: 10, status: 'ACTIVE' },
  ]);
  expect(manager.recall(at(203)).text).toBe('');
  const later = world({ file }).manager;
  expect(later.recall(at(79)).text).toMatch(
    /^\[SUCCESS\] Enter the house: \(1\) open window, \(2\) enter window\. #\w{6}$/,
  );
});

it('a gift that seems accepted is tentative until what follows supersedes it', async () => {
  const room: { room: [number, string] } = { room: [152, 'Troll Room'] };
  const gift = turn(1, 'give lunch to troll', { text: 'He graciously accepts.', score: 1 }, room);
  const attack = turn(2, 'north', { text: 'He cleaves you in twain!', ended: 'death' }, room);
  const script: Script = (question, call) =>
    call === 1
      ? lesson({ category: 'NOTE', memory_title: 'Troll accepts lunch gift', status: 'TENTATIVE' })
      : lesson({
          category: 'DANGER',
          memory_title: 'Troll attacks after accepting gift',
          supersedes_memory_titles: question.includes('> give lunch')
            ? ['Troll accepts lunch gift']
            : [],
        });
  const { manager, file } = world({ script });
  await manager.learn(gift, context());
  expect(manager.recall(at(152)).text).toMatch(
    /^⚠️ {2}TENTATIVE[^\n]*\n {2}\[NOTE\] Troll accepts lunch gift: /,
  );
  await manager.learn(attack, context({ recent: [gift] }));
  expect(manager.recall(at(152)).text).toMatch(
    /^\[DANGER\] Troll attacks after accepting gift: [^\n]*$/,
  );
  expect(file.text).toContain('[Superseded at T2 by "Troll attacks after accepting gift"]');
  expect(file.text).toContain(
    '**[NOTE - PERMANENT - SUPERSEDED] Troll accepts lunch gift** *(Ep1, T1, +1)*',
  );

  const forgetful = world({ script });
  await forgetful.manager.learn(gift, context());
  await forgetful.manager.learn(attack, context());
  expect(asked(forgetful.questions[1])).not.toContain('RECENT ACTION SEQUENCE');
  expect(forgetful.file.text).not.toContain('SUPERSEDED');
});

it('two keys: what did not fit and what did become one memory', async () => {
  const hall: { room: [number, string] } = { room: [134, 'Hallway'] };
  const steps = [
    turn(20, 'examine door', { text: 'The door is locked.' }, hall),
    turn(21, 'unlock door with rusty key', { text: 'It does not fit.' }, hall),
    turn(22, 'unlock door with brass key', { text: 'The brass key turns. *Click*' }, hall),
    turn(23, 'open door', { text: 'It swings open.', score: 2 }, hall),
  ];
  const script: Script = (question) =>
    /rusty[^]*fit[^]*brass[^]*swings open/.test(question)
      ? lesson({
          category: 'SUCCESS',
          memory_title: 'Stone door needs the brass key',
          memory_text: 'Brass, not rusty: unlock, then open.',
        })
      : nothing();
  const { manager } = world({ script });
  for (const [index, step] of steps.entries())
    await manager.learn(step, context({ recent: steps.slice(0, index) }));
  expect(manager.getMemories(at(134))).toMatchObject([
    { text: 'Brass, not rusty: unlock, then open.', turns: '21-23' },
  ]);
});

it('a tentative memory is confirmed by writing it again and superseding its title', async () => {
  const script: Script = () => lesson({ supersedes_memory_titles: ['Hatch is stuck'] });
  const { manager } = world({ script });
  await manager.addMemory(at(79), 'Quay', memory({ status: 'TENTATIVE' }));
  await manager.learn(turn(9, 'pull', { score: 1 }), context());
  expect(manager.getMemories(at(79)).map(({ status }) => status)).toEqual(['ACTIVE']);
});

it.each([
  ['lay in another room', { room: [88, 'Up a Tree'] as [number, string] }, 'jewelled egg'],
  ['lay here', {}, undefined],
  ['was held', { inventory: [thing(114, 'jewelled egg')], objects: [] }, 'jewelled egg'],
])('points for taking what %s before are of the thing: about %s', async (_, seen, about) => {
  const egg = thing(114, 'jewelled egg');
  const earlier = turn(3, 'look', {}, { objects: [egg], ...seen });
  const taken = { inventory: [egg], objects: [{ ...egg, held: true }], score: 5, text: 'Taken.' };
  const script: Script = () =>
    lesson({ category: 'SUCCESS', memory_title: 'take egg', memory_text: 'It scores.' });
  const { manager } = world({ script });
  await manager.learn(
    turn(9, 'take egg', taken, { objects: [egg] }),
    context({ recent: [earlier] }),
  );
  expect(manager.getMemories(at(79))[0]?.about).toBe(about);
});

it('who only came by is no effect of a command that the game refused', async () => {
  const thief = thing(7, 'thief', 'animate');
  const text = 'You have neither the tools nor the skill.\n\nSomebody leans on the wall.';
  const came = turn(4, 'open egg', { objects: [thief], scene: 'with thief', text });
  const idle = { comparison: { alsoIdle: [], isSameIdle: true as const } };
  const facts = async (record: typeof came) => {
    const { manager, questions } = world({ script: () => nothing() });
    await manager.learn(record, context());
    return asked(questions[0]);
  };
  const told = 'nothing in reach changed that waiting would not change';
  expect(await facts({ ...came, ...idle })).toContain(told);
  expect(await facts({ ...came, ...idle })).toContain('No change that the engine sees');
  expect(await facts(came)).not.toContain('nothing in reach changed');
});
