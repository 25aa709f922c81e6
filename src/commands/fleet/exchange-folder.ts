import path from 'node:path';
import type { Exchanged } from '../../fleet/client/exchange.ts';
import type { Call } from '../call.ts';
import { claimedPlace } from '../learnt-place.ts';
import { withFleet } from './fleet-of.ts';

/** Brings what a fleet learnt of a story into a folder, beside what people changed there, or stores in it what they changed. */
export async function exchange(call: Call, way: 'pull' | 'push'): Promise<void> {
  const { pull, push } = await import('../../fleet/client/exchange.ts');
  const { storyForFolder } = await import('../../fleet/client/story-for-folder.ts');
  const { config } = await call.settings();
  const workdir = path.resolve(call.world.cwd, call.word);
  const files = await withFleet(call, config, async (fleet) => {
    const story = call.options.story ?? (await storyForFolder(fleet, workdir));
    const there = call.with({ workdir, ...(story !== null && { story }) });
    const { story: opened, folder } = await claimedPlace(there);
    return (way === 'pull' ? pull : push)(fleet, { ifid: opened.identity.ifid, folder });
  });
  call.answer({ folder: workdir, files }, () => describe(files, way));
}

function describe(files: readonly Exchanged[], way: 'pull' | 'push'): string {
  const changed = files.filter((one) => one.changed).map(({ name }) => name);
  if (changed.length === 0) return 'Nothing is new.';
  return way === 'pull'
    ? `Brought: ${changed.join(', ')}. Edit them and zorkgpt fleet push the folder.`
    : `Stored in the fleet: ${changed.join(', ')}.`;
}
