import { wholeNumber, type Command } from '../command.ts';

const FORMATS = 'transcript commands csv json jsonl tales textquests atif otel inspect'.split(' ');

export const EPISODES_COMMANDS: readonly Command[] = [
  {
    path: 'episodes',
    says: 'look at the episodes played',
    examples: [
      'zorkgpt episodes',
      'zorkgpt episodes show latest --transcript',
      'zorkgpt episodes export 7 --format tales --out rollout.jsonl',
      'zorkgpt episodes prune --keep 50 --yes',
    ],
  },
  {
    path: 'episodes list',
    reads: true,
    isDefault: true,
    says: 'one line per episode',
    fleet: 'learnt',
    run: async (call) => (await import('./show-episodes.ts')).showEpisodeList(call),
  },
  {
    path: 'episodes show',
    reads: true,
    takes: '<episode>',
    says: 'one episode: a number, or "latest"',
    options: {
      '--transcript': 'the game as it was played',
      '--log': 'what happened while it was played, line by line',
    },
    fleet: 'named',
    run: async (call) => (await import('./show-episodes.ts')).showEpisode(call),
  },
  {
    path: 'episodes diff',
    reads: true,
    takes: '<episode> <other>',
    says: 'where two episodes part, such as a fork and its parent, and what came of it',
    run: async (call) => (await import('./diff-episodes.ts')).diffEpisodes(call),
  },
  {
    path: 'episodes export',
    reads: true,
    takes: '<episode>',
    says: 'one episode in a form for other programs',
    options: {
      '--format <format>': { says: 'which form', choices: FORMATS, default: 'transcript' },
      '--out <file>': 'write there instead of printing; a folder for inspect',
      '--otlp <url>': 'send it as a trace to a collector (OTLP over HTTP, JSON)',
      '--json': 'the same as --format json',
    },
    more: `Formats: transcript and commands as they were written; csv and jsonl, a row per turn; json, all turns as recorded; tales,
a rollout of TALES; textquests, steps of TextQuests; atif, a trajectory in the Agent Trajectory Interchange Format; otel, a
trace in the OpenTelemetry conventions for generative AI (OTLP/JSON); inspect, an evaluation log for Inspect's viewer,
which finds it in a folder only as <time>_<task>_<id>.json: --out FOLDER names it so.
--otlp sends the trace; OTEL_EXPORTER_OTLP_HEADERS holds what the collector wants in headers.`,
    examples: [
      'zorkgpt episodes export 7 --format atif --out trajectory.json',
      'zorkgpt episodes export latest --format inspect --out log.json',
      'zorkgpt episodes export 7 --otlp http://127.0.0.1:4318',
    ],
    fleet: 'records',
    run: async (call) => (await import('./export-episode.ts')).exportEpisode(call),
  },
  {
    path: 'episodes prune',
    says: 'delete older finished episodes; what was learnt stays',
    options: {
      '--keep <n>': wholeNumber('how many of the newest stay (episodes.keep)'),
      '--yes': 'without asking',
    },
    run: async (call) => (await import('./prune-episodes.ts')).pruneOldEpisodes(call),
  },
];
