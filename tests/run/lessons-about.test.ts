/** @module-tag slow */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { playScripted } from '../helpers/scripted-run.ts';
import { SHIPPED_STORY, temporaryFolder } from '../helpers/workdir.ts';

const COMMANDS = ['n', 'n', 'ne', 'open window', 'enter window', 's', 'read logbook', 'look'];

/** What is learnt of one room for another, and of none. */
function remember(question: string): object | null {
  const isOpening = /Action:\n\| enter window/.test(question);
  if (!isOpening && !/Action:\n\| read logbook/.test(question)) return null;
  const known = { should_remember: true, category: 'NOTE', persistence: 'permanent' };
  return isOpening
    ? {
        ...known,
        about: 'Parlour',
        memory_title: 'The cottage opens',
        memory_text: 'By the window.',
      }
    : { ...known, about: 'no room', memory_title: 'Windows', memory_text: 'A window may open.' };
}

it('a memory about another room is shown there, and one about no room is in the knowledge base', async () => {
  const workdir = temporaryFolder();
  const { model } = await playScripted({
    story: SHIPPED_STORY,
    workdir,
    seed: 1,
    commands: COMMANDS,
    remember,
    settings: { 'knowledge.enabled': true },
  });
  const file = path.join(workdir, 'knowledgebase.md');
  expect(existsSync(file) ? readFileSync(file, 'utf8') : '').toContain(
    'Windows: A window may open.',
  );
  const memories = readFileSync(path.join(workdir, 'Memories.md'), 'utf8');
  expect(memories).toContain('[About: "Parlour"]');
  expect(memories).not.toContain('Windows');
  const shown = model.calls
    .filter(({ role }) => role === 'agent')
    .map(({ messages }) => messages.at(-1)?.content ?? '');
  const inParlour = shown.map((text) => text.includes('The cottage opens'));
  expect(inParlour).toEqual([...COMMANDS.slice(0, 6).map(() => false), true, true]);
});
