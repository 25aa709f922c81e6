import { expect, it } from 'vitest';
import {
  evidenceWords,
  IN_ONE_EPISODE,
  parseEvidence,
  printEvidence,
  type Evidence,
} from '../../../src/managers/memory/evidence.ts';
import { memoryId } from '../../../src/managers/memory/evidence.ts';
import { memory } from '../../helpers/memory.ts';
import { at, world } from './memory-world.ts';

async function filled(memories: Parameters<typeof memory>[0][], options = {}) {
  const made = world({ options });
  for (const fields of memories) await made.manager.addMemory(at(5), 'Quay', memory(fields));
  return made;
}

/** What is said of a room without the ids of its memories. */
function plain(text: string): string {
  return text.replaceAll(/ #[a-z2-9]{6}\b/g, '');
}

it('every active memory is one line that starts with its category, of both caches', async () => {
  const { manager } = await filled([
    { title: 'A', text: 'one\n[NOTE] two' },
    { title: 'B' },
    { title: 'C', persistence: 'ephemeral' },
    { title: 'D', persistence: 'ephemeral' },
  ]);
  await manager.addMemory(at(6), 'Pier', memory({ title: 'Elsewhere' }));
  const lines = plain(manager.recall(at(5)).text).split('\n');
  expect(lines.filter((line) => line.startsWith('['))).toHaveLength(4);
  expect(lines).toHaveLength(4);
  expect(lines.join()).not.toContain('Elsewhere');
});

it('what is superseded is hidden, and nothing is left when all is', async () => {
  const { manager } = await filled([{ title: 'A' }, { title: 'B', persistence: 'ephemeral' }]);
  await manager.invalidateMemory(at(5), 'A', 'wrong');
  expect(plain(manager.recall(at(5)).text)).not.toContain('A:');
  await manager.invalidateMemory(at(5), 'B', 'wrong');
  expect(plain(manager.recall(at(5)).text)).toBe('');
});

it('an unknown room says exactly nothing', () => {
  expect(world().manager.recall(at(77)).text).toBe('');
});

it('tentative memories of both caches stand under one heading, a blank line before it only after active ones', async () => {
  const { manager } = await filled([
    { title: 'A', status: 'TENTATIVE' },
    { title: 'B', status: 'TENTATIVE', persistence: 'ephemeral' },
  ]);
  const block = [
    '⚠️  TENTATIVE MEMORIES (unconfirmed, may be invalidated):',
    '  [NOTE] A: The hatch does not move. (not confirmed yet)',
    '  [NOTE] B: The hatch does not move. (not confirmed yet) [session]',
  ];
  expect(plain(manager.recall(at(5)).text).split('\n')).toEqual(block);
  await manager.addMemory(at(5), 'Quay', memory({ title: 'C' }));
  const active = '[NOTE] C: The hatch does not move.';
  expect(plain(manager.recall(at(5)).text).split('\n')).toEqual([active, '', ...block]);
});

it('markers tell spawn and session apart and can be switched off', async () => {
  const fields = [
    { title: 'A', persistence: 'core' as const },
    { title: 'B' },
    { title: 'C', persistence: 'ephemeral' as const },
  ];
  const ends = (text: string) => text.split('\n').map((line) => line.split('move.')[1]);
  const on = await filled(fields);
  expect(ends(plain(on.manager.recall(at(5)).text))).toEqual([' [spawn]', '', ' [session]']);
  const off = await filled(fields, { showPersistenceMarkers: false });
  expect(ends(plain(off.manager.recall(at(5)).text))).toEqual(['', '', '']);
});

it('at most five are shown, dangers first, and the omission is warned of once', async () => {
  const notes = Array.from({ length: 12 }, (_, index) => ({ title: `Note ${index}`, text: 'x' }));
  const { manager, events } = await filled([...notes, { title: 'Acid', category: 'DANGER' }]);
  const lines = plain(manager.recall(at(5)).text).split('\n');
  expect(lines).toHaveLength(6);
  expect(lines[5]).toBe('(8 more not shown)');
  expect(lines[0]).toBe('[DANGER] Acid: The hatch does not move.');
  expect(lines[1]).toBe('[NOTE] Note 8: x');
  plain(manager.recall(at(5)).text);
  expect(events.filter((event) => event.type === 'warning')).toHaveLength(1);
});

it('those that are told are told whole, within 300 tokens, and how many more there are', async () => {
  const long = 'word '.repeat(40).trim();
  const { manager } = await filled([
    ...Array.from({ length: 9 }, (_, index) => ({ title: `Note ${index}`, text: long })),
    { title: 'Acid', category: 'DANGER', text: long },
  ]);
  const shown = plain(manager.recall(at(5)).text).split('\n');
  expect(shown.join('\n').length).toBeLessThanOrEqual(1200);
  expect(shown.at(-1)).toBe(`(${10 - shown.length + 1} more not shown)`);
  expect(shown.length).toBeGreaterThan(3);
  for (const line of shown.slice(0, -1)) expect(line.endsWith(`: ${long}`)).toBe(true);
  expect(shown[0]).toMatch(/^\[DANGER\] Acid: /);
});

it('a text longer than all the room is cut at a word', async () => {
  const { manager } = await filled([{ title: 'A', text: 'abcd '.repeat(400) }]);
  const shown = plain(manager.recall(at(5)).text);
  expect(shown.length).toBeLessThanOrEqual(285 * 4);
  expect(shown).toMatch(/ abcd…$/);
});

it('a text longer than all the room is cut after a whole sentence where one fits', async () => {
  const { manager } = await filled([{ title: 'A', text: 'Ring it twice. '.repeat(200) }]);
  expect(plain(manager.recall(at(5)).text)).toMatch(/Ring it twice\. …$/);
});

it('failures that do not fit are named by title, within the same room, and never in half', async () => {
  const many = Array.from({ length: 30 }, (_, i) => ({
    title: `push stone ${i}`,
    category: 'FAILURE',
    text: 'It does not move, however hard one pushes and wherever one stands.',
  }));
  const { manager } = await filled([...many, { title: 'jump', category: 'DANGER' }]);
  const text = plain(manager.recall(at(5)).text);
  expect(text.length).toBeLessThanOrEqual(1200);
  const also = /^Also failed: (.*)$/m.exec(text)?.[1]?.split('; ') ?? [];
  expect(also.length).toBeGreaterThan(5);
  expect(also.every((title) => /^push stone \d+(?: \(It does not move\))?$/.test(title))).toBe(
    true,
  );
  expect(text).toMatch(/^\[DANGER\] jump/);
});

it.each([
  ['However hard one pulls, and nobody has the key to it, the hatch is locked.', ' (locked)'],
  ['However hard and wherever one stands the rusty key does not turn in this lock.', ''],
  ['He says "I do not need that, even now".', ''],
  ['He does not need it, even now.', ' (He does not need it)'],
  ['Dry torch: powder does not stick.', ' (Dry torch: powder does not stick)'],
])(
  'a failure is told with its reason only where that is short and whole: %s',
  async (text, reason) => {
    const failures = many(30, 'FAILURE', { text });
    const told = plain((await filled(failures)).manager.recall(at(5)).text);
    expect(/^Also failed: FAILURE \d+( \([^)]*\))?;/m.exec(told)?.[1] ?? '').toBe(reason);
  },
);

