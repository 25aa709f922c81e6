import * as z from 'zod';
import { configSchema } from './schema.ts';

/** One setting: where it stands in the configuration and what the environment calls it. */
export interface Leaf {
  readonly path: readonly string[];
  /** `ZORKGPT_EPISODE_MAX_TURNS` for `episode.maxTurns`. */
  readonly env: string;
  readonly types: readonly string[];
  readonly description: string;
  readonly usual: unknown;
  /** The only values that it may have; empty where others are possible. */
  readonly values: readonly unknown[];
}

interface SchemaNode {
  readonly type?: string;
  readonly anyOf?: readonly SchemaNode[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  /** The name that the schema gives it in the environment. */
  readonly env?: string;
}

export function configJsonSchema(): object {
  return z.toJSONSchema(configSchema, { io: 'input', target: 'draft-7' });
}

export const SETTINGS: readonly Leaf[] = collect(configJsonSchema(), []);

/** Every setting a flag or the environment can set. Maps such as extraBody are file-only. */
export const LEAVES = SETTINGS.filter(({ types }) => !types.includes('object'));

function collect(node: SchemaNode, path: readonly string[]): Leaf[] {
  if (node.properties !== undefined) {
    return Object.entries(node.properties).flatMap(([key, child]) =>
      collect(child, [...path, key]),
    );
  }
  if (path[0] === '$schema') return [];
  const options = node.anyOf ?? [node];
  return [
    {
      path,
      env: node.env ?? `ZORKGPT_${path.map(upperSnake).join('_')}`,
      types: options.map(({ type }) => type ?? 'string'),
      description: node.description ?? '',
      usual: node.default ?? null,
      values: options.flatMap((option) => option.enum ?? []),
    },
  ];
}

function upperSnake(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}
