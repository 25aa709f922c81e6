import { hostname } from 'node:os';
import type { ExperimentPorts } from '../../eval/play-experiment.ts';
import type { Shard } from '../../eval/unit.ts';
import { type EndedEpisode, settingsToSend } from '../../fleet/client/play-run.ts';
import { armFlags } from '../../eval/plan-experiment.ts';
import { playOnFleet } from '../../fleet/client/play-experiment.ts';
import { checkPlayer } from '../../run/player.ts';
import { openPlayableStory, readPrompts } from '../../run/run-services.ts';
import { openRedactor } from '../../run/settings.ts';
import { withFleet } from '../fleet/fleet-of.ts';
import type { Call } from '../call.ts';
import type { Experiment } from './eval-options.ts';

/** What is to be played on a fleet, and who hears of it. */
interface EvalOnFleet extends Experiment, Pick<ExperimentPorts, 'onUnit'> {
  readonly shard: Shard;
  readonly stop: AbortSignal;
}

/** Has an experiment played by a fleet and waits for it. Resolves with the episodes that failed. */
export async function evaluateOnFleet(
  { tell }: Call,
  { folder, plan, load, shard, stop, onUnit }: EvalOnFleet,
): Promise<readonly EndedEpisode[]> {
  const { flags } = plan.planned;
  const loaded = load(flags);
  checkPlayer(loaded.config);
  const { bytes, identity } = openPlayableStory(loaded.config.story);
  const experiment = {
    folder,
    plan,
    shard,
    origin: `${hostname()}:${folder.path}`,
    story: { bytes, ifid: identity.ifid },
    prompts: readPrompts(),
    configOf(unit: { readonly arm: string; readonly seed: number }, workdir: string) {
      const arm = plan.arms.find(({ name }) => name === unit.arm) ?? { settings: {} };
      const own = load({ ...armFlags(arm, plan.protocol.turns, flags), seed: unit.seed, workdir });
      return settingsToSend(own.config, openRedactor(own));
    },
  };
  const lost = await withFleet(
    { tell },
    loaded.config,
    (fleet) => playOnFleet(fleet, experiment, { onUnit, tell, stop }),
    { signal: stop },
  );
  for (const { place, number, reason } of lost) {
    tell(`Episode ${number} of ${place} came to nothing: ${reason}`);
  }
  return lost;
}
