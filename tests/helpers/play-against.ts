import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import type { StopReason } from '../../src/domain/stop-reason.ts';
import type { TurnRecord } from '../../src/domain/turn-record.ts';
import { CANARY_KEY } from './model-setup.ts';
import { startProvider, type ProviderReply, type ProviderServer } from './provider-server.ts';
import { runCli } from './run-cli.ts';
import { makePlace } from './workdir.ts';

const running: ProviderServer[] = [];

/** For `afterEach`: stops every provider that `playAgainst` started. */
export async function closeProviders(): Promise<void> {
  await Promise.all(running.splice(0).map((provider) => provider.close()));
}

/** A good reply of the agent. */
export function says(action: string, thinking = 'I try it.'): string {
  return JSON.stringify({ thinking, action });
}

export interface PlaySetting {
  readonly attempts?: number;
  readonly turns?: number;
  readonly timeoutSeconds?: number;
  readonly onListening?: (
    listener: (signal: NodeJS.Signals) => void,
    provider: ProviderServer,
  ) => void;
}

export interface PlayedEpisode {
  readonly code: number;
  readonly summary: {
    stopReason: StopReason;
    stopDetail: string;
    turns: number;
    modelError?: string;
  };
  /** What the interpreter was really given. */
  readonly commands: readonly string[];
  readonly turns: readonly TurnRecord[];
  /** The user message of each request to the agent, in order. */
  readonly prompts: readonly string[];
}

/** Plays some turns of the shipped story through the whole product against a provider; the agent alone asks. */
export async function playAgainst(
  replies: readonly ProviderReply[],
  setting: PlaySetting = {},
): Promise<PlayedEpisode> {
  const provider = await startProvider({ replies });
  running.push(provider);
  const { cwd, workdir } = makePlace({
    player: 'openai',
    seed: 12,
    models: {
      model: 'test-model',
      baseUrl: provider.baseUrl,
      timeoutSeconds: setting.timeoutSeconds ?? 60,
      maxAttempts: setting.attempts ?? 1,
    },
    episode: { maxTurns: setting.turns ?? 3 },
    memory: { enabled: false },
    critic: { mode: 'never' },
    extractor: { mode: 'never' },
  });
  const { code, out, err } = await runCli(['run', '--json', '--display', 'none'], {
    cwd,
    environment: { OPENAI_API_KEY: CANARY_KEY },
    onListening: (listener) => setting.onListening?.(listener, provider),
  });
  expect(`${out}${err}`).not.toContain(CANARY_KEY);
  const lines = (file: string) =>
    readFileSync(path.join(workdir, 'episodes/0001', file), 'utf8')
      .split('\n')
      .filter(Boolean);
  return {
    code,
    summary: JSON.parse(out),
    commands: lines('commands.rec'),
    turns: lines('trajectory.jsonl').map((line) => JSON.parse(line) as TurnRecord),
    prompts: provider.requests
      .map(({ body }) => {
        const messages = body['messages'] as readonly { readonly content: string }[];
        return messages[1]?.content ?? '';
      })
      .filter((prompt) => prompt.includes('## Newest game text')),
  };
}
