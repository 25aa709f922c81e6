import { createHash } from 'node:crypto';
import type { ModelRequest } from './model.ts';
import { portableSchema, type JsonSchema } from './reply-schema.ts';

/** SHA-256 in hex of a question to a model: role, messages and the schema of the reply. */
export function requestHash({ role, messages, replySchema }: ModelRequest): string {
  const schema = canonicalSchema(portableSchema(replySchema));
  const asked = `{"messages":${canonicalJson(messages)},"role":${JSON.stringify(role)},"schema":${schema}}`;
  return createHash('sha256').update(asked).digest('hex');
}

const schemas = new WeakMap<JsonSchema, string>();

/** A few schemas are asked for all the time. */
function canonicalSchema(schema: JsonSchema): string {
  const text = schemas.get(schema) ?? canonicalJson(schema);
  schemas.set(schema, text);
  return text;
}

/** JSON with the keys of every object in order, so that equal values have equal texts. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
