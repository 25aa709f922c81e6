/** @module-tag slow */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { playScripted } from '../helpers/scripted-run.ts';
import { testStory } from '../helpers/stories.ts';
import { SHIPPED_STORY, temporaryFolder } from '../helpers/workdir.ts';

function lesson(category: string, title: string, text: string, more: object = {}): object {
  return {
    should_remember: true,
    category,
    memory_title: title,
    memory_text: text,
    persistence: 'permanent',
    ...more,
  };
}

/** The section of one location in Memories.md. */
function sectionOf(workdir: string, location: number): string {
  const text = readFileSync(path.join(workdir, 'Memories.md'), 'utf8');
  return (
    text.split(/^(?=## Location )/m).find((part) => part.startsWith(`## Location ${location}:`)) ??
    ''
  );
}

const WINDOW = ['n', 'n', 'ne', 'examine window', 'open window', 'enter window'];
const PROCEDURE = lesson(
  'SUCCESS',
  'Open the window, then enter',
  'Open window, then enter window.',
);

describe('a prerequisite: the window must be opened before it can be entered', () => {
  it('is remembered where it was done, with the score the engine saw', async () => {
    const workdir = temporaryFolder();
    const { summary, memoryQuestions } = await playScripted({
      story: SHIPPED_STORY,
      workdir,
      seed: 1,
      commands: WINDOW,
      remember: (question) => (/Action:\n\| enter window/.test(question) ? PROCEDURE : null),
    });
    expect(summary.score).toBe(10);
    const question = memoryQuestions.at(-2) ?? '';
    expect(question).toContain('score +10');
    expect(question).toMatch(
      /RECENT ACTION SEQUENCE[^]*examine window[^]*open window[^]*Action:\n\| enter window/,
    );
    expect(sectionOf(workdir, 43)).toContain(
      '**[SUCCESS - PERMANENT] Open the window, then enter** *(Ep1, T5-6, +10)*',
    );
    expect(sectionOf(workdir, 49)).toBe('');
  });

  it('on Zork I: at location 79, none at 203, and the change of score reaches the prompt', async () => {
    const story = testStory('zork1-r88.z3');
    if (story === null) return;
    const workdir = temporaryFolder();
    const { memoryQuestions } = await playScripted({
      story,
      workdir,
      seed: 12,
      commands: ['north', 'east', 'examine window', 'open window', 'enter window'],
      remember: (question) => (/Action:\n\| enter window/.test(question) ? PROCEDURE : null),
    });
    expect(memoryQuestions.at(-2)).toContain('score +10');
    expect(sectionOf(workdir, 79)).toContain('Open the window, then enter');
    expect(sectionOf(workdir, 203)).toBe('');
  });
});

describe('a delayed consequence: the guardian takes a gift and kills afterwards', () => {
  const commands = [
    ...[
      'n',
      'n',
      'ne',
      'open window',
      's',
      'take lantern',
      'take loaf',
      's',
      'open front door',
      's',
      'e',
    ],
    ...['open iron door', 'e', 'open hatch', 'turn on lantern', 'd', 'e', 'n'],
    ...['give loaf to bellman', 'n'],
  ];
  const hopeful = lesson('NOTE', 'Bellman accepts a loaf', 'He steps aside.', {
    status: 'TENTATIVE',
  });
  const refuted = lesson(
    'DANGER',
    'Bellman kills after a gift',
    'He takes it and kills who passes.',
    {
      supersedes_memory_titles: ['Bellman accepts a loaf'],
    },
  );

  it('supersedes the hopeful memory, and both stay in the file', async () => {
    const workdir = temporaryFolder();
    const { summary, memoryQuestions, model } = await playScripted({
      story: SHIPPED_STORY,
      workdir,
      seed: 1,
      commands,
      remember: (question) => {
        if (/Action:\n\| give loaf/.test(question)) return hopeful;
        return question.includes('the player DIED') ? refuted : null;
      },
    });
    expect(summary.stopReason).toBe('death');
    expect(memoryQuestions.at(-1)).toMatch(/RECENT ACTION SEQUENCE[^]*give loaf to bellman/);
    const arch = sectionOf(workdir, 152);
    expect(arch).toMatch(/\[NOTE - PERMANENT - SUPERSEDED\] Bellman accepts a loaf/);
    expect(arch).toContain(`[Superseded at T${commands.length} by "Bellman kills after a gift"]`);
    expect(arch).toContain('**[DANGER - PERMANENT] Bellman kills after a gift**');
    const lastPrompt = model.calls.filter(({ role }) => role === 'agent').at(-1)
      ?.messages[1]?.content;
    expect(lastPrompt).not.toContain('Bellman kills after a gift');
  });
});

describe('progressive discovery: one of two keys opens the chest', () => {
  it('becomes one memory of what fits and what does not, at the chest', async () => {
    const workdir = temporaryFolder();
    const { summary, memoryQuestions } = await playScripted({
      story: SHIPPED_STORY,
      workdir,
      seed: 1,
      commands: [
        ...['n', 'n', 'e', 'open iron door', 'e', 'u', 'take brass key', 'd', 'w', 'w', 'ne'],
        ...['open window', 's', 'open drawer', 'take rusty key', 'up', 'open sea chest'],
        ...['unlock sea chest with rusty key', 'unlock sea chest with brass key', 'open sea chest'],
      ],
      remember: (question) =>
        /(?=[^]*rusty key)(?=[^]*brass key)[^]*Action:\n\| open sea chest/.test(question)
          ? lesson(
              'SUCCESS',
              'The sea chest needs the brass key',
              'Brass, not rusty: unlock, then open.',
            )
          : null,
    });
    expect(summary.score).toBeGreaterThan(0);
    expect(memoryQuestions.at(-1)).toMatch(/rusty key[^]*will not turn/);
    const bedroom = sectionOf(workdir, 66);
    expect(bedroom.match(/^\*\*\[/gm)?.length).toBe(1);
    expect(bedroom).toContain('The sea chest needs the brass key');
  });
});

describe('what is refused until an episode ends', () => {
  const commands = ['look', 'take boat', 'take path'];
  const remember = (question: string) =>
    question.includes('## Actions without a change that the engine sees')
      ? lesson('FAILURE', 'take boat; take path', 'No.')
      : null;

  it('is remembered before the episode ends', async () => {
    const workdir = temporaryFolder();
    const setting = { story: SHIPPED_STORY, workdir, seed: 1, commands, remember };
    const { memoryQuestions } = await playScripted(setting);
    expect(memoryQuestions.filter((question) => question.includes('| > take boat'))).toHaveLength(
      1,
    );
    expect(sectionOf(workdir, 30)).toContain(
      '**[FAILURE - PERMANENT] take boat; take path** *(Ep1, T2-3, +0)*',
    );
  });

  it('waits where the episode will go on', async () => {
    const workdir = temporaryFolder();
    const run = { story: SHIPPED_STORY, workdir, seed: 1, commands, remember, stopAfter: 2 };
    const { summary, memoryQuestions } = await playScripted(run);
    expect(summary.stopReason).toBe('interruption');
    expect(memoryQuestions.filter((question) => question.includes('take boat'))).toEqual([]);
  });
});
