/** @module-tag slow */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { playScripted } from '../helpers/scripted-run.ts';
import { SHIPPED_STORY, temporaryFolder } from '../helpers/workdir.ts';

const LESSON = {
  should_remember: true,
  category: 'NOTE',
  persistence: 'permanent',
  memory_title: 'Windows',
  memory_text: 'A window may open.',
};

it.each(['asked', 'off'])(
  'models.lessons "%s" decides whether play is asked about',
  async (set) => {
    const workdir = temporaryFolder();
    const { model } = await playScripted({
      story: SHIPPED_STORY,
      workdir,
      seed: 1,
      commands: ['n', 'n', 'ne', 'open window', 'enter window', 'look'],
      remember: () => LESSON,
      settings: {
        'knowledge.enabled': true,
        'objectives.enabled': true,
        'objectives.discoveryInterval': 3,
        'models.lessons': set,
      },
    });
    const roles = new Set(model.calls.map(({ role }) => role));
    const isAsked = set === 'asked';
    for (const role of ['memory', 'knowledge', 'objectives'] as const)
      expect([role, roles.has(role)]).toEqual([role, isAsked]);
    expect(existsSync(path.join(workdir, 'Memories.md'))).toBe(isAsked);
    expect(existsSync(path.join(workdir, 'map_state.json'))).toBe(true);
  },
);
