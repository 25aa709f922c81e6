/** @module-tag slow */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { startProvider, type ProviderServer } from '../helpers/provider-server.ts';
import { runCli } from '../helpers/run-cli.ts';
import { makePlace } from '../helpers/workdir.ts';

let provider: ProviderServer | null = null;

afterEach(() => provider?.close());

/** A run of three turns beside a server that says this of itself as llama.cpp does. */
async function playBeside(props: object, more: object = {}) {
  const reply = '{"thinking":"So.","action":"examine sea","should_remember":false}';
  provider = await startProvider({ replies: [reply], gets: { '/props': props } });
  const models = { model: 'gemma-3-4b-it', baseUrl: provider.baseUrl };
  const { cwd, workdir } = makePlace({ player: 'llama.cpp', seed: 3, models, ...more });
  const run = ['run', '--turns', '3', '--display', 'none'];
  const { err } = await runCli(run, { cwd });
  const manifest = JSON.parse(
    readFileSync(path.join(workdir, 'episodes/0001/manifest.json'), 'utf8'),
  ) as { config: { prompts: string; models: { roles: Record<string, object> } } };
  const asked = provider.requests.map(({ body }) => ({ body, role: roleOf(body) }));
  return { err, manifest, asked };
}

/** Whose question a request is, by the schema that it asks for. */
function roleOf(body: Readonly<Record<string, unknown>>): string {
  return /"name":"(\w+)_reply"/.exec(JSON.stringify(body))?.[1] ?? '';
}

const LARGE = { default_generation_settings: { n_ctx: 32_768 } };

describe('beside a llama.cpp server', () => {
  it('with several slots the agent has one for itself', async () => {
    const { asked } = await playBeside({ ...LARGE, total_slots: 4 });
    const slots = (wanted: string) =>
      new Set(asked.filter(({ role }) => role === wanted).map(({ body }) => body['id_slot']));
    expect([...slots('agent')]).toEqual([0]);
    expect(asked.length).toBeGreaterThan(3);
    const others = asked.filter(({ role }) => role !== 'agent');
    expect(others.length).toBeGreaterThan(0);
    for (const { body } of others) expect(body['id_slot']).toBeGreaterThan(0);
  });

  it('with one slot no lesson goes out between two questions of the agent', async () => {
    const { asked } = await playBeside({ ...LARGE, total_slots: 1 });
    const roles = asked.map(({ role }) => role);
    // Objectives are asked for before the first turn; the lesson of a turn waits for the next answer of the agent.
    const first = roles.indexOf('agent');
    expect(roles.slice(first, first + 2)).toEqual(['agent', 'agent']);
    expect(asked.every(({ body }) => !('id_slot' in body))).toBe(true);
  });

  it('whose template takes no system message none is sent, from the first question on', async () => {
    const caps = { supports_system_role: false };
    const { asked, err } = await playBeside({ ...LARGE, total_slots: 2, chat_template_caps: caps });
    const sent = asked.flatMap(({ body }) => body['messages'] as { role: string }[]);
    expect(new Set(sent.map(({ role }) => role))).toEqual(new Set(['user', 'assistant']));
    expect(err).not.toContain('Learnt');
  });

  it('the manifest keeps which prompts were used and how models were sampled', async () => {
    const full = await playBeside({ ...LARGE, total_slots: 2 });
    expect(full.manifest.config.prompts).toBe('full');
    expect(full.manifest.config.models.roles['memory']).toMatchObject({
      temperature: 1,
      topP: 0.95,
      extraBody: { top_k: 64, min_p: 0 },
    });
    expect(full.asked[0]?.body).toMatchObject({ temperature: 1, top_p: 0.95, top_k: 64 });
    await provider?.close();
    const small = await playBeside({ n_ctx: 8191, total_slots: 2 });
    expect(small.manifest.config.prompts).toBe('brief');
    expect(small.err).toMatch(/context\.historyTokens is lowered.*-np 2 -c/);
    await provider?.close();
    const asSet = await playBeside({ n_ctx: 8191, total_slots: 2 }, { prompts: 'full' });
    expect(asSet.manifest.config.prompts).toBe('full');
  });
});
