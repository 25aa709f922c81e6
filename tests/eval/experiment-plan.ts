import { makePlan, type ExperimentPlan, type Protocol } from '../../src/eval/plan.ts';

/** A plan of these arms; nothing is read from disk. */
export function experimentPlan(
  protocol: Partial<Protocol> = {},
  arms: readonly string[] = ['memory', 'no-memory'],
): ExperimentPlan {
  const story = {
    ifid: 'ZCODE-1-000000',
    key: '1.000000.0',
    sha256: 'cd'.repeat(32),
    title: null,
    maxScore: null,
    milestones: 0,
  };
  return makePlan({
    prompts: 'ab'.repeat(32),
    subject: { story, player: 'offline', model: 'offline' },
    protocol: {
      seeds: [1],
      episodes: 1,
      turns: 10,
      store: 'persistent',
      episodeSeeds: 'same',
      preset: null,
      ...protocol,
    },
    arms: arms.map((name) => ({
      name,
      settings: {},
      config: { memory: { enabled: !name.startsWith('no-') } },
      configHash: name,
      exits: 'probed',
      choices: false,
    })),
    planned: { storyFile: null, flags: {} },
  });
}
