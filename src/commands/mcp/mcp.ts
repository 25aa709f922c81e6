import type { LoadedConfig } from '../../config/load.ts';
import type { Call, Command } from '../command.ts';
import type { Session as McpSession } from './mcp-session.ts';

/** Clients kill a server that does not end soon. If closing took longer, no report is written. */
const BRISK_MS = 150;

export const MCP_COMMANDS: readonly Command[] = [
  {
    path: 'mcp',
    says: 'let an assistant play and remember, as an MCP server on standard input and output',
    more: `Speaks the Model Context Protocol until its input ends. Each game is an episode with a number of its own; it is listed,
replayed and reported like any other, and no run goes on with it. Nothing else that uses the workdir is kept waiting.
For example: claude mcp add zorkgpt -- npx zorkgpt mcp`,
    examples: ['zorkgpt mcp', 'zorkgpt mcp --story zork1.z3 --workdir ~/zork'],
    run: mcp,
  },
];

async function mcp(call: Call): Promise<void> {
  const { openHandGame } = await import('../../run/hand-game.ts');
  const { Session } = await import('./mcp-session.ts');
  const { serve } = await import('./mcp-server.ts');
  const { world, tell } = call;
  const settings = await call.settings();
  const services = await openHandGame(settings);
  const session = new Session(services, tell);
  await call.untilSignal(async (stop) => {
    const { closed, close } = await serve(session, world, tell);
    stop.addEventListener('abort', () => void close());
    await closed;
    await wrapUp(call, session, settings);
  });
}

/** The work after a run is also done after a session: the history, and the report if it is wanted. */
async function wrapUp({ tell }: Call, session: McpSession, today: LoadedConfig): Promise<void> {
  const { config } = today;
  const startedAt = performance.now();
  await session.close();
  const { tidyIntoHistory } = await import('../../records/history.ts');
  await tidyIntoHistory(config.workdir);
  if (!config.report.atEndOfRun || session.game === null) return;
  if (performance.now() - startedAt > BRISK_MS) {
    tell('The report is left to the next run, or to zorkgpt report.');
    return;
  }
  const { writeReportAfterRun } = await import('../../report/report.ts');
  await writeReportAfterRun(today);
}
