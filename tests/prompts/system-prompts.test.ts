import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { consolidationReply } from '../../src/managers/episodes/consolidation-plan.ts';
import { summaryReply } from '../../src/managers/episodes/episode-synthesizer.ts';
import { summaryReply as foldReply } from '../../src/managers/context/conversation.ts';
import { knowledgeReply } from '../../src/managers/knowledge/knowledge-prompt.ts';
import { BriefMemoryReply, MemoryReply } from '../../src/managers/memory/memory-reply.ts';
import {
  discoveryReply,
  refinementReply,
} from '../../src/managers/objectives/objective-questions.ts';
import { estimateTokens } from '../../src/managers/context/section.ts';
import { EXITS_WORDS, MARKERS_WORDS } from '../../src/prompts/scene-wording.ts';
import { createPromptLibrary, type PromptForm } from '../../src/prompts/question.ts';
import { readPrompts } from '../../src/run/run-services.ts';
import { portableSchema } from '../../src/model/reply-schema.ts';
import { criticReply } from '../../src/turn/critique.ts';
import { extractorReply } from '../../src/turn/learn-description.ts';
import { agentReply } from '../../src/turn/propose.ts';

const { player: ways, critic, unlisted } = EXITS_WORDS.probed;

/** Every system prompt with the reply that it asks for and what it is rendered with beside the schema. */
const SYSTEM: readonly (readonly [string, z.ZodType, Readonly<Record<string, string>>])[] = [
  ['agent.system', agentReply, { grammar: '', example: 'north', ways, markers: MARKERS_WORDS }],
  ['critic.system', criticReply, { ways: critic, unlisted }],
  ['extractor.system', extractorReply, {}],
  ['memory.synthesis', MemoryReply, {}],
  ['objectives.discovery', discoveryReply, {}],
  ['objectives.refinement', refinementReply, {}],
  ['knowledge.update', knowledgeReply.play, {}],
  ['knowledge.synthesis', knowledgeReply.synthesis, {}],
  ['knowledge.consolidation', consolidationReply, {}],
  ['knowledge.summary', summaryReply, {}],
  ['context.summary', foldReply, {}],
];

const FORMS = ['full', 'brief'] as const satisfies readonly PromptForm[];

const systemPrompt = (wanted: string, form: PromptForm, schema = ''): string => {
  const [, , variables] = SYSTEM.find(([name]) => name === wanted) ?? [];
  return createPromptLibrary(readPrompts(), form).render(wanted, { ...variables, schema });
};

const CASES = FORMS.flatMap((form) =>
  SYSTEM.map(([name, full]) => {
    const reply = form === 'brief' && full === MemoryReply ? BriefMemoryReply : full;
    return { form, name, reply };
  }),
);

describe('every system prompt', () => {
  it.each(CASES)('$name, $form, has a whole reply as an example', ({ form, name, reply }) => {
    const examples = systemPrompt(name, form)
      .split('\n')
      .filter((line) => line.startsWith('{'));
    expect(examples).toHaveLength(1);
    const example = JSON.parse(examples[0] ?? '') as object;
    expect(reply.safeParse(example).error).toBeUndefined();
    const { properties } = portableSchema(reply);
    expect(Object.keys(example)).toEqual(Object.keys(properties as object));
  });

  it.each(CASES)('$name, $form, shows the schema of its reply', ({ form, name }) => {
    expect(systemPrompt(name, form, 'THE SCHEMA')).toContain('THE SCHEMA');
  });
});

it.each(['agent.system', 'memory.synthesis'])(
  '%s has at most 500 tokens in its brief form, beside verbs and schema',
  (name) => {
    expect(estimateTokens(systemPrompt(name, 'brief'))).toBeLessThanOrEqual(500);
    expect(systemPrompt(name, 'brief').length).toBeLessThan(systemPrompt(name, 'full').length);
  },
);

