import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { ConfigError } from '../domain/errors.ts';
import { fieldOf } from '../domain/json.ts';
import { suggestNames } from '../domain/text.ts';
import { PLAYER_NAMES, PLAYERS } from '../model/players.ts';
import type { Environment } from '../model/settings.ts';
import { configSchema, type GameConfiguration } from './schema.ts';

/** The origin of a value, strongest first. */
type SettingOrigin = 'flag' | 'environment' | '.env' | 'file' | 'default';

/** The sources of the configuration, already read. Paths in flags stay unchanged. */
export interface ConfigSources {
  readonly flags: Readonly<Record<string, string | number | boolean>>;
  readonly environment: Environment;
  readonly dotEnv: Environment;
  readonly file: unknown;
  readonly fileName: string;
}

export interface ResolvedConfig {
  readonly config: GameConfiguration;
  readonly origins: Readonly<Record<string, SettingOrigin>>;
}

type Tree = Record<string, unknown>;

/** Flags over environment over .env over file over defaults. Throws ConfigError naming the setting and its source. Pure. */
export function resolveConfig(sources: ConfigSources): ResolvedConfig {
  const merged = structuredClone(sources.file ?? {}) as Tree;
  parse(merged, () => sources.fileName);
  const layers = LEAVES.map((leaf) => ({ leaf, ...strongest(leaf, merged, sources) }));
  for (const { leaf, value } of layers) if (value !== undefined) assign(merged, leaf.path, value);
  assignMissing(merged, settingsOf(merged['player']));
  const nameOf = (path: string) =>
    layers.find(({ leaf }) => dotted(leaf) === path)?.name ?? sources.fileName;
  const { $schema: _, ...config } = parse(merged, nameOf);
  const origins = Object.fromEntries(layers.map(({ leaf, origin }) => [dotted(leaf), origin]));
  return { config, origins };
}

/** A configuration with other values, as text, by dotted paths. Pure. Throws ConfigError for an invalid value. */
export function resolveChangedConfig(
  config: GameConfiguration,
  values: Readonly<Record<string, string>>,
) {
  const changed = structuredClone(config) as unknown as Tree;
  if (values['player'] !== undefined) removeEqual(changed, settingsOf(config.player));
  for (const leaf of LEAVES) {
    const value = fromText(leaf, values[dotted(leaf)]);
    if (value !== undefined) assign(changed, leaf.path, value);
  }
  assignMissing(changed, settingsOf(changed['player']));
  const { $schema: _, ...rest } = parse(changed, (path) => path);
  return rest;
}

/** The origin of a setting, its value unless it is in the file, and the name of the source in messages. */
function strongest(
  leaf: Leaf,
  file: Tree,
  { flags, environment, dotEnv, fileName }: ConfigSources,
): { readonly origin: SettingOrigin; readonly value?: unknown; readonly name: string } {
  const path = dotted(leaf);
  const layers = [
    { origin: 'flag', value: flags[path], name: `The flag for ${path}` },
    { origin: 'environment', value: fromText(leaf, environment[leaf.env]), name: leaf.env },
    { origin: '.env', value: fromText(leaf, dotEnv[leaf.env]), name: `${leaf.env} in .env` },
  ] as const;
  const inFile = resolvedValueAt(file, leaf.path) !== undefined;
  const set = layers.find(({ value }) => value !== undefined);
  return set ?? { origin: inFile ? 'file' : 'default', name: fileName };
}

function parse(value: unknown, nameOf: (path: string) => string) {
  const result = configSchema.safeParse(value);
  if (result.success) return result.data;
  const name = nameOf(result.error.issues[0]?.path.join('.') ?? '');
  const complaints = result.error.issues.map(complaintOf).join('; ');
  const meant = result.error.issues.flatMap((issue) => meantBy(issue, value));
  const hint = meant.length === 0 ? '' : ` Did you mean ${meant.join(', ')}?`;
  throw new ConfigError(`${name} is not valid: ${complaints}.${hint} Correct it and run again.`);
}

function complaintOf({ path, message }: z.core.$ZodIssue): string {
  const says = message.replaceAll('"|"', '", "');
  return path.length === 0 ? says : `${path.join('.')}: ${says}`;
}

