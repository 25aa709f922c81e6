import * as z from 'zod';
import { isJsonObject } from '../domain/json.ts';
import type { Among, Choices } from './model.ts';

export type JsonSchema = { readonly [keyword: string]: unknown };

/** Keywords that every endpoint with structured output understands. The rest is checked on the reply. */
const PORTABLE = new Set(
  'type properties required additionalProperties items enum const anyOf description $ref $defs'.split(
    ' ',
  ),
);

/** The default limits of texts and lists in a reply, in characters and entries. */
const USUAL = { maxLength: 600, maxItems: 20 };

/** The limits that a schema sets for a text or list, or for its part that is not null. */
type Limits = Readonly<typeof USUAL>;

type SchemaOf = (schema: z.ZodType) => JsonSchema;

/** JSON Schema of a reply in the subset that all endpoints read. Throws RangeError if the reply is no object. */
export const portableSchema: SchemaOf = cached((full) => portableNode(full, null));

/** The same with a limit on every text and list: its own (`max`, or `.meta({ maxLength })`), else the default. */
export const limitedSchema: SchemaOf = cached((full) => portableNode(full, USUAL));

function cached(make: (full: JsonSchema) => JsonSchema): SchemaOf {
  const cache = new WeakMap<z.ZodType, JsonSchema>();
  return (reply) => {
    const schema = untransformed(reply);
    const known = cache.get(schema);
    if (known !== undefined) return known;
    const full = z.toJSONSchema(schema, { io: 'input', target: 'draft-7', unrepresentable: 'any' });
    if (full.type !== 'object')
      throw new RangeError('A reply schema must be an object at its root; wrap it in z.object().');
    const made = make(full);
    cache.set(schema, made);
    return made;
  };
}

/** The schema of a reply before transformation. The same object for all transformations of it. */
function untransformed(schema: z.ZodType): z.ZodType {
  const isMade = schema instanceof z.ZodPipe && schema.def.out instanceof z.ZodTransform;
  return isMade ? untransformed(schema.def.in as z.ZodType) : schema;
}

/** Longest text beside a choice, in characters. A model that only repeats itself spends a token on each or two. */
const LONGEST_BESIDE = 150;

/** The schema of a reply with one choice field. It keeps only the required other fields, as short texts. */
export function choiceSchema(
  schema: z.ZodType,
  { field, values }: Choices,
  limits: boolean,
): JsonSchema {
  const full = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const required = [...new Set([...(full.required ?? []), field])];
  const text = { type: 'string', ...(limits && { maxLength: LONGEST_BESIDE }) };
  const chosen = { type: 'string', enum: values };
  const fields = required.map((name) => [name, name === field ? chosen : text]);
  const properties = Object.fromEntries(fields) as JsonSchema;
  return { type: 'object', properties, required, additionalProperties: false };
}

/** The schema with lists limited to the allowed names. A list without any allowed name is null. */
export function amongSchema(schema: JsonSchema, among: Among): JsonSchema {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const narrowed = mapNodes(properties, (node, name) => {
    const values = among[name];
    if (values === undefined) return node;
    if (values.length === 0) return { type: 'null' };
    return withItems(node, { type: 'string', enum: values });
  });
  return { ...schema, properties: narrowed };
}

function withItems(node: JsonSchema, items: JsonSchema): JsonSchema {
  if (node['type'] === 'array') return { ...node, items };
  if (!Array.isArray(node['anyOf'])) return node;
  const options = node['anyOf'].filter(isJsonObject);
  return { ...node, anyOf: options.map((option) => withItems(option, items)) };
}

/** The sentence of a system prompt that describes the shape of the reply. Always the same for one schema. */
export function describeSchema(schema: z.ZodType): string {
  return `Reply with exactly one JSON object that fits this JSON Schema, and with nothing else:\n${JSON.stringify(portableSchema(schema))}`;
}

/** `usual` holds the limits of a part without its own. Null leaves all limits out. */
function portableNode(node: JsonSchema, usual: Limits | null): JsonSchema {
  const kept = Object.entries(node).filter(([keyword]) => PORTABLE.has(keyword));
  const portable: Record<string, unknown> = Object.fromEntries(kept);
  const own = usual && limitsOf(node, usual);
  const inner = usual && { ...USUAL, maxLength: own?.maxLength ?? USUAL.maxLength };
  if (isJsonObject(node['items'])) portable['items'] = portableNode(node['items'], inner);
  if (Array.isArray(node['anyOf']))
    portable['anyOf'] = node['anyOf']
      .filter(isJsonObject)
      .map((option) => portableNode(option, own));
  if (isJsonObject(node['$defs']))
    portable['$defs'] = mapNodes(node['$defs'], (one) => portableNode(one, usual && USUAL));
  if (node['type'] === 'object') Object.assign(portable, closedObject(node, usual && USUAL));
  return own === null ? portable : { ...portable, ...keywordsFor(node, own) };
}

function limitsOf({ maxLength, maxItems }: JsonSchema, usual: Limits): Limits {
  return {
    maxLength: typeof maxLength === 'number' ? maxLength : usual.maxLength,
    maxItems: typeof maxItems === 'number' ? maxItems : usual.maxItems,
  };
}

function keywordsFor(node: JsonSchema, { maxLength, maxItems }: Limits): Partial<Limits> {
  const types = [node['type']].flat();
  const isFree = node['enum'] === undefined && node['const'] === undefined;
  return {
    ...(types.includes('string') && isFree && { maxLength }),
    ...(types.includes('array') && { maxItems }),
  };
}

function closedObject(node: JsonSchema, usual: Limits | null): JsonSchema {
  const properties = isJsonObject(node['properties']) ? node['properties'] : {};
  const required = new Set(Array.isArray(node['required']) ? node['required'] : []);
  return {
    properties: mapNodes(properties, (property, name) => {
      const portable = portableNode(property, usual);
      return required.has(name) || 'default' in property ? portable : nullable(portable);
    }),
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

type Change = (node: JsonSchema, name: string) => JsonSchema;

function mapNodes(nodes: JsonSchema, change: Change): JsonSchema {
  const changed = ([name, node]: [string, unknown]) =>
    [name, isJsonObject(node) ? change(node, name) : node] as const;
  return Object.fromEntries(Object.entries(nodes).map(changed));
}

function nullable(node: JsonSchema): JsonSchema {
  return JSON.stringify(node).includes('"null"') ? node : { anyOf: [node, { type: 'null' }] };
}
