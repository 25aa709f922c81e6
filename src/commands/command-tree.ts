import type { Command } from './command.ts';
import { COMPLETION_COMMANDS } from './completion/completion.ts';
import { CONFIG_COMMANDS } from './config.ts';
import { DOCTOR_COMMANDS } from './doctor/doctor.ts';
import { EPISODES_COMMANDS } from './episodes/episodes.ts';
import { EVAL_COMMANDS } from './eval/eval.ts';
import { FLEET_COMMANDS, WORKER_COMMANDS } from './fleet/fleet.ts';
import { HELP_COMMANDS } from './help.ts';
import { INIT_COMMANDS } from './init/init.ts';
import { KNOWLEDGE_COMMANDS } from './knowledge/knowledge.ts';
import { MAP_COMMANDS } from './map.ts';
import { MCP_COMMANDS } from './mcp/mcp.ts';
import { MEMORIES_COMMANDS } from './memories/memories.ts';
import { OBJECTIVES_COMMANDS } from './objectives.ts';
import { PLAY_COMMANDS } from './play/play.ts';
import { RECIPES_COMMANDS } from './recipes/recipes.ts';
import { REPORT_COMMANDS } from './report.ts';
import { RUN_COMMANDS } from './run/run.ts';
import { STATUS_COMMANDS, WATCH_COMMANDS } from './status/status.ts';
import { STORY_COMMANDS } from './story/story.ts';

export const COMMANDS: readonly Command[] = [
  ...RUN_COMMANDS,
  ...PLAY_COMMANDS,
  ...STATUS_COMMANDS,
  ...EPISODES_COMMANDS,
  ...MAP_COMMANDS,
  ...MEMORIES_COMMANDS,
  ...RECIPES_COMMANDS,
  ...OBJECTIVES_COMMANDS,
  ...KNOWLEDGE_COMMANDS,
  ...REPORT_COMMANDS,
  ...WATCH_COMMANDS,
  ...EVAL_COMMANDS,
  ...MCP_COMMANDS,
  ...WORKER_COMMANDS,
  ...FLEET_COMMANDS,
  ...STORY_COMMANDS,
  ...DOCTOR_COMMANDS,
  ...CONFIG_COMMANDS,
  ...INIT_COMMANDS,
  ...COMPLETION_COMMANDS,
  ...HELP_COMMANDS,
];