/** What a mistyped key or value probably means. Empty if no name is similar. */
function meantBy(issue: z.core.$ZodIssue, value: unknown): readonly string[] {
  const at = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    const isBeside = ({ path }: Leaf) => at.every((key, index) => path[index] === key);
    const known = new Set(LEAVES.filter(isBeside).flatMap(({ path }) => path[at.length] ?? []));
    return issue.keys.flatMap((key) => suggestNames(key, [...known]).slice(0, 1));
  }
  const given = resolvedValueAt(value, at);
  if (issue.code !== 'invalid_value' || typeof given !== 'string') return [];
  return suggestNames(given, issue.values.map(String)).slice(0, 1);
}

function fromText(leaf: Leaf, text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined;
  const numeric = leaf.types.includes('number') || leaf.types.includes('integer');
  if (numeric) return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
  if (leaf.types.includes('boolean')) return { true: true, false: false }[text] ?? text;
  return text;
}

function assign(tree: Tree, path: readonly string[], value: unknown): void {
  const holder = path.slice(0, -1).reduce((node, key) => (node[key] ??= {}) as Tree, tree);
  holder[path.at(-1) ?? ''] = value;
}

type Setting = readonly [path: readonly string[], value: unknown];

/** The settings that the name of a player stands for. Empty if it is no player. */
function settingsOf(player: unknown): readonly Setting[] {
  const row = PLAYER_NAMES.find((name) => name === player);
  const settings = row === undefined ? {} : PLAYERS[row].models;
  return Object.entries(settings).map(([key, value]) => [['models', key], value]);
}

function assignMissing(tree: Tree, settings: readonly Setting[]): void {
  for (const [path, value] of settings)
    if (resolvedValueAt(tree, path) === undefined) assign(tree, path, structuredClone(value));
}

function removeEqual(tree: Tree, settings: readonly Setting[]): void {
  for (const [path, value] of settings)
    if (isDeepStrictEqual(resolvedValueAt(tree, path), value)) assign(tree, path, undefined);
}

/** The value at a path in a configuration or in a part of one. Undefined if there is none. */
export function resolvedValueAt(tree: unknown, path: readonly string[]): unknown {
  return path.reduce(fieldOf, tree);
}

function dotted(leaf: Leaf): string {
  return leaf.path.join('.');
}

export interface Leaf {
  readonly path: readonly string[];
  /** `ZORKGPT_EPISODE_MAX_TURNS` for `episode.maxTurns`. */
  readonly env: string;
  readonly types: readonly string[];
  readonly description: string;
  readonly usual: unknown;
  /** Its only allowed values. Empty if others are possible. */
  readonly values: readonly unknown[];
}

interface SchemaNode {
  readonly type?: string;
  readonly anyOf?: readonly SchemaNode[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly env?: string;
}

/** The JSON Schema of the configuration, of which all its settings are resolved. */
export function configJsonSchema(): object {
  return z.toJSONSchema(configSchema, { io: 'input', target: 'draft-7' });
}

export const SETTINGS: readonly Leaf[] = collect(configJsonSchema(), []);

/** Every setting that a flag or the environment can set. Maps such as extraBody are only in the file. */
export const LEAVES = SETTINGS.filter(({ types }) => !types.includes('object'));

/** Says, to begin in lower case, that no setting has this name, and which one may be meant. */
export function noSettingWords(name: string): string {
  const [best] = suggestNames(name, LEAVES.map(dotted));
  return `there is no setting ${name}; ${best === undefined ? 'see zorkgpt help settings.' : `did you mean ${best}?`}`;
}

function collect(node: SchemaNode, path: readonly string[]): Leaf[] {
  if (node.properties !== undefined) {
    return Object.entries(node.properties).flatMap(([key, child]) =>
      collect(child, [...path, key]),
    );
  }
  if (path[0] === '$schema') return [];
  const options = node.anyOf ?? [node];
  const snake = path.join('_').replace(/[A-Z]/g, (letter) => `_${letter}`);
  return [
    {
      path,
      env: node.env ?? `ZORKGPT_${snake.toUpperCase()}`,
      types: options.map(({ type }) => type ?? 'string'),
      description: node.description ?? '',
      usual: node.default ?? null,
      values: options.flatMap((option) => option.enum ?? []),
    },
  ];
}
