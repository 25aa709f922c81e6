import { describe, expect, it } from 'vitest';
import { locationId, type LocationId } from '../../../src/domain/ids.ts';
import type { Memory, ConsolidationPlan } from '../../../src/domain/memory.ts';
import type { Stop } from '../../../src/domain/stop-reason.ts';
import type { ZorkEvent } from '../../../src/events/event.ts';
import {
  EpisodeSynthesizer,
  type EpisodePorts,
} from '../../../src/managers/episodes/episode-synthesizer.ts';
import { createAsk } from '../../../src/model/ask.ts';
import { createOfflinePlayer } from '../../../src/player/offline-player.ts';
import { answerAsKnowledge } from '../../../src/player/answer-as-knowledge.ts';
import type { LanguageModel } from '../../../src/model/model.ts';
import { createScriptedModel } from '../../helpers/scripted-model.ts';
import { openScene, Play, prompts, room } from '../knowledge/knowledge-scene.ts';
import { state } from '../../helpers/observation.ts';
import { memory } from '../../helpers/memory.ts';

const DEATH: Stop = { reason: 'death', detail: 'The game ended on turn 3.' };
const LIMIT: Stop = { reason: 'max-turns', detail: 'The limit is reached.' };
const offline = () => createOfflinePlayer();

/** A synthesizer over recording stand-ins for the other managers. */
function synthesizer(setup: Partial<EpisodePorts> & { readonly model?: LanguageModel } = {}) {
  const events: ZorkEvent[] = [];
  const done: string[] = [];
  const plans: ConsolidationPlan[] = [];
  const ports: EpisodePorts = {
    knowledge: {
      finalUpdate: async () => void done.push('final update'),
      synthesise: async () => done.push('synthesis') > 0,
      episodeFacts: () => '- T3 death "jump" at Roof (4)',
    },
    memory: {
      activeMemories: () => [],
      applyConsolidation: async (_, plan) => void plans.push(plan),
      resetEpisode: () => void done.push('purge'),
    },
    objectives: {
      bootstrap: async () => done.push('bootstrap') > 0,
      completeShown: () => undefined,
      completedObjectives: () => [],
      untoldNews: () => [],
    },
    remembers: () => true,
    statuses: () => [{ component: 'map' }, { component: 'memory' }],
    ask: createAsk(setup.model ?? offline()),
    prompts,
    emit: (event) => events.push(event),
    signal: new AbortController().signal,
    ...setup,
  };
  return { episodes: new EpisodeSynthesizer(ports), events, done, plans };
}

describe('the start of an episode', () => {
  it('sets objectives from what is remembered, and none when nothing is', async () => {
    const first = synthesizer();
    await first.episodes.startEpisode(state());
    expect(first.done).toEqual(['bootstrap']);
    const fresh = synthesizer({ remembers: () => false });
    await fresh.episodes.startEpisode(state());
    expect(fresh.done).toEqual([]);
  });

  it('counts as begun with objectives only when some were set', async () => {
    const bootstrapped = async (areSet: boolean) => {
      const { episodes } = synthesizer({
        objectives: {
          bootstrap: async () => areSet,
          completeShown: () => undefined,
          completedObjectives: () => [],
          untoldNews: () => [],
        },
      });
      await episodes.startEpisode(state());
      return episodes.status().metrics.bootstrapped;
    };
    expect([await bootstrapped(false), await bootstrapped(true)]).toEqual([0, 1]);
  });

  it('goes on without objectives when setting them fails', async () => {
    const { episodes, events } = synthesizer({
      objectives: {
        bootstrap: () => Promise.reject(new Error('no reply')),
        completeShown: () => undefined,
        completedObjectives: () => [],
        untoldNews: () => [],
      },
    });
    await episodes.startEpisode(state());
    expect(events).toEqual([{ type: 'lesson-failed', lesson: 'objectives', reason: 'no reply' }]);
  });
});

