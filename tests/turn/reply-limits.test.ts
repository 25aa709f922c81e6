import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { LONGEST_OBJECTIVE } from '../../src/domain/objective.ts';
import { MOST_TEXT, MOST_TITLE } from '../../src/managers/memory/clean-text.ts';
import { MemoryReply } from '../../src/managers/memory/memory-reply.ts';
import { consolidationReply } from '../../src/managers/episodes/consolidation-plan.ts';
import { cleanItemText, MOST_ITEM_LENGTH } from '../../src/managers/knowledge/knowledge-item.ts';
import { knowledgeReply } from '../../src/managers/knowledge/knowledge-prompt.ts';
import {
  discoveryReply,
  refinementReply,
} from '../../src/managers/objectives/objective-questions.ts';
import { limitedSchema, portableSchema, type JsonSchema } from '../../src/model/reply-schema.ts';
import { criticReply } from '../../src/turn/critique.ts';
import { extractorReply } from '../../src/turn/learn-description.ts';
import { agentReply, MOST_ACTION_LENGTH } from '../../src/turn/propose.ts';

const REPLIES: readonly (readonly [string, z.ZodType])[] = [
  ['agent', agentReply],
  ['critic', criticReply],
  ['extractor', extractorReply],
  ['memory', MemoryReply],
  ['knowledge', knowledgeReply.play],
  ['consolidation', consolidationReply],
  ['discovery', discoveryReply],
  ['refinement', refinementReply],
];

/** Every part of a schema, however deep. */
function nodesIn(node: unknown): readonly JsonSchema[] {
  if (typeof node !== 'object' || node === null) return [];
  const inner = Object.values(node).flatMap(nodesIn);
  return Array.isArray(node) ? inner : [node as JsonSchema, ...inner];
}

const typesOf = ({ type }: JsonSchema): readonly unknown[] => (Array.isArray(type) ? type : [type]);

/** The largest value that fits. */
function largest(node: JsonSchema): unknown {
  const options = node['anyOf'] as readonly JsonSchema[] | undefined;
  if (options !== undefined)
    return largest(options.find(({ type }) => type === 'array') ?? options[0] ?? {});
  if (node['enum'] !== undefined) return (node['enum'] as readonly unknown[])[0];
  const [type] = typesOf(node);
  if (type === 'string') return 'x'.repeat(Number(node['maxLength']));
  if (type === 'array')
    return Array.from({ length: Number(node['maxItems']) }, () =>
      largest(node['items'] as JsonSchema),
    );
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(node['properties'] as Record<string, JsonSchema>).map(([key, one]) => [
        key,
        largest(one),
      ]),
    );
  return type === 'boolean' ? true : 0;
}

/** The limit of a text, or of the texts in a list. */
function limitAt(schema: z.ZodType, ...path: readonly string[]): unknown {
  const at = path.reduce<unknown>(
    (node, key) => nodesIn(node).find((one) => key in one)?.[key],
    limitedSchema(schema),
  );
  return nodesIn(at).find((one) => 'maxLength' in one)?.['maxLength'];
}

describe.each(REPLIES)('the limits of the %s reply', (role, schema) => {
  it('are on every text and list, nullable ones too, and on none of what a provider may refuse', () => {
    const nodes = nodesIn(limitedSchema(schema));
    const texts = nodes.filter((one) => typesOf(one).includes('string') && !('enum' in one));
    expect(nodes.length).toBeGreaterThan(1);
    for (const one of texts) expect(one).toHaveProperty('maxLength');
    for (const one of nodes.filter((part) => typesOf(part).includes('array')))
      expect(one).toHaveProperty('maxItems');
    expect(JSON.stringify(portableSchema(schema))).not.toMatch(/max(Length|Items)/);
  });

  it('leave nothing that the reader refuses', () => {
    const { category } = role === 'memory' ? { category: 'NOTE' } : {};
    const value = {
      ...(largest(limitedSchema(schema)) as object),
      ...(category && { category, invalidate_memory_titles: [] }),
    };
    expect(schema.safeParse(value).error).toBeUndefined();
  });
});

it.each([
  ['an action', limitAt(agentReply, 'action'), MOST_ACTION_LENGTH],
  ['thinking', limitAt(agentReply, 'thinking'), 600],
  ['an objective', limitAt(agentReply, 'newObjective'), LONGEST_OBJECTIVE],
  ['an objective that is reached', limitAt(agentReply, 'completed'), LONGEST_OBJECTIVE],
  ['an objective that is found', limitAt(discoveryReply, 'objectives'), LONGEST_OBJECTIVE],
  ['an objective that is kept', limitAt(refinementReply, 'keep'), LONGEST_OBJECTIVE],
  ['a title', limitAt(MemoryReply, 'memory_title'), MOST_TITLE],
  ['a title that is replaced', limitAt(MemoryReply, 'supersedes_memory_titles'), MOST_TITLE],
  ['a memory', limitAt(MemoryReply, 'memory_text'), MOST_TEXT],
  ['an item', limitAt(knowledgeReply.play, 'text'), MOST_ITEM_LENGTH],
])('%s may be as long as its reader takes', (_, limit, reader) => {
  expect(limit).toBe(reader);
});

it('just above the limit the readers refuse or cut', () => {
  const action = (length: number) =>
    agentReply.safeParse({ thinking: '', action: 'x'.repeat(length) }).success;
  expect([119, 120, 121].map(action)).toEqual([true, true, false]);
  const item = (length: number) => cleanItemText('x'.repeat(length)).length;
  expect([399, 400, 401].map(item)).toEqual([399, 400, 400]);
  const title = (length: number) =>
    MemoryReply.parse({
      should_remember: true,
      category: 'NOTE',
      memory_title: 'x'.repeat(length),
      memory_text: 'y',
      persistence: 'core',
    }).memory?.title.length;
  expect([119, 120, 121].map(title)).toEqual([119, 120, 120]);
});
