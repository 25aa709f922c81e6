/** @module-tag slow */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStory } from '../../src/interpreter/open-story.ts';
import type { CallRecord } from '../../src/model/call-record.ts';
import { readQuestionSections } from '../../src/prompts/question.ts';
import { readCalls } from '../helpers/read-calls.ts';
import { runCli } from '../helpers/run-cli.ts';
import { testStory } from '../helpers/stories.ts';
import { SHIPPED_STORY, temporaryFolder } from '../helpers/workdir.ts';

const SEED = 12;
const MEMORY = 'What earlier visits taught, and this one';

interface Played {
  readonly calls: readonly CallRecord[];
  readonly commands: readonly string[];
}

/** Two episodes of the offline player, the second with what the first remembered. */
async function play(story: string, turns: number): Promise<readonly Played[]> {
  const cwd = temporaryFolder();
  const played = ['--player', 'offline', '--workdir', 'play', '--display', 'none'];
  const environment = { ZORKGPT_EPISODE_MAX_TURNS_STUCK: '1000' };
  const size = ['--seed', `${SEED}`, '--episodes', '2', '--turns', `${turns}`];
  expect(
    (await runCli(['run', '--story', story, ...played, ...size], { cwd, environment })).code,
  ).toBe(0);
  return ['0001', '0002'].map((episode) => {
    const directory = path.join(cwd, 'play/episodes', episode);
    const commands = readFileSync(path.join(directory, 'commands.rec'), 'utf8');
    return { calls: readCalls(directory), commands: commands.split('\n').filter(Boolean) };
  });
}

/** What was printed before each turn, and what LOOK would print then. */
function printed(story: string, commands: readonly string[]) {
  const game = openStory(readFileSync(story), { seed: SEED });
  const texts = [game.opening.text];
  return commands.map((command) => {
    const here = game.snapshot();
    const look = game.step('look').text;
    game.restore(here);
    const earlier = [...texts];
    texts.push(game.step(command).text);
    return { earlier, look };
  });
}

const plain = (text: string) => text.replaceAll(/^\| ?/gm, '').replaceAll(/\s+/g, ' ').trim();
const wholeText = ({ messages }: CallRecord) => messages.map(({ content }) => content).join('\n');
const tokens = (text: string) => Math.ceil(text.length / 4);
const share = (values: readonly boolean[]) => values.filter(Boolean).length / values.length;

/** A longer line may describe a room, which a later episode tells while the player is there. */
const SHORT_LINE = 60;

/** What of a text every later prompt of an episode holds: all in the first, short lines in a later one. */
function kept(text: string, isFirst: boolean): readonly string[] {
  const lines = text.split('\n').filter((line) => line.trim().length <= SHORT_LINE);
  return (isFirst ? [text] : lines).map(plain);
}

/** How the longest line of a text begins: of a room's description what tells it from others, whatever has changed. */
function essence(text: string): string {
  const longest = text.split('\n').reduce((a, b) => (b.length > a.length ? b : a), '');
  return plain(longest).slice(0, 60);
}

function sharedPrefix(a: string, b: string): number {
  let index = 0;
  while (index < a.length && a[index] === b[index]) index += 1;
  return index / b.length;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const STORIES = [
  ['the shipped story', SHIPPED_STORY, 24],
  ['Zork I', testStory('zork1-r88.z3'), 34],
] as const;

describe.each(STORIES)('agent requests of %s', (_, story, turns) => {
  it.skipIf(story === null)(
    'hold the room and all that was said, but how rooms look that are known, and begin like the ones before them',
    async () => {
      const episodes = await play(story ?? '', turns);
      const judged = episodes.map(({ calls, commands }, episode) => {
        const asked = calls.filter(({ role }) => role === 'agent');
        const texts = asked.map((call) => plain(wholeText(call)));
        const truth = printed(story ?? '', commands);
        const of = <T>(judge: (text: string, turn: (typeof truth)[number]) => T) =>
          asked.flatMap(({ turn = 1 }, index) => {
            const now = truth[turn - 1];
            return now === undefined ? [] : [judge(texts[index] ?? '', now)];
          });
        return {
          room: share(of((text, { look }) => text.includes(essence(look)))),
          history: share(
            of((text, { earlier }) =>
              earlier.every((one) => kept(one, episode === 0).every((part) => text.includes(part))),
            ),
          ),
          prefix: median(
            asked
              .slice(1)
              .map((call, i) => sharedPrefix(wholeText(asked[i] ?? call), wholeText(call))),
          ),
          newest: median(
            asked.slice(1).map(({ messages }) => tokens(messages.at(-1)?.content ?? '')),
          ),
          calls: calls.length / commands.length,
          memories: asked.map(({ messages }) => readQuestionSections(messages).get(MEMORY) ?? ''),
        };
      });
      for (const { room, history, prefix, newest, calls } of judged) {
        expect(room).toBeGreaterThanOrEqual(0.95);
        expect(history).toBeGreaterThanOrEqual(0.95);
        expect(prefix).toBeGreaterThanOrEqual(0.7);
        expect(newest).toBeLessThanOrEqual(1200);
        expect(calls).toBeLessThanOrEqual(2);
      }
      const memories = judged.flatMap((one) => one.memories);
      expect(Math.max(...memories.map(tokens))).toBeLessThanOrEqual(300);
      // So many prompts tell memories that the bound above is of use.
      const told = memories.filter((memory) => memory.startsWith('| ['));
      expect(told.length).toBeGreaterThanOrEqual(5);
    },
  );
});
