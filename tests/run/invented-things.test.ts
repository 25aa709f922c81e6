/** @module-tag slow */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../src/managers/memory/memory-document.ts';
import { playScripted } from '../helpers/scripted-run.ts';
import { SHIPPED_STORY, temporaryFolder } from '../helpers/workdir.ts';

const COMMANDS = ['look', 'n', 'n', 'ne', 'examine window', 'open window', 'enter window', 'look'];

/** A model that makes things up, and now and then says what was really there. */
function invents(question: string): object {
  const isTrue = /Action:\n\| (?:open window|enter window)/.test(question);
  return {
    should_remember: true,
    category: 'DISCOVERY',
    memory_title: isTrue ? 'The window opens' : 'The golden dragon sleeps here',
    memory_text: isTrue ? 'The window can be opened.' : 'Give the ruby to the golden dragon.',
    persistence: 'permanent',
  };
}

describe('a model that invents', () => {
  it('has nothing believed that it made up, after three episodes, and all of it kept with the reason', async () => {
    const workdir = temporaryFolder();
    for (const seed of [1, 2, 3]) {
      await playScripted({
        story: SHIPPED_STORY,
        workdir,
        seed,
        commands: COMMANDS,
        remember: invents,
      });
    }
    const { blocks } = parseDocument(readFileSync(path.join(workdir, 'Memories.md')));
    const memories = blocks.flatMap(({ entries }) => entries.map(({ memory }) => memory));
    const invented = memories.filter(({ title }) => title.includes('dragon'));
    const doubt = 'names the words dragon and ruby, which the game has not printed';
    expect(invented.length).toBeGreaterThan(3);
    for (const one of invented) expect(one).toMatchObject({ status: 'TENTATIVE', doubt });
    const told = memories.filter(({ title }) => title === 'The window opens');
    expect(told.map(({ status }) => status)).toContain('ACTIVE');
  });
});
