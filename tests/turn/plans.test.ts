/** @module-tag slow */
import { afterEach, describe, expect, it } from 'vitest';
import { closeProviders, playAgainst } from '../helpers/play-against.ts';

afterEach(closeProviders);

/** The prompts of the shipped story, played with these replies. */
async function promptsAfter(...replies: readonly object[]): Promise<readonly string[]> {
  const texts = [...replies, { action: 'look' }].map((reply) =>
    JSON.stringify({ thinking: '', ...reply }),
  );
  const { prompts } = await playAgainst(texts, { turns: texts.length });
  return prompts;
}

/** A section of the newest message. */
function section(name: string, prompt: string | undefined): string | undefined {
  return new RegExp(`^## ${name}\n((?:(?!## ).*\n?)*)`, 'm').exec(prompt ?? '')?.[1]?.trim();
}

describe('a target', () => {
  it('stands while nothing is said of it, and null clears it', async () => {
    const prompts = await promptsAfter(
      { action: 'north', target: 'Landing Stage' },
      { action: 'north' },
      { action: 'wait', target: null },
    );
    expect(prompts.map((prompt) => section('Route', prompt))).toEqual([
      undefined,
      'Route to Landing Stage (30): s',
      'Route to Landing Stage (30): s, then s',
      undefined,
    ]);
  });

  it('is cleared by being there', async () => {
    const prompts = await promptsAfter(
      { action: 'north', target: 30 },
      { action: 'south' },
      { action: 'north' },
    );
    expect(section('Route', prompts[1])).toBe('Route to Landing Stage (30): s');
    expect(section('Route', prompts[3])).toBeUndefined();
  });
});

describe('an objective that the agent sets', () => {
  const gifts = 'Find the six gifts of the sea and lay them on the chapel altar';
  const listed = `- ${gifts}\n    in doubt: names the words chapel and altar, which the game has not printed`;

  it('is not about the place it walks to, and not completed by stepping into the marsh', async () => {
    const prompts = await promptsAfter(
      { action: 'north' },
      { action: 'look', newObjective: gifts, target: 116 },
      { action: 'west' },
    );
    expect(section('Objectives', prompts[2])).toBe(listed);
    expect(prompts[3]).toContain('Location: Salt Marsh (116)');
    expect(section('Objectives', prompts[3])).toBe(listed);
  });

  it('is told once as not completed, with the reason, when the engine has shown nothing for it', async () => {
    const prompts = await promptsAfter(
      { action: 'north', newObjective: gifts },
      { action: 'west', completed: [gifts] },
      { action: 'east' },
    );
    expect(section('Objectives', prompts[2])).toBe(
      `${listed}\nTold once:\n- Not completed: "${gifts}": nothing the engine saw shows "lay them on the chapel altar" done`,
    );
    expect(section('Objectives', prompts[3])).toBe(listed);
  });

  it('goes when the agent drops it', async () => {
    const prompts = await promptsAfter(
      { action: 'north', newObjective: gifts },
      { action: 'west', dropped: [gifts] },
    );
    expect(section('Objectives', prompts[1])).toBe(listed);
    expect(section('Objectives', prompts[2])).toBe(
      `Told once:\n- Dropped: "${gifts}": you gave it up`,
    );
  });
});
