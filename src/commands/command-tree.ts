import type { Command } from './command.ts';
import { COMPLETION } from './completion/completion.ts';
import { CONFIG } from './config.ts';
import { DOCTOR } from './doctor/doctor.ts';
import { EPISODES } from './episodes/episodes.ts';
import { EVAL } from './eval/eval.ts';
import { FLEET } from './fleet/fleet.ts';
import { WORKER } from './fleet/worker.ts';
import { HELP } from './help.ts';
import { INIT } from './init.ts';
import { KNOWLEDGE } from './knowledge/knowledge.ts';
import { MAP } from './map/map.ts';
import { MCP } from './mcp/mcp.ts';
import { MEMORIES } from './memories/memories.ts';
import { OBJECTIVES } from './objectives.ts';
import { PLAY } from './play/play.ts';
import { RECIPES } from './recipes/recipes.ts';
import { REPLAY } from './replay.ts';
import { REPORT } from './report.ts';
import { FORK } from './run/fork.ts';
import { RESUME } from './run/resume.ts';
import { RUN } from './run/run.ts';
import { STORY } from './story/story.ts';
import { WATCH } from './watch/watch.ts';

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  ...RUN,
  ...RESUME,
  ...FORK,
  ...REPLAY,
  ...PLAY,
  ...EPISODES,
  ...MAP,
  ...MEMORIES,
  ...RECIPES,
  ...OBJECTIVES,
  ...KNOWLEDGE,
  ...REPORT,
  ...WATCH,
  ...EVAL,
  ...MCP,
  ...WORKER,
  ...FLEET,
  ...STORY,
  ...DOCTOR,
  ...CONFIG,
  ...INIT,
  ...COMPLETION,
  ...HELP,
];
