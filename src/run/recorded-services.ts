import { LEAVES, noSettingWords, resolveChangedConfig } from '../config/resolve.ts';
import type { LoadedConfig } from '../config/load.ts';
import { ConfigError } from '../domain/errors.ts';
import { capital } from '../domain/text.ts';
import type { Manifest } from '../records/manifest.ts';
import { openRunServices, type RunServices } from './run-services.ts';
import { loadSettings, type Flags, type Settings, type Surroundings } from './settings.ts';
import { FIXED_SETTINGS, stageAt } from './stages.ts';
import { checkStoryFile } from './story-file.ts';

/** Today's settings, for an episode that goes on from its records. */
export interface Today {
  /** Settings of the run: model, player, endpoints, budgets. */
  readonly flags: Flags;
  readonly config?: string | undefined;
  readonly workdir: string;
}

type TodayShared = Today & Partial<Pick<RunServices, 'budgets'>>;

/** The services to resume: as recorded, but endpoint, key, prices and budgets of today. Rejects with ConfigError. */
export async function openResumeServices(
  world: Surroundings,
  manifest: Manifest,
  today: TodayShared,
  notice: (message: string) => void,
): Promise<RunServices> {
  const loaded = loadToday(world, manifest, today);
  const services = await openRecorded(loaded, manifest, today, notice);
  if (services.modelName === manifest.model) return services;
  throw new ConfigError(
    `Episode ${manifest.episode} was played by ${manifest.model} and not by ${services.modelName}; name its model with --model.`,
  );
}

/** The services for a fork: its parent's with changed settings, `key=value` each. Rejects with ConfigError. */
export async function openRecordedFork(
  world: Surroundings,
  { manifest, turn }: { readonly manifest: Manifest; readonly turn: number },
  today: TodayShared & {
    readonly set: readonly string[];
    /** The player's seed. The game keeps its own. */
    readonly playerSeed?: number;
  },
  notice: (message: string) => void,
): Promise<RunServices> {
  const changes = today.set.map(changeIn);
  const ofRun = Object.fromEntries(changes.filter(([path]) => isOfRun(path)));
  const ofPlay = Object.fromEntries(changes.filter(([path]) => !isOfRun(path)));
  const loaded = loadToday(world, manifest, { ...today, flags: { ...ofRun, ...today.flags } });
  const then = stageAt(manifest.earlier ?? [], turn + 1)?.config ?? manifest.config;
  const config = { ...resolveChangedConfig(then, ofPlay), seed: today.playerSeed ?? then.seed };
  return openRecorded(loaded, { ...manifest, config }, today, notice);
}

async function openRecorded(
  loaded: Settings,
  manifest: Manifest,
  { budgets }: TodayShared,
  notice: (message: string) => void,
): Promise<RunServices> {
  const shared = { ...(budgets !== undefined && { budgets }), isRecorded: true };
  const services = await openRunServices(withRecordedSettings(loaded, manifest), notice, shared);
  checkStoryFile(manifest, services.story.sha256);
  return { ...services, begins: manifest.recipe };
}

/** The recorded settings of an episode, with today's player, folders and budgets. Pure. */
export function withRecordedSettings<T extends Pick<LoadedConfig, 'config'>>(
  loaded: T,
  { config }: Pick<Manifest, 'config'>,
): T {
  const { workdir, story, player, models, budget } = loaded.config;
  return { ...loaded, config: { ...config, workdir, story, player, models, budget } };
}

/** Today's settings, with player, model and story of the records unless flags name others. Throws ConfigError. */
function loadToday(
  world: Surroundings,
  { config: { player, models }, story }: Manifest,
  { flags, config, workdir }: Today,
): Settings {
  const recorded = {
    ...(player !== null && { player }),
    ...(models.model !== null && { 'models.model': models.model }),
    ...(story.file !== null && { story: story.file }),
  };
  return loadSettings(world, { ...recorded, ...flags, workdir }, config);
}

/** Whether a setting belongs to the run and not to how the game is played. Then today's value is used. */
function isOfRun(path: string): boolean {
  return /^(?:models|budget)\.|^player$/.test(path);
}

/** The setting that a text changes, and its value. Throws ConfigError if a fork cannot change it. */
function changeIn(text: string): readonly [string, string] {
  const [, path, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (path === undefined || value === undefined) {
    throw new ConfigError(`"${text}" sets nothing; write --set memory.maxShown=5.`);
  }
  if (!LEAVES.some((leaf) => leaf.path.join('.') === path)) {
    throw new ConfigError(capital(noSettingWords(path)));
  }
  if (FIXED_SETTINGS.includes(path) || (path === 'recipes' && value !== 'off')) {
    throw new ConfigError(`An episode keeps "${path}" from its start; it cannot be set in a fork.`);
  }
  return [path, value];
}
