import { rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ZorkEvent } from '../../../src/events/event.ts';
import { edits, openScene, Play, wander } from './knowledge-scene.ts';

const KNOWN = [
  '# Knowledge Base',
  '',
  '## UNIVERSAL GAME MECHANICS',
  '',
  '- Doors creak. *(Ep1, T7)*',
  '- Lamps need oil. *(Ep1, T9)*',
  '- Ropes hold one. *(Ep1, T11)*',
  '',
  'A remark by hand.',
  '',
  '## CROSS-EPISODE INSIGHTS',
  '',
  '- Save the oil for the cellar. *(Ep1, T90)*',
  '',
].join('\n');

const IDS = /\[([0-9a-f]{6})\]/g;

/** One update by a model that answers with edits made of the ids it was shown. */
async function updateWith(propose: (ids: readonly string[]) => readonly object[], file = KNOWN) {
  const scene = openScene({
    file,
    script: ({ messages }) => {
      const ids = [...(messages[1]?.content ?? '').matchAll(IDS)].map((match) => match[1] ?? '');
      return edits(...propose(ids));
    },
    options: { updateInterval: 10 },
  });
  await wander(scene.manager, new Play(2), 10);
  return scene;
}

function refused(events: readonly ZorkEvent[]): readonly string[] {
  return events.flatMap((event) =>
    event.type === 'knowledge-updated' ? event.refused.map(({ reason }) => reason) : [],
  );
}

describe('a model that tries to empty the knowledge base', () => {
  it('is refused as a whole when it retires everything, and the refusal is logged', async () => {
    const { read, events } = await updateWith((ids) =>
      ids.map((item) => ({ op: 'retire', item, reason: 'useless' })),
    );
    expect(read()).toBe(KNOWN);
    expect(events).toEqual([
      {
        type: 'lesson-failed',
        lesson: 'knowledge',
        reason: 'It would retire 4 of 4 items. Nothing was changed.',
      },
    ]);
  });

  it('is refused when it makes up for what it retires with filler', async () => {
    const filler = Array.from({ length: 5 }, (_, at) => ({
      op: 'add',
      section: 'LESSONS LEARNED',
      text: `Filler number ${at}.`,
    }));
    const { read } = await updateWith((ids) => [
      ...ids.slice(0, 2).map((item) => ({ op: 'retire', item, reason: 'useless' })),
      ...filler,
    ]);
    expect(read()).toBe(KNOWN);
  });

  it('is refused when it revises long items down to nothing', async () => {
    const long = (name: string) => `- ${name} ${'explains much '.repeat(25)}. *(Ep1, T1)*\n`;
    const file = `## LESSONS LEARNED\n\n${long('one')}${long('two')}${long('three')}`;
    const { read, events } = await updateWith(
      (ids) => ids.map((item, at) => ({ op: 'revise', item, text: `gone ${at}`, turns: [3] })),
      file,
    );
    expect(read()).toBe(file);
    expect(events[0]).toMatchObject({ type: 'lesson-failed', lesson: 'knowledge' });
  });

  it('cannot take out the last item', async () => {
    const file = '## LESSONS LEARNED\n\n- the only one *(Ep1, T1)*\n';
    const retire = (ids: readonly string[]) => [{ op: 'retire', item: ids[0], reason: 'x' }];
    expect((await updateWith(retire, file)).read()).toBe(file);
  });

  it('cannot touch what a person wrote: what it says against it stands beside it', async () => {
    const { read, events } = await updateWith(() => [
      { op: 'retire', item: 'A remark by hand.', reason: 'it is useless' },
      { op: 'revise', item: 'A remark by hand.', text: 'No remark.', turns: [3] },
    ]);
    const beside = (text: string) => `\n- Against "A remark by hand.": ${text}\n`;
    expect(read()).toBe(
      KNOWN.replace(
        'A remark by hand.\n',
        `A remark by hand.\n${beside('it is useless *(Ep2, guess)*')}${beside('No remark. *(Ep2, T3)*').slice(1)}`,
      ),
    );
    expect(refused(events)).toEqual([]);
  });

  it('may retire one wrong item of several, with a reason', async () => {
    const one = (reason: string | null) => (ids: readonly string[]) => [
      { op: 'retire', item: ids[1], reason },
    ];
    expect((await updateWith(one(null))).read()).toBe(KNOWN);
    const { read, versions } = await updateWith(one('refuted on turn 3'));
    expect(read()).toBe(KNOWN.replace('- Lamps need oil. *(Ep1, T9)*\n', ''));
    expect(versions.map(({ text }) => text)).toEqual([KNOWN, read()]);
  });

  it('cannot rewrite the file with anything but edits', async () => {
    const scene = openScene({
      file: KNOWN,
      script: ['# Knowledge Base\n\n(empty)', '# Knowledge Base\n\n(empty)'],
      options: { updateInterval: 10 },
    });
    await wander(scene.manager, new Play(), 10);
    expect(scene.read()).toBe(KNOWN);
    expect(scene.events).toMatchObject([{ type: 'lesson-failed', lesson: 'knowledge' }]);
  });
});