it('says nothing of titles while everything fits', async () => {
  const { manager } = await filled([{ title: 'A', category: 'FAILURE' }]);
  expect(plain(manager.recall(at(5)).text)).not.toContain('Also failed');
});

it('a title that names several actions stays whole, however little space there is for texts', async () => {
  const title = Array.from({ length: 4 }, (_, number) => `take weathercock number ${number}`).join(
    '; ',
  );
  const { manager } = await filled(
    Array.from({ length: 5 }, (_, number) => ({
      title: `${number} ${title}`,
      category: 'FAILURE' as const,
      text: 'x'.repeat(400),
    })),
  );
  const shown = plain(manager.recall(at(5)).text);
  expect(shown.length).toBeLessThanOrEqual(285 * 4);
  for (let number = 0; number < 5; number += 1) expect(shown).toContain(`${number} ${title}`);
});

it.each([
  [1, 1],
  [2, 2],
  [3, 2],
])(
  'of %i dangers of a neighbouring room %i are told, the newest, and nothing else',
  async (count, told) => {
    const dangers = many(count, 'DANGER');
    const { manager } = await filled([{ title: 'A note' }, ...dangers]);
    const lines = plain(manager.dangersAt(at(5)).text).split('\n');
    const newest = dangers.slice(-told).map(({ title }) => `[DANGER] ${title}: x`);
    const more = count > told ? [`(${count - told} more not shown)`] : [];
    expect(lines).toEqual([...newest, ...more]);
  },
);

it('the dangers of a neighbouring room stay within 140 tokens', async () => {
  const { manager } = await filled(
    ['A', 'B'].map((title) => ({ title, category: 'DANGER', text: 'word '.repeat(200) })),
  );
  const text = plain(manager.dangersAt(at(5)).text);
  expect(text.length).toBeLessThanOrEqual(560);
  expect(text).toMatch(/^\[DANGER\] B: word .*…/);
});

