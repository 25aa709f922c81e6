import type { Call } from '../call.ts';
import { wholeNumber, type Command } from '../command.ts';
import { PLAY_OPTIONS, type PlayOptions } from './play-options.ts';
import type { WatchedRun } from './play-watched.ts';

interface Asked extends PlayOptions {
  readonly turn: number;
  readonly turns?: number;
  readonly instruct?: string;
  readonly set?: readonly string[];
  readonly without?: string;
}

/** `zorkgpt fork EPISODE`: a new episode from a recorded moment. */
export const FORK_COMMANDS: readonly Command[] = [
  {
    path: 'fork',
    takes: '<episode>',
    says: 'play a new episode from a recorded moment, with another model, word or setting',
    options: {
      '--turn <n>': wholeNumber('the last turn that both have in common', { isRequired: true }),
      '--turns <n>': wholeNumber('turns of the episode, counted from its start'),
      '--instruct <text>': 'what the agent is told with every turn from there on',
      '--without <id>': {
        says: 'a memory that is not shown from there on, by its id; several with commas',
      },
      '--set <setting=value>': {
        says: 'a setting from there on, by its dotted name; can be repeated',
        parse: (value, before: readonly string[] | undefined) => [...(before ?? []), value],
      },
      ...PLAY_OPTIONS,
    },
    more: `The turns up to there are repeated from the parent's records, without a model; the parent stays as it is. The fork knows
what was learnt as the parent found it, and what it learns itself goes into the same files as that of any episode.`,
    examples: [
      'zorkgpt fork 7 --turn 40 --model gpt-5',
      'zorkgpt fork latest --turn 12 --turns 60 --instruct "Leave the house alone and go west."',
      'zorkgpt fork 7 --turn 40 --without ab2cde',
      'zorkgpt fork 7 --turn 40 --set memory.enabled=false --json',
    ],
    run: fork,
  },
];

async function fork(call: Call<Asked>): Promise<void> {
  checkTurns(call);
  const { aroundRun } = await import('./around-run.ts');
  await aroundRun(call, await call.settings(), (watched) => playOn(watched, call.options));
}

async function playOn(watched: WatchedRun, asked: Asked): Promise<void> {
  const { findStarted } = await import('../../records/standing.ts');
  const { openForkServices } = await import('../../run/recorded-services.ts');
  const { cutEpisode, forkEpisode } = await import('../../run/fork-episode.ts');
  const { playWatched } = await import('./play-watched.ts');
  const { world, options, flags, word, tell } = watched.call;
  const { turn } = asked;
  const { workdir } = watched.today.config;
  const parent = findStarted(workdir, word);
  const changes = { flags, set: changesOf(asked), config: options.config, workdir };
  const services = await openForkServices(world, { ...parent, turn }, changes, tell);
  const cut = await cutEpisode(parent, turn, services.config.story);
  await playWatched(watched, {
    services,
    begin: () => [(controls) => forkEpisode(services, { parent, turn, cut }, controls)],
  });
}

function changesOf({ set = [], turns, instruct, without }: Asked): readonly string[] {
  return [
    ...set,
    ...(turns === undefined ? [] : [`episode.maxTurns=${turns}`]),
    ...(without === undefined ? [] : [`memory.without=${without}`]),
    ...(instruct === undefined ? [] : [`instruction=${instruct}`]),
  ];
}

/** Refuses what would leave nothing to play. */
function checkTurns(call: Call<Asked>): void {
  const { turn, turns, set = [] } = call.options;
  if (turns !== undefined && set.some((one) => one.trim().startsWith('episode.maxTurns='))) {
    call.refuse('--turns and --set episode.maxTurns say the same; name one of them');
  }
  if (turns === undefined || turns > turn) return;
  call.refuse(
    `--turns ${turns} counts from the start of the episode and leaves nothing to play after turn ${turn}; name more`,
  );
}
