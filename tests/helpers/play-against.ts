import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import type { Message } from '../../src/domain/message.ts';
import type { StopReason } from '../../src/domain/stop-reason.ts';
import type { TurnRecord } from '../../src/domain/turn-record.ts';
import { wholeTurns } from '../../src/records/recorded-turn.ts';
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
  /** More of the section `models`; without it a question is asked once. */
  readonly models?: object;
  readonly episodes?: number;
  readonly budget?: object;
  /** What the endpoint says of itself, by path. */
  readonly gets?: Readonly<Record<string, unknown>>;
  readonly display?: 'plain' | 'none';
  /** Replies of another endpoint, which draws the lessons; without it there are none. */
  readonly lessons?: readonly ProviderReply[];
  readonly onListening?: (
    listener: (signal: NodeJS.Signals) => void,
    provider: ProviderServer,
  ) => void;
}

export interface PlayedEpisode {
  readonly code: number;
  readonly err: string;
  readonly cwd: string;
  readonly provider: ProviderServer;
  readonly summary: {
    stopReason: StopReason;
    stopDetail: string;
    turns: number;
    modelError?: string;
  };
  /** What the interpreter was really given. */
  readonly commands: readonly string[];
  readonly turns: readonly TurnRecord[];
  /** The newest message of each request to the agent, in order. */
  readonly prompts: readonly string[];
  /** The same requests whole. */
  readonly conversations: readonly string[];
}

async function start(
  replies: readonly ProviderReply[],
  gets: Readonly<Record<string, unknown>> = {},
): Promise<ProviderServer> {
  const provider = await startProvider({ replies, gets });
  running.push(provider);
  return provider;
}

/** Plays some turns of the shipped story through the whole product against a provider; the agent alone asks. */
export async function playAgainst(
  replies: readonly ProviderReply[],
  setting: PlaySetting = {},
): Promise<PlayedEpisode> {
  const provider = await start(replies, setting.gets);
  const lessons = setting.lessons && (await start(setting.lessons));
  const { cwd, workdir } = makePlace({
    player: 'openai',
    seed: 12,
    models: {
      model: 'test-model',
      baseUrl: provider.baseUrl,
      timeoutSeconds: setting.timeoutSeconds ?? 60,
      maxAttempts: setting.attempts ?? (setting.models === undefined ? 1 : null),
      ...(lessons && { roles: { memory: { baseUrl: lessons.baseUrl } } }),
      ...setting.models,
    },
    episode: { maxTurns: setting.turns ?? 3 },
    memory: { enabled: lessons !== undefined },
    ...(setting.budget && { budget: setting.budget }),
    critic: { mode: 'never' },
    extractor: { mode: 'never' },
  });
  const { display = 'none', episodes = 1 } = setting;
  const args = ['run', '--json', '--display', display, '--episodes', String(episodes)];
  const { code, out, err } = await runCli(args, {
    cwd,
    environment: { OPENAI_API_KEY: CANARY_KEY },
    onListening: (listener) => setting.onListening?.(listener, provider),
  });
  expect(`${out}${err}`).not.toContain(CANARY_KEY);
  const lines = (file: string) =>
    readFileSync(path.join(workdir, 'episodes/0001', file), 'utf8')
      .split('\n')
      .filter(Boolean);
  const requests = provider.requests
    .map(({ body }) => body['messages'] as readonly Message[])
    .filter((messages) => messages.some(({ content }) => content.includes('## Game text')));
  return {
    code,
    err,
    cwd,
    provider,
    summary: JSON.parse(out),
    commands: lines('commands.rec'),
    turns: wholeTurns(
      lines('trajectory.jsonl').map((line) => JSON.parse(line) as unknown),
    ) as readonly TurnRecord[],
    prompts: requests.map((messages) => messages.at(-1)?.content ?? ''),
    conversations: requests.map((messages) =>
      messages.map(({ role, content: text }) => `${role}: ${text}`).join('\n'),
    ),
  };
}
