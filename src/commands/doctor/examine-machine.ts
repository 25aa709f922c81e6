import { openStory } from '../../interpreter/open-story.ts';
import { SHIPPED_STORY } from '../../run/find-story.ts';
import { readBytesFile } from '../../storage/read-file.ts';
import { fail, ok, warn, type Finding } from './finding.ts';

/** The oldest version that package.json allows. */
const OLDEST_NODE = [20, 19] as const;

/** State of the shipped story after its opening with seed 1, as every machine has to reach it. */
const OPENING_STATE = '7bebd9339b8053beb795f7ecf361ade02a41c6a31492dd0abdf5976ba43335a8';

/** Whether this Node can run the program. */
export function examineNode(version: string): Finding {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const [oldest, least] = OLDEST_NODE;
  const isEnough = major > oldest || (major === oldest && minor >= least);
  if (isEnough) return ok('node', version);
  return fail(
    'node',
    `${version} is too old`,
    `Install Node ${oldest}.${least} or later.`,
    'config',
  );
}

/** Whether the interpreter reaches the state that it should with the story that is part of the program. */
export function examineInterpreter(story: string = SHIPPED_STORY): Finding {
  const bytes = readBytesFile(story);
  if (bytes === null) {
    return warn('interpreter', `not tested, there is no ${story}`, 'Install zorkgpt again.');
  }
  const state = openStory(bytes, { seed: 1 }).stateHash();
  if (state === OPENING_STATE) return ok('interpreter', 'plays the shipped story as it should');
  const says = `comes to another state (${state.slice(0, 12)}) in the shipped story`;
  return fail('interpreter', says, 'Install zorkgpt again; do not trust results.', 'config');
}
