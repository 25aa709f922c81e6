import type { World } from '../world.ts';
import { note } from '../output.ts';

/** Says which episodes of a workdir are damaged and which wait to be resumed, and returns how many wait. */
export async function tellUnfinished(world: World, workdir: string): Promise<number> {
  const { unfinishedEpisodes } = await import('../../records/resumable.ts');
  const unfinished = unfinishedEpisodes(workdir, (message) => note(world, message));
  const numbers = unfinished.map(({ episode }) => episode.number);
  if (numbers.length === 0) return 0;
  const which = numbers.length === 1 ? 'Episode' : 'Episodes';
  const list = numbers.slice(-5).join(', ');
  note(world, `${which} ${list} unfinished: zorkgpt resume ${numbers.at(-1)} goes on with it.`);
  return numbers.length;
}
