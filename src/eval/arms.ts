import { UsageError } from '../domain/errors.ts';
import { STRUCTURED_MODES } from '../domain/message.ts';
import { NAMES, TOLD_EXITS } from '../domain/observation.ts';
import { RECIPE_USES } from '../domain/recipe.ts';
import { CAUSE_FINDERS } from '../domain/turn-record.ts';
import type { Flags } from '../run/settings.ts';

export const DEFAULTS = {
  arms: 'memory,no-memory',
  seeds: '1..5',
  episodes: 5,
  turns: 200,
  store: 'persistent',
  episodeSeeds: 'same',
} as const;

export interface Arm {
  readonly name: string;
  readonly settings: Flags;
}

type Value = string | boolean;

/** The components that a player may lack, and the setting for each. */
const COMPONENTS = new Map<string, readonly [setting: string, on: Value, off: Value]>([
  ['memory', ['memory.enabled', true, false]],
  ['map', ['map.routes', true, false]],
  ['critic', ['critic.mode', 'auto', 'never']],
  ['objectives', ['objectives.enabled', true, false]],
  ['knowledge', ['knowledge.enabled', true, false]],
  ['recipes', ['recipes', 'advice', 'off']],
]);

/** How much the player is helped. Part of neither `full` nor `bare`. */
const CHOICES = new Map<string, Flags>([
  ...TOLD_EXITS.map((told) => [`exits-${told}`, { exits: told }] as const),
  ...CAUSE_FINDERS.map((finder) => [`causes-${finder}`, { causes: finder }] as const),
  ...NAMES.map((names) => [names, { names }] as const),
  ['returns', { returns: 'told' }],
  ...STRUCTURED_MODES.map((mode) => [`asked-${mode}`, { 'models.structured': mode }] as const),
  ...RECIPE_USES.map((use) => [`recipes-${use}`, { recipes: use }] as const),
]);

/** The parts of an arm's name, besides `full` and `bare`, in the order of help texts. */
export const ARM_PARTS = { components: [...COMPONENTS.keys()], choices: [...CHOICES.keys()] };

/** The arms of a list: `full`, `bare`, `no-x`, `x+y`. The rest stays as configured. Throws UsageError. */
export function parseArms(text: string): readonly Arm[] {
  const names = text.split(',').map((name) => name.trim());
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new UsageError(`The arm "${twice}" is named twice in --arms.`);
  return names.map((name) => ({ name, settings: settingsOf(name) }));
}

function settingsOf(name: string): Flags {
  const parts = name.split('+');
  const choices = parts.map((part) => CHOICES.get(part) ?? {});
  const components = parts.filter((part) => !CHOICES.has(part));
  return Object.assign({}, componentsOf(name, components), ...choices) as Flags;
}

function componentsOf(name: string, asked: readonly string[]): Flags {
  const parts = asked.flatMap((part): readonly (readonly [string, boolean])[] => {
    if (part === 'full') return [...COMPONENTS.keys()].map((component) => [component, true]);
    if (part === 'bare') return [...COMPONENTS.keys()].map((component) => [component, false]);
    return part.startsWith('no-') ? [[part.slice(3), false]] : [[part, true]];
  });
  return Object.fromEntries(
    parts.map(([component, isOn]) => {
      const [setting, on = '', off = ''] = COMPONENTS.get(component) ?? [];
      if (setting !== undefined) return [setting, isOn ? on : off] as const;
      const known = ARM_PARTS.components.join(', ');
      const choices = ARM_PARTS.choices.join(', ');
      throw new UsageError(
        `There is no arm "${name}"; combine ${known}, each also with no-, or full or bare, and ${choices}.`,
      );
    }),
  );
}