describe('the end of an episode', () => {
  it('updates knowledge, draws insights after a death, sums up and purges', async () => {
    const { episodes, events, done } = synthesizer();
    const summary = await episodes.endEpisode(state({ tally: tally(1), turn: 3 }), DEATH);
    expect(done).toEqual(['final update', 'synthesis', 'purge']);
    expect(summary).toBe(
      'Episode 1 ended after 3 turns: death; score 0 of 100. "jump" at Roof (4) was deadly; do something else there.',
    );
    expect(events.map(({ type }) => type)).toEqual(['episode-summary']);
  });

  it('says how all managers stand when it is asked to, which is after they were saved', async () => {
    const { episodes, events } = synthesizer();
    await episodes.endEpisode(state({ tally: tally(1), turn: 3 }), DEATH);
    episodes.reportStatus();
    expect(events.at(-1)).toMatchObject({
      type: 'status',
      statuses: [
        { component: 'map' },
        { component: 'memory' },
        { component: 'episodes', metrics: { syntheses: 1, summaries: 1 } },
      ],
    });
  });

  it.each([
    [1, 'Episode 1 ended after 1 turn:', '1 turn gave a failed command again'],
    [2, 'Episode 1 ended after 2 turns:', '2 turns gave a failed command again'],
  ])('is told with %i of what it counts', async (turn, ...told) => {
    const model = createScriptedModel(() => 'no json');
    const counts = { ...tally(1), repeatedFailures: turn };
    await synthesizer({ model }).episodes.endEpisode(state({ tally: counts, turn }), DEATH);
    const asked = model.calls.map(({ messages }) => messages.at(-1)?.content).join('\n');
    for (const words of told) expect(asked).toContain(words);
  });

  it('is told what came of claims that no prompt has answered, and what was done without one', async () => {
    const model = createScriptedModel(() => 'no json');
    const shown: string[] = [];
    const objectives = {
      bootstrap: async () => true,
      completeShown: () => void shown.push('Open the chest'),
      completedObjectives: () => shown,
      untoldNews: () => ['Not completed: "Find the hat": no thing was found'],
    };
    await synthesizer({ model, objectives }).episodes.endEpisode(state({ turn: 3 }), DEATH);
    const asked = model.calls.map(({ messages }) => messages.at(-1)?.content).join('\n');
    expect(asked).toContain(
      '| Open the chest\nAfter your last reply:\n| Not completed: "Find the hat"',
    );
  });

  it('asks no model when the episode will be resumed', async () => {
    const model = createScriptedModel([]);
    for (const reason of ['interruption', 'budget', 'model-failed'] as const) {
      const { episodes, events, done } = synthesizer({ model });
      expect(
        await episodes.endEpisode(state({ tally: tally(1) }), { reason, detail: '' }),
      ).toBeNull();
      expect(done).toEqual(['purge']);
      expect(events).toEqual([]);
    }
    expect(model.calls).toHaveLength(0);
  });

  it('turns every failure into an event and still ends', async () => {
    const fail = () => Promise.reject(new Error('broken'));
    const { episodes, events } = synthesizer({
      knowledge: { finalUpdate: fail, synthesise: fail, episodeFacts: () => '' },
      memory: {
        activeMemories: () => {
          throw new Error('unreadable');
        },
        applyConsolidation: fail,
        resetEpisode: () => {
          throw new Error('stuck');
        },
      },
      model: createScriptedModel(() => 'no json'),
    });
    expect(await episodes.endEpisode(state({ tally: tally(1) }), DEATH)).toBeNull();
    const failed = events.flatMap((event) =>
      event.type === 'lesson-failed' ? [event.lesson] : [],
    );
    expect(failed.sort()).toEqual(['consolidation', 'knowledge', 'knowledge', 'memory', 'summary']);
  });

  it('asks apart about memories of a room that are about another room or thing', async () => {
    const model = createScriptedModel(() => ({ json: { merge: [], drop: [] } }));
    const all = [
      ...memories(5, 1),
      ...memories(6, 1, { about: 'jackdaw' }),
      ...memories(7, 1, { about: locationId(2) }),
      ...memories(4, 1, { about: 'bell' }),
    ];
    const { episodes } = synthesizer({
      model,
      memory: {
        activeMemories: () => all,
        applyConsolidation: () => Promise.resolve(),
        resetEpisode: () => undefined,
      },
    });
    await episodes.endEpisode(state({ visits: new Map([[locationId(1), 1]]) }), LIMIT);
    const asked = model.calls.flatMap(({ messages }) => {
      const [, about] = /## Memories of (.*)\n/.exec(messages[1]?.content ?? '') ?? [];
      return about === undefined
        ? []
        : [[about, messages[1]?.content.match(/\(permanent/g)?.length]];
    });
    expect(asked).toEqual([
      ['location 2', 7],
      ['jackdaw', 6],
      ['location 1', 5],
    ]);
  });

  it('consolidates the fullest visited rooms that learnt something now, three at most', async () => {
    const asked: number[] = [];
    const full: Record<number, Memory[]> = {
      1: memories(5, 1),
      2: memories(4, 1),
      3: memories(9, 0),
      4: memories(6, 1),
      5: memories(7, 1),
      6: memories(5, 1),
      7: memories(8, 1, { persistence: 'ephemeral' }),
    };
    const { episodes, plans, events } = synthesizer({
      memory: {
        activeMemories: (id: LocationId) => full[id] ?? [],
        applyConsolidation: async (id, plan) => void (asked.push(id), plans.push(plan)),
        resetEpisode: () => undefined,
      },
    });
    const visits = new Map([1, 2, 3, 4, 5, 6, 7].map((id) => [locationId(id), 1]));
    await episodes.endEpisode(state({ visits }), LIMIT);
    expect(asked).toEqual([5, 4, 1]);
    expect(events).toContainEqual({
      type: 'memories-consolidated',
      locationId: 5,
      merged: 0,
      dropped: 1,
      refused: [],
    });
  });
});

describe('an episode with the offline player and a real knowledge base', () => {
  it('leaves lessons, a death and one insight, which a better episode revises', async () => {
    const scene = openScene({ script: offlineScript() });
    for (const [episode, points] of [5, 20, 10].entries()) {
      const knowledge = scene.open();
      const { episodes } = synthesizer({ knowledge, model: offline() });
      const play = new Play(episode + 1);
      await knowledge.learn(play.state, play.next('open box', { score: points }));
      await knowledge.learn(play.state, play.next('north', room(4, 'Roof')));
      await knowledge.learn(play.state, play.next('jump', { ended: 'death' }));
      await episodes.endEpisode({ ...play.state, tally: tally(1) }, DEATH);
    }
    expect(scene.read()).toBe(
      [
        '# Knowledge Base',
        '',
        '## DEATH & DANGER ANALYSIS',
        '',
        '- "jump" at Roof (4) was deadly; do something else there. *(Ep1, T3)*',
        '',
        '## LESSONS LEARNED',
        '',
        '- "open box" at Hall (1) is worth +5 points. *(Ep1, T1)*',
        '- "open box" at Hall (1) is worth +20 points. *(Ep2, T1)*',
        '- "open box" at Hall (1) is worth +10 points. *(Ep3, T1)*',
        '',
        '## CROSS-EPISODE INSIGHTS',
        '',
        '- The best game so far was episode 2, with 20 points in 3 turns (death); begin with what scored there. *(Ep2, T3; earlier wording: Ep1, T3)*',
        '',
      ].join('\n'),
    );
  });

  it.each([
    [true, 0],
    [false, 1],
  ])(
    'calls the result of a fork (%s) no best result: it knows not all episodes',
    async (isFork, insights) => {
      const scene = openScene({ script: offlineScript(), isFork });
      const { episodes } = synthesizer({ knowledge: scene.manager, model: offline() });
      const play = new Play(8);
      await scene.manager.learn(play.state, play.next('open box', { score: 19 }));
      await scene.manager.learn(play.state, play.next('jump', { ended: 'death' }));
      await episodes.endEpisode({ ...play.state, tally: tally(1) }, DEATH);
      expect(scene.manager.text().match(/The best game so far/g) ?? []).toHaveLength(insights);
    },
  );
});

function offlineScript() {
  return ({ messages }: { readonly messages: Parameters<typeof answerAsKnowledge>[0] }) => ({
    json: answerAsKnowledge(messages),
  });
}

function tally(deaths: number) {
  return { ...state().tally, deaths };
}

/** Memories of which the last two say the same. */
function memories(count: number, episode: number, differs: Partial<Memory> = {}): Memory[] {
  return Array.from({ length: count }, (_, at) =>
    memory({
      title: at === count - 1 ? `The note "${at - 1}"` : `Note "${at}"`,
      text: `Text ${Math.min(at, count - 2)}.`,
      episode,
      ...differs,
    }),
  );
}
