import type { Command } from 'commander';
import { episodesToPrune, pruneEpisodes } from '../../records/prune-episodes.ts';
import { loadSettings } from '../../run/settings.ts';
import type { World } from '../world.ts';
import type { GameConfiguration } from '../../config/schema.ts';
import { LockedError } from '../../domain/errors.ts';
import { confirm } from '../confirm.ts';
import { note, print, printJson } from '../output.ts';

/** Options of `episodes prune`. */
export interface PruneOptions {
  readonly config?: string;
  readonly keep: number;
  readonly yes?: true;
  readonly json?: true;
}

/** Deletes older finished episodes, after asking. */
export async function prune(world: World, command: Command): Promise<void> {
  const { config: configFlag, keep, json } = command.optsWithGlobals<PruneOptions>();
  const { workdir } = loadSettings(world, {}, configFlag).config;
  const doomed = episodesToPrune(workdir, keep);
  if (doomed.length > 0) {
    const question = `Delete ${doomed.length} episodes (${doomed[0]} to ${doomed.at(-1)}) of ${workdir}?`;
    await confirm(world, command, question);
  }
  const deleted = doomed.length > 0 ? await pruneEpisodes(workdir, keep) : [];
  if (json) printJson(world, { workdir, deleted });
  else print(world, `Deleted ${deleted.length} episodes.`);
}

/** What a run does at its end when `episodes.keep` is set; while another run goes on it is left to that one. */
export async function pruneAsConfigured(world: World, config: GameConfiguration): Promise<void> {
  const { keep } = config.episodes;
  if (keep === null) return;
  try {
    const deleted = await pruneEpisodes(config.workdir, keep);
    // A run from cron that went well says nothing.
    if (deleted.length === 0 || world.stderr.isTTY !== true) return;
    note(world, `Deleted ${deleted.length} older episodes (episodes.keep).`);
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
  }
}
