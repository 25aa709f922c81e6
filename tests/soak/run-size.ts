import { startCli } from '../helpers/cli-child.ts';

/** Tells at the end how large the process was. */
const TELL_SIZE =
  'data:text/javascript,process.on("exit",()=>console.error(`maxrss=${process.resourceUsage().maxRSS}`))';

/** Plays so many episodes; resolves with the most memory that the process took, in MiB. */
export async function sizeOfRun(
  cwd: string,
  {
    episodes,
    turns,
    environment = {},
  }: {
    readonly episodes: number;
    readonly turns: number;
    readonly environment?: Readonly<Record<string, string>>;
  },
): Promise<number> {
  const args = ['run', '--episodes', `${episodes}`, '--turns', `${turns}`, '--display', 'none'];
  const nodeFlags = ['--import', TELL_SIZE];
  const { code, err } = await startCli(args, { cwd, environment, nodeFlags }).ended;
  if (code !== 0) throw new Error(`A run ended with ${code}: ${err}`);
  return Number(/maxrss=(\d+)/.exec(err)?.[1]) / 1024;
}
