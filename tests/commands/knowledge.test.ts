/** @module-tag slow */
import { PassThrough } from 'node:stream';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { playedWorkdir } from '../helpers/played-workdir.ts';
import { runCli } from '../helpers/run-cli.ts';

const OWN = '- Never feed the heron.\n';

async function played() {
  const cwd = await playedWorkdir();
  const file = path.join(cwd, 'play/knowledgebase.md');
  return {
    cwd,
    file,
    text: () => readFileSync(file, 'utf8'),
    knowledge: (...args: string[]) => runCli(['knowledge', ...args], { cwd }),
  };
}

describe('zorkgpt knowledge', () => {
  it('alone shows the file, with --json its items by section', async () => {
    const { knowledge, text } = await played();
    expect((await knowledge()).out).toBe(text());
    const { sections } = JSON.parse((await knowledge('show', '--json')).out) as {
      sections: { title: string; items: { text: string }[] }[];
    };
    expect(sections.map(({ title }) => title)).toContain('CROSS-EPISODE INSIGHTS');
    const items = sections.flatMap((section) => section.items);
    expect(items.length).toBeGreaterThan(0);
    for (const item of items) expect(text()).toContain(item.text);
  });

  it('diff tells what an episode changed, the newest one when none is named', async () => {
    const { knowledge } = await played();
    const first = await knowledge('diff', '--episode', '1');
    expect(first.out).toMatch(/^CROSS-EPISODE INSIGHTS\n\+ /m);
    expect(first.out).not.toMatch(/^- /m);
    const { episode, from, changes } = JSON.parse((await knowledge('diff', '--json')).out) as {
      episode: number;
      from: string;
      changes: { kind: string; origin: { episode: number } }[];
    };
    expect([episode, from]).toEqual([2, '2/1']);
    for (const { kind, origin } of changes) expect(origin.episode).toBe(kind === 'added' ? 2 : 1);
    expect(changes.length).toBeGreaterThan(0);
    const { code, err } = await knowledge('diff', '--episode', '9', '--json');
    expect([code, JSON.parse(err)]).toMatchObject([1, { error: { code: 'not-found' } }]);
  });

  it('rollback takes what was learnt back, keeps what a person wrote, and the rest as backup', async () => {
    const { knowledge, file, text } = await played();
    const versions = JSON.parse((await knowledge('list', '--json')).out) as {
      name: string;
      file: string;
    }[];
    const newest = versions
      .map(({ name }) => name)
      .filter((name) => name.startsWith('1/'))
      .sort((a, b) => Number(a.slice(2)) - Number(b.slice(2)))
      .at(-1);
    expect(newest).toBeDefined();
    writeFileSync(file, text() + OWN);
    const before = text();
    const { code, out } = await knowledge('rollback', '--to', '1', '--yes', '--json');
    expect([code, JSON.parse(out)]).toMatchObject([0, { to: newest }]);
    expect(text()).toContain(OWN);
    expect(text()).not.toContain('(Ep2,');
    expect(text()).toContain('(Ep1,');
    expect(readFileSync(`${file}.backup`, 'utf8')).toBe(before);
    const again = await knowledge('rollback', '--to', newest ?? '', '--json');
    expect([again.code, JSON.parse(again.out)]).toMatchObject([0, { changed: 0 }]);
  });

  it('rollback changes nothing without --yes or a terminal, or with a version that is not there', async () => {
    const { knowledge, text } = await played();
    const before = text();
    const unsure = await knowledge('rollback', '--to', '1');
    expect([unsure.code, unsure.out]).toEqual([2, '']);
    expect(unsure.err).toContain('say --yes');
    for (const version of ['9', '1/7', '../1', '1/1/1']) {
      expect((await knowledge('rollback', '--to', version, '--yes')).code).toBe(1);
    }
    expect(text()).toBe(before);
  });

  it.each([
    ['y\n', true],
    ['n\n', false],
    ['\n', false],
  ])('rollback asks at a terminal, and %j decides', async (answer, changes) => {
    const { cwd, text } = await played();
    const before = text();
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    stdin.write(answer);
    const { code, err } = await runCli(['knowledge', 'rollback', '--to', '1'], { cwd, stdin });
    expect(code).toBe(0);
    expect(err).toContain('[y/N]');
    expect(text() === before).toBe(!changes);
  });
});

describe('zorkgpt objectives', () => {
  it('lists what the newest or a named episode wanted and reached', async () => {
    const { cwd } = await played();
    const ask = async (...args: string[]) =>
      JSON.parse((await runCli(['objectives', ...args, '--json'], { cwd })).out) as {
        episode: number;
        current: { text: string; renewedTurn: number }[];
        completed: { objective: string }[];
      };
    const newest = await ask();
    const state = JSON.parse(readFileSync(path.join(cwd, 'play/current_state.json'), 'utf8')) as {
      objectives: typeof newest;
    };
    const texts = ({ current }: typeof newest) => current.map(({ text }) => text).sort();
    expect(newest.episode).toBe(2);
    expect(texts(newest)).toEqual(texts(state.objectives));
    expect(newest.completed).toMatchObject(state.objectives.completed);
    expect(newest.completed.length).toBeGreaterThan(0);
    expect((await ask('list', '--episode', '1')).episode).toBe(1);
    const { out } = await runCli(['objectives'], { cwd });
    expect(out).toMatch(/^Episode 2\n\n {2}(Open|Reached):\n {4}- /);
  });

  it('names rooms, and says of one that nobody was in that it was not entered yet', async () => {
    const { cwd } = await played();
    const line = (msg: string, target: number) => {
      const text = `Go from Location 7 (Hall) to Location ${target}`;
      const objective = { text, target, origin: 'discovered', createdTurn: 3, renewedTurn: 3 };
      const time = '2026-11-23T02:00:00.000Z';
      return JSON.stringify({ level: 30, time, msg, objective, reason: 'stale' });
    };
    appendFileSync(
      path.join(cwd, 'play/episodes/0002/log.jsonl'),
      `${line('objective-dropped', 998)}\n${line('objective-added', 999)}\n`,
    );
    const { out } = await runCli(['objectives'], { cwd });
    const told = out.replaceAll(/\s+/g, ' ');
    const words = 'Go from Hall to a room not entered yet';
    expect(told).toContain(`- ${words} (998) (set at turn 3, not named again for long)`);
    expect(told).toContain(`- ${words} (999) (set by the planner at turn 3)`);
  });
});