it('says how often a memory held when it was tried again, and nothing where nobody tried', async () => {
  const checked = (category: string, verdict: Evidence['verdict'], held: number): Evidence => ({
    ...memory({ category, title: category }),
    location: { id: 5, name: 'Quay' },
    verdict,
    tried: 6,
    held,
    why: verdict === 'conditional' ? 'only when lamp is held' : '',
    by: 'simulated',
  });
  const found = [checked('SUCCESS', 'confirmed', 6), checked('FAILURE', 'conditional', 4)];
  const evidence = parseEvidence(printEvidence(new Map(found.map((one) => [one.title, one]))));
  const { manager } = world({ evidence });
  for (const category of ['SUCCESS', 'FAILURE', 'NOTE']) {
    await manager.addMemory(at(5), 'Quay', memory({ category, title: category }));
  }
  expect(plain(manager.recall(at(5)).text).split('\n')).toEqual([
    '[SUCCESS] SUCCESS: The hatch does not move. (worked 6 of 6 times)',
    '[FAILURE] FAILURE: The hatch does not move. (fails when lamp is held)',
    '[NOTE] NOTE: The hatch does not move.',
  ]);
});

it.each<[string, Evidence['verdict'], number, string, string]>([
  ['SUCCESS', 'conditional', 1, 'only when window is open', '(works once window is open)'],
  ['SUCCESS', 'conditional', 1, 'not when chest is locked', '(works unless chest is locked)'],
  [
    'SUCCESS',
    'conditional',
    1,
    'only when A is open; not when B is open',
    '(works once A is open, but not when B is open)',
  ],
  [
    'SUCCESS',
    'conditional',
    1,
    'mostly when lamp is on',
    '(worked 1 of 3 times; mostly when lamp is on)',
  ],
  ['SUCCESS', 'conditional', 1, '', '(worked at 1 of 3 moments)'],
  ['SUCCESS', 'refuted', 0, 'it has not that effect anywhere', '(worked 0 of 3 times)'],
  ['DANGER', 'conditional', 1, 'only when lamp is on', '(deadly when lamp is on)'],
  ['DANGER', 'refuted', 0, 'it does no harm wherever it was tried', '(did no harm in 3 tries)'],
])('a %s that was %s in %i of 3 tries, %s: %s', (category, verdict, held, why, words) => {
  const found = { ...memory({ category }), location: { id: 5, name: 'Quay' } };
  expect(evidenceWords({ ...found, verdict, tried: 3, held, why, by: 'simulated' })).toBe(words);
});

it('evidence says with which words a command worked, and nothing against what recorded turns show', () => {
  const found = { ...memory({ category: 'SUCCESS' }), location: { id: 5, name: 'Quay' }, tried: 3 };
  const worked = { ...found, held: 3, why: 'as "give card to man"', by: 'simulated' } as const;
  expect(evidenceWords({ ...worked, verdict: 'confirmed' })).toBe(
    '(worked 3 of 3 times as "give card to man")',
  );
  const once = { ...worked, verdict: 'confirmed', why: IN_ONE_EPISODE } as const;
  expect(evidenceWords(once)).toBe('(worked 3 of 3 times, all in one episode)');
  const refuted = { ...found, verdict: 'refuted', held: 0, why: '', by: 'simulated' } as const;
  const uses = { shown: 3, followed: 2, played: 2, deaths: 0, points: 0 };
  expect(evidenceWords({ ...refuted, uses: { ...uses, effects: 0 } })).toBe(
    '(worked 0 of 3 times)',
  );
  expect(evidenceWords({ ...refuted, uses: { ...uses, effects: 1 } })).toBe('');
});

it.each([
  [0, false],
  [1, true],
])('a danger that did harm in %i of 3 tries is one of the room: %s', async (held, isOne) => {
  const danger = memory({ category: 'DANGER', title: 'Trap' });
  const found = { ...danger, location: { id: 5, name: 'Quay' }, verdict: 'conditional' as const };
  const line = { ...found, tried: 3, held, why: '', by: 'simulated' };
  const { manager } = world({ evidence: parseEvidence(Buffer.from(JSON.stringify(line))) });
  await manager.addMemory(at(5), 'Quay', danger);
  expect(manager.dangersAt(at(5)).text !== '').toBe(isOne);
});

it.each([
  ['about 2 turns after "take bell": bell lost', false],
  ['about 3 turns after coming in: drowned', true],
])('"%s" is a danger of the room next door: %s', async (title, isOne) => {
  const { manager } = world();
  await manager.addMemory(at(5), 'Quay', memory({ category: 'DANGER', title }));
  expect(manager.dangersAt(at(5)).text !== '').toBe(isOne);
});

it('evidence in a damaged line tells nothing, and the other lines still do', () => {
  const line =
    '{"location":{"id":5,"name":""},"category":"SUCCESS","title":"A","episode":1,"turns":"2"';
  const rest = ',"verdict":"confirmed","tried":1,"held":1,"why":"","by":"simulated"}';
  const bytes = Buffer.from(`${line}\n${line}${rest}\n{"location":7}\n`);
  expect([...parseEvidence(bytes).values()].map(({ title }) => title)).toEqual(['A']);
});