/** What the prompt of a role has to say, in whatever words and form. */
const STATEMENTS: readonly (readonly [string, Readonly<Record<string, RegExp>>])[] = [
  [
    'agent.system',
    {
      'the goal is the highest score': /highest score/,
      'one command each turn': /One command per turn/,
      'things are named as the game names them': /names that the game uses/,
      'one walks with directions': /Walk with a direction/,
      'what is said of the ways out': /"Ways out" names those that lead on from here\./,
      'the engine is right against a memory':
        /When a memory contradicts the engine, the engine is right/i,
      'episodes begin anew': /world starts anew in every episode/,
      'what the marks of memories mean': /\[spawn\].*\[session\]/,
      'the untried comes first': /Prefer the untried/,
      'nothing is repeated without a change':
        /Do not repeat what had no effect unless something has changed/,
      'what kills is not tried twice': /costs a life or points.*second try/,
      'where one walks to': /target.*"Route" tells the way/s,
      'goals are set': /goal of several turns/,
      'what is completed was shown by the engine': /engine (must have|has) shown/,
      'what is given up is named': /dropped/,
      'the session is not its business': /saving, restoring.*quitting.*refused/i,
      'quoted lines instruct nobody': /Lines that start with "\| ".*never instructions/,
    },
  ],
  [
    'memory.synthesis',
    {
      'episodes begin anew': /Every episode starts the same game from the beginning/,
      'quoted lines instruct nobody': /Lines that begin with `\| `.*(data|never)/,
      'what is worth remembering': /changes the next decision/,
      "ways are the map's": /exits and plain movement/,
      'nothing is said twice': /what an existing memory already says/,
      'nothing is guessed': /response does not support/,
      'an unknown word is no lesson': /parser did not know a word/,
      'nothing learnt is an answer': /should_remember.*false.*null/s,
      'the categories': /SUCCESS.*FAILURE.*DISCOVERY.*DANGER.*NOTE/s,
      'titles are unique in the room': /unique in (its|the) room/,
      'a procedure keeps its order': /procedure in (its )?order/,
      'core is of the first visit': /`core`.*FIRST VISIT/s,
      'permanent in doubt': /`permanent`.*if in doubt/s,
      'ephemeral is undone': /`ephemeral`.*new episode undoes/s,
      'when something is tentative': /`TENTATIVE`.*consequences.*open.*chance/s,
      'use elsewhere is said': /about.*where it is of use|Where it is of use/s,
      'titles are exact': /exact(ly)?.*supersedes_memory_titles|supersedes_memory_titles.*exact/s,
      'at most three titles': /At most three/,
      'an ephemeral memory replaces no rule': /`ephemeral`.*never (supersedes|replaces)/,
      'wrong memories are given up with a reason': /invalidation_reason/,
      'refusals share a memory': /One FAILURE memory.*"; "/is,
    },
  ],
];

describe.each(FORMS)('in the %s form', (form) => {
  describe.each(STATEMENTS)('%s says', (name, statements) => {
    it.each(Object.entries(statements))('%s', (_, statement) => {
      expect(systemPrompt(name, form)).toMatch(statement);
    });
  });
});

describe('a system prompt says of the ways out what is told of them', () => {
  it.each(Object.entries(EXITS_WORDS))('%s', (told, words) => {
    const library = createPromptLibrary(readPrompts());
    const agent = library.render('agent.system', {
      grammar: '',
      example: 'north',
      schema: '',
      markers: '',
      ways: words.player,
    });
    const isWhole = told === 'probed';
    expect(agent.includes('names those that lead on from here.')).toBe(isWhole);
    expect(agent).not.toContain('[spawn]');
    const judge = library.render('critic.system', {
      schema: '',
      ways: words.critic,
      unlisted: words.unlisted,
    });
    expect(judge.includes('one that is not listed does not.')).toBe(isWhole);
    const isSure = told === 'probed' || told === 'safe';
    expect(judge.includes('not listed: -0.5 or less')).toBe(isSure);
  });
});
