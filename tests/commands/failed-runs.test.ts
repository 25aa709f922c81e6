import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { says } from '../helpers/play-against.ts';
import {
  startProvider,
  type ProviderReply,
  type ProviderServer,
} from '../helpers/provider-server.ts';
import { runCli, type CliResult } from '../helpers/run-cli.ts';
import { SHIPPED_STORY, temporaryFolder } from '../helpers/workdir.ts';

const running: ProviderServer[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((provider) => provider.close()));
});

async function provider(replies: readonly ProviderReply[]): Promise<ProviderServer> {
  const started = await startProvider({ replies });
  running.push(started);
  return started;
}

/** Plays two episodes of two turns against a provider; the agent alone asks. */
function play(baseUrl: string, environment: Readonly<Record<string, string>> = {}) {
  const cwd = temporaryFolder();
  const config = {
    story: SHIPPED_STORY,
    player: 'openai',
    workdir: 'play',
    models: { model: 'test-model', baseUrl, maxAttempts: 1 },
    episode: { maxTurns: 2 },
    memory: { enabled: false },
    critic: { mode: 'never' },
    extractor: { mode: 'never' },
  };
  writeFileSync(path.join(cwd, 'zorkgpt.config.json'), JSON.stringify(config));
  return runCli(['run', '--json', '--display', 'none', '--episodes', '2'], { cwd, environment });
}

function episodesOf({ out }: CliResult): readonly { turns: number; stopReason: string }[] {
  const lines = out.split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as { turns: number; stopReason: string });
}

function reasonsIn({ err }: CliResult): readonly string[] {
  return err.split('\n').filter((line) => /^Episode \d+ failed: .{20,}/.test(line));
}

describe('a run that a provider leaves in the lurch', () => {
  it('with a refused key ends with 77, says why once, and begins no further episode', async () => {
    const { baseUrl } = await provider([{ status: 401 }]);
    const end = await play(baseUrl);
    expect(end.code).toBe(77);
    expect(reasonsIn(end)).toHaveLength(1);
    expect(episodesOf(end)).toMatchObject([{ turns: 0, modelError: 'auth' }]);
  });

  it('that is down ends with 75 and says why for each episode', async () => {
    const gone = await provider([]);
    await running.pop()?.close();
    const end = await play(gone.baseUrl);
    expect(end.code).toBe(75);
    expect(reasonsIn(end)).toHaveLength(2);
    expect(episodesOf(end)).toMatchObject([{ modelError: 'network' }, { modelError: 'network' }]);
  });

  it('ends with 3 when an episode went well, or when no answer could be used', async () => {
    const mixed = await provider([says('look'), says('wait'), { status: 500 }]);
    const someWell = await play(mixed.baseUrl);
    expect(someWell.code).toBe(3);
    expect(reasonsIn(someWell)).toHaveLength(1);
    expect(episodesOf(someWell)).toMatchObject([{ turns: 2 }, { modelError: 'server' }]);
    const babble = await provider(['I would take the lamp.']);
    expect((await play(babble.baseUrl)).code).toBe(3);
  });
});
