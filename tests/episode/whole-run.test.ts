/** @module-tag slow */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { currentStateSchema } from '../managers/state/current-state-schema.ts';
import { playedWorkdir } from '../helpers/played-workdir.ts';
import { playScripted } from '../helpers/scripted-run.ts';
import { SHIPPED_STORY, temporaryFolder } from '../helpers/workdir.ts';

const MANAGERS = ['map', 'memory', 'context', 'state', 'knowledge', 'objectives', 'episodes'];

const logLine = z.looseObject({
  msg: z.string(),
  turn: z.number().optional(),
  statuses: z.array(z.looseObject({ component: z.string() })).optional(),
});

it('two episodes discover, complete, update, draw insights and report, each begun clean', async () => {
  const cwd = await playedWorkdir();
  const read = (name: string) => readFileSync(path.join(cwd, 'play', name), 'utf8');

  const episodes = [1, 2].map((number) => logOf(read(`episodes/000${number}/log.jsonl`)));
  const all = new Set(episodes.flat().map(({ msg }) => msg));
  for (const wanted of ['objective-added', 'objective-completed', 'knowledge-updated']) {
    expect(all).toContain(wanted);
  }
  expect(read('knowledgebase.md').match(/^## CROSS-EPISODE INSIGHTS$/gm)).toHaveLength(1);
  expect(currentStateSchema.safeParse(JSON.parse(read('current_state.json'))).error).toBe(
    undefined,
  );

  for (const [index, lines] of episodes.entries()) {
    const { statuses = [] } = lines.at(-1) ?? {};
    expect(statuses.map(({ component }) => component)).toEqual(MANAGERS);
    const status = new Map(statuses.map((one) => [one.component, one]));
    const count = (msg: string) => lines.filter((line) => line.msg === msg).length;
    expect(status.get('map')).toMatchObject({ unsaved: false });
    expect(status.get('memory')).toMatchObject({ state: { ephemeral: 0, pending: 0 } });
    expect(status.get('state')).toMatchObject({
      state: { episode: index + 1 },
      metrics: { modelCalls: count('model-call') },
    });
    expect(status.get('objectives')).toMatchObject({
      state: { episode: index + 1, completed: count('objective-completed') },
      metrics: { 'objective-added': count('objective-added') },
    });
    expect(status.get('episodes')).toMatchObject({
      metrics: { bootstrapped: index === 0 ? 0 : 1, failed: 0 },
    });
    expect(lines.find(({ msg }) => msg === 'turn-end')?.turn).toBe(1);
  }
});

it('without progress the agent is warned from turn 20, and play stops at the first check', async () => {
  const { summary, model } = await playScripted({
    story: SHIPPED_STORY,
    workdir: temporaryFolder(),
    seed: 12,
    commands: Array.from({ length: 60 }, () => 'wait'),
    remember: () => null,
  });
  expect(summary).toMatchObject({ stopReason: 'stuck', turns: 40 });
  const prompts = model.calls.filter(({ role }) => role === 'agent');
  const warned = prompts.map(({ messages }) =>
    /No point scored and no objective completed/.test(messages.at(-1)?.content ?? ''),
  );
  expect(warned.indexOf(true)).toBe(20);
  expect(warned.slice(20)).not.toContain(false);
});

function logOf(text: string): readonly z.infer<typeof logLine>[] {
  return text
    .trim()
    .split('\n')
    .map((line) => logLine.parse(JSON.parse(line)));
}