const many = (count: number, category: string, fields: object = {}) =>
  Array.from({ length: count }, (_, number) => ({
    title: `${category} ${number}`,
    text: 'x',
    category,
    ...fields,
  }));
const shownOf = (text: string) => (word: string) =>
  text.split('\n').filter((line) => line.startsWith(`[${word}]`)).length;

it.each([
  [20, 20, 20, [4, 1, 0]],
  [20, 1, 20, [4, 1, 0]],
  [1, 20, 2, [1, 3, 1]],
  [20, 0, 0, [5, 0, 0]],
])('%i dangers, %i successes and %i failures share the five places', async (...given) => {
  const [dangers, successes, failures, shares] = given;
  const { manager } = await filled([
    ...many(successes, 'SUCCESS'),
    ...many(dangers, 'DANGER'),
    ...many(failures, 'FAILURE'),
  ]);
  const count = shownOf(plain(manager.recall(at(5)).text));
  expect(['DANGER', 'SUCCESS', 'FAILURE'].map(count)).toEqual(shares);
});

it('the only way on is never hidden, however short the room is', async () => {
  const long = { text: 'word '.repeat(80) };
  const { manager } = await filled([
    { title: 'Say open', category: 'SUCCESS', ...long },
    ...many(20, 'DANGER', long),
    ...many(20, 'FAILURE', long),
  ]);
  const text = plain(manager.recall(at(5)).text);
  expect(text).toContain('[SUCCESS] Say open: word');
  expect(text.length).toBeLessThanOrEqual(285 * 4);
});

it('what this episode noted has a place among lasting memories', async () => {
  const { manager } = await filled([
    { title: 'Left the rope here', persistence: 'ephemeral' },
    ...many(9, 'DANGER'),
    ...many(9, 'SUCCESS'),
    ...many(9, 'DISCOVERY'),
  ]);
  expect(plain(manager.recall(at(5)).text)).toContain(
    'Left the rope here: The hatch does not move. [session]',
  );
});

it('tentative memories are marked, too', async () => {
  const { manager } = await filled([
    { title: 'A', status: 'TENTATIVE', persistence: 'core' },
    { title: 'B', status: 'TENTATIVE', persistence: 'ephemeral' },
    { title: 'C', status: 'TENTATIVE' },
  ]);
  const ends = plain(manager.recall(at(5)).text)
    .split('\n')
    .map((line) => line.split('move.')[1]);
  expect(ends.slice(1)).toEqual(
    [' [spawn]', '', ' [session]'].map((mark) => ` (not confirmed yet)${mark}`),
  );
});

it('names each memory by a short id that stays the same: at the end of its line, or behind the list of failures', async () => {
  const many = Array.from({ length: 12 }, (_, number) => ({
    title: `pull ${number}`,
    category: 'FAILURE' as const,
  }));
  const { manager } = await filled(many);
  const { text, memories, ids } = manager.recall(at(5));
  expect(memories).toHaveLength(12);
  expect(ids).toEqual(memories.map((one) => memoryId(at(5), one)));
  expect(new Set(ids).size).toBe(12);
  const named = [...text.matchAll(/#([a-z2-9]{6})\b/g)].map(([, id]) => id);
  expect(new Set(named)).toEqual(new Set(ids));
  expect(text).toMatch(/ #[a-z2-9]{6}$/m);
  expect(text).toMatch(/^Also failed: (?:pull \d+ \(The hatch does not move\)(?:; )?){9}$/m);
  expect(text).toMatch(/^\((?:#[a-z2-9]{6} ?){9}\)$/m);
});

it.each([
  [19, 0, true],
  [20, 0, false],
  [20, 1, true],
])(
  'one that was shown %i times, with %i effects, is shown where not all have a place: %s',
  async (shown, effects, isShown) => {
    const uses = { shown, followed: effects, played: effects, effects, deaths: 0, points: 0 };
    const memories = Array.from({ length: 6 }, (_, number) =>
      memory({ title: `Note ${number}`, category: 'NOTE' }),
    );
    const [oldest, ...rest] = memories.toReversed();
    const evidence: Evidence = {
      ...memory({ title: 'Note 5', category: 'NOTE' }),
      location: { id: 5, name: 'Quay' },
      verdict: 'untestable',
      tried: 0,
      held: 0,
      why: '',
      by: 'simulated',
      uses,
    };
    const { manager } = world({ evidence: parseEvidence(Buffer.from(JSON.stringify(evidence))) });
    for (const one of [...rest, oldest].flatMap((each) => each ?? [])) {
      await manager.addMemory(at(5), 'Quay', one);
    }
    expect(manager.recall(at(5)).text.includes('Note 5')).toBe(isShown);
  },
);