describe('a model that duplicates the cross-episode section', () => {
  it.each([
    { section: 'CROSS-EPISODE INSIGHTS', text: 'Save the oil for the cellar.' },
    { section: 'cross-episode insights', text: 'Something else.' },
    { section: '## CROSS-EPISODE INSIGHTS', text: 'Something else.' },
    { section: 'LESSONS LEARNED', text: '## CROSS-EPISODE INSIGHTS\n\n- Save the oil.' },
    { section: 'LESSONS LEARNED', text: 'Cross-Episode  Insights: save the oil.' },
    { section: 'LESSONS LEARNED', text: 'x\n\n## LESSONS LEARNED\n- y' },
    { section: 'LESSONS LEARNED', text: '- save THE oil, for the cellar' },
    { section: 'CROSS-EPISODE INSIGHTS 2', text: 'Something else.' },
  ])('is refused and the section stays present once: %j', async (edit) => {
    const { read, events } = await updateWith(() => [{ op: 'add', ...edit }]);
    expect(read()).toBe(KNOWN);
    expect(refused(events)).toHaveLength(1);
  });

  it('leaves a missing section missing until a synthesis writes it, and then it is there once', async () => {
    const file = '## LESSONS LEARNED\n\n- one *(Ep1, T1)*\n';
    const insight = { op: 'add', section: 'CROSS-EPISODE INSIGHTS', text: 'Begin with the lamp.' };
    const { manager, read } = await updateWith(() => [insight], file);
    expect(read()).toBe(file);
    const play = new Play(2);
    for (let times = 0; times < 2; times += 1) {
      await manager.synthesise(play.state, { reason: 'max-turns', detail: '' });
    }
    expect(read()).toBe(
      `${file}\n## CROSS-EPISODE INSIGHTS\n\n- Begin with the lamp. *(Ep2, guess)*\n`,
    );
  });

  it('cannot use the synthesis to add to other sections', async () => {
    const { manager, read, events } = openScene({
      file: KNOWN,
      script: [
        edits(
          { op: 'retire', item: 'Doors creak.', reason: 'x' },
          { op: 'add', section: 'LESSONS LEARNED', text: 'Hello.' },
        ),
      ],
    });
    await manager.synthesise(new Play(2).state, { reason: 'death', detail: '' });
    expect(read()).toBe(KNOWN.replace('- Doors creak. *(Ep1, T7)*\n', ''));
    expect(refused(events)).toEqual(['this section is not open to this update']);
  });
});

describe('a model that claims nonsense', () => {
  it.each([
    ['a section that does not exist', { section: 'CHEATS', text: 'Type xyzzy.' }],
    ['nothing', { section: 'LESSONS LEARNED', text: ' \n\t- ' }],
    ['what is known in other punctuation', { section: 'LESSONS LEARNED', text: 'DOORS, creak!' }],
  ])('about %s is refused', async (_, edit) => {
    const { read, events } = await updateWith(() => [{ op: 'add', ...edit }]);
    expect(read()).toBe(KNOWN);
    expect(refused(events)).toHaveLength(1);
  });

  it('about items that do not exist is refused, and its good edits are made', async () => {
    const { read, events } = await updateWith(() => [
      { op: 'retire', item: 'ffffff', reason: 'x' },
      { op: 'revise', item: null, text: 'y' },
      { op: 'add', section: 'lessons learned', text: '- Look\nfirst. *(Ep9, T9)*', turns: [4] },
    ]);
    expect(refused(events)).toHaveLength(2);
    expect(read()).toBe(
      KNOWN.replace(
        '## CROSS-EPISODE',
        '## LESSONS LEARNED\n\n- Look first. *(Ep2, T4)*\n\n## CROSS-EPISODE',
      ),
    );
  });

  it('in a flood costs only the excess, of edits, of items and of length', async () => {
    const flood = Array.from({ length: 40 }, (_, at) => ({
      op: 'add',
      section: 'LESSONS LEARNED',
      text: `Claim ${at} ${'and more '.repeat(100)}`,
      turns: [1],
    }));
    const { read, manager } = await updateWith(() => flood);
    const lines = read().match(/^- Claim.*$/gm) ?? [];
    expect(lines).toHaveLength(20);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(425);
    await wander(manager, new Play(2), 10);
    expect(manager.status().state.bySection['LESSONS LEARNED']).toBe(20);
  });

  it('cannot fill a section beyond its limit', async () => {
    const file = `## LESSONS LEARNED\n${Array.from({ length: 25 }, (_, at) => `- no ${at}\n`).join('')}`;
    const { read, events } = await updateWith(
      () => [{ op: 'add', section: 'LESSONS LEARNED', text: 'One more.' }],
      file,
    );
    expect(read()).toBe(file);
    expect(refused(events)).toEqual(['the section is full; revise or retire an item first']);
  });
});

it('an update that cannot be written is kept, shown, said, and written later', async () => {
  const scene = openScene({
    script: [edits({ op: 'add', section: 'LESSONS LEARNED', text: 'Look first.', turns: [10] })],
    options: { updateInterval: 10 },
  });
  const play = new Play();
  await wander(scene.manager, play, 9);
  writeFileSync(`${scene.file}.lock`, 'in the way');
  await wander(scene.manager, play, 1);
  expect(scene.events).toMatchObject([{ type: 'warning', code: 'knowledge-pending' }]);
  expect(scene.manager.status().state).toMatchObject({ items: 1, pending: 1 });
  expect(scene.manager.promptDigest(100)).toContain('Look first.');
  rmSync(`${scene.file}.lock`);
  await wander(scene.manager, play, 1);
  expect(scene.read()).toContain('- Look first. *(Ep1, T10)*');
  expect(scene.manager.status().state.pending).toBe(0);
});
