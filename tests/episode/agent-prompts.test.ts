/** @module-tag slow */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CallRecord } from '../../src/model/call-record.ts';
import { readSections } from '../../src/model/offline/read-prompt.ts';
import { runCli } from '../helpers/run-cli.ts';
import { testStory } from '../helpers/stories.ts';
import { SHIPPED_STORY, temporaryFolder } from '../helpers/workdir.ts';

const TURNS = 60;
const MEMORY = 'What earlier visits taught about this place';

/** Every agent request of two episodes, the second with what the first remembered. */
async function agentCalls(story: string): Promise<readonly CallRecord[]> {
  const cwd = temporaryFolder();
  const played = ['--player', 'offline', '--workdir', 'play', '--display', 'none', '--seed', '12'];
  const environment = { ZORKGPT_EPISODE_MAX_TURNS_STUCK: '1000' };
  const args = ['run', '--story', story, ...played, '--episodes', '2', '--turns', `${TURNS}`];
  expect((await runCli(args, { cwd, environment })).code).toBe(0);
  return ['0001', '0002'].flatMap((episode) =>
    readFileSync(path.join(cwd, 'play/episodes', episode, 'model-calls.jsonl'), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as CallRecord)
      .filter(({ role }) => role === 'agent'),
  );
}

const KNOWLEDGE = 'Knowledge from earlier episodes';

/** Tokens of a request without the knowledge base, which has room of its own. */
function tokensWithoutKnowledge(call: CallRecord): number {
  const knowledge = readSections(call.messages).get(KNOWLEDGE) ?? '';
  return tokens(wholeText(call)) - tokens(knowledge);
}

const wholeText = ({ messages }: CallRecord) => messages.map(({ content }) => content).join('\n');
const tokens = (text: string) => Math.ceil(text.length / 4);

function sharedPrefix(a: Buffer, b: Buffer): number {
  let index = 0;
  while (index < a.length && a[index] === b[index]) index += 1;
  return index / b.length;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const STORIES = [
  ['the shipped story', SHIPPED_STORY],
  ['Zork I', testStory('zork1-r88.z3')],
] as const;

describe.each(STORIES)('agent prompts of %s', (_, story) => {
  it.skipIf(story === null)('are short, and begin like the ones before them', async () => {
    const calls = await agentCalls(story ?? '');
    expect(calls.length).toBeGreaterThan(80);
    const longest = Math.max(...calls.map(tokensWithoutKnowledge));
    const memories = calls.map(({ messages }) => readSections(messages).get(MEMORY) ?? '');
    const shares = calls.slice(1).map((call, index) => {
      const [earlier, later] = [calls[index] ?? call, call].map((c) => Buffer.from(wholeText(c)));
      return sharedPrefix(earlier ?? Buffer.alloc(0), later ?? Buffer.alloc(0));
    });
    expect(longest).toBeLessThan(2000);
    expect(Math.max(...memories.map(tokens))).toBeLessThanOrEqual(300);
    expect(memories.filter((memory) => memory.startsWith('[')).length).toBeGreaterThan(50);
    expect(median(shares)).toBeGreaterThanOrEqual(0.6);
  });
});
