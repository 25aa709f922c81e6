import * as z from 'zod';

/** A JSON Schema as plain data. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** Keywords that every endpoint with structured output understands; the rest is checked after the reply came. */
const PORTABLE = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'const',
  'anyOf',
  'description',
  '$ref',
  '$defs',
]);

const cache = new WeakMap<z.ZodType, JsonSchema>();

/**
 * JSON Schema of a reply in the subset that endpoints share: object root, every field required,
 * no additional ones, nullable instead of optional, no limits on values.
 * Throws RangeError when the reply is not an object.
 */
export function portableSchema(schema: z.ZodType): JsonSchema {
  const known = cache.get(schema);
  if (known !== undefined) return known;
  const full = z.toJSONSchema(schema, { io: 'input', target: 'draft-7', unrepresentable: 'any' });
  if (full.type !== 'object')
    throw new RangeError('A reply schema must be an object at its root; wrap it in z.object().');
  const portable = portableNode(full);
  cache.set(schema, portable);
  return portable;
}

/** Longest text in a reply that names no limit of its own, in characters, and longest list. */
const LONGEST_TEXT = 1500;
const LONGEST_LIST = 20;

const limited = new WeakMap<z.ZodType, JsonSchema>();

/** The same with a limit on every text and list, so that a server cuts a model that does not stop. */
export function limitedSchema(schema: z.ZodType): JsonSchema {
  const known = limited.get(schema) ?? withLimits(portableSchema(schema));
  limited.set(schema, known);
  return known;
}

function withLimits(node: JsonSchema): JsonSchema {
  const parts = Object.entries(node).map(([keyword, part]) => {
    if (Array.isArray(part))
      return [keyword, part.map((one: unknown) => (isNode(one) ? withLimits(one) : one))];
    return [keyword, isNode(part) ? withLimits(part) : part];
  });
  const same = Object.fromEntries(parts) as JsonSchema;
  if (node['type'] === 'string' && node['enum'] === undefined && node['const'] === undefined)
    return { ...same, maxLength: LONGEST_TEXT };
  return node['type'] === 'array' ? { ...same, maxItems: LONGEST_LIST } : same;
}

/** The sentence for a system prompt that tells a model the shape of its reply; always the same for one schema. */
export function describeSchema(schema: z.ZodType): string {
  return `Reply with exactly one JSON object that fits this JSON Schema, and with nothing else:\n${JSON.stringify(portableSchema(schema))}`;
}

function portableNode(node: JsonSchema): JsonSchema {
  const kept = Object.entries(node).filter(([keyword]) => PORTABLE.has(keyword));
  const portable: Record<string, unknown> = Object.fromEntries(kept);
  if (isNode(node['items'])) portable['items'] = portableNode(node['items']);
  if (Array.isArray(node['anyOf']))
    portable['anyOf'] = node['anyOf'].filter(isNode).map(portableNode);
  if (isNode(node['$defs'])) portable['$defs'] = mapNodes(node['$defs'], portableNode);
  if (node['type'] === 'object') Object.assign(portable, closedObject(node));
  return portable;
}

function closedObject(node: JsonSchema): JsonSchema {
  const properties = isNode(node['properties']) ? node['properties'] : {};
  const required = new Set(Array.isArray(node['required']) ? node['required'] : []);
  return {
    properties: mapNodes(properties, (property, name) =>
      required.has(name) || 'default' in property
        ? portableNode(property)
        : nullable(portableNode(property)),
    ),
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

function mapNodes(
  nodes: JsonSchema,
  change: (node: JsonSchema, name: string) => JsonSchema,
): JsonSchema {
  const changed = Object.entries(nodes).map(([name, node]) => [
    name,
    isNode(node) ? change(node, name) : node,
  ]);
  return Object.fromEntries(changed) as JsonSchema;
}

function nullable(node: JsonSchema): JsonSchema {
  return JSON.stringify(node).includes('"null"') ? node : { anyOf: [node, { type: 'null' }] };
}

function isNode(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
