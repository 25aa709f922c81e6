import { openingState } from '../domain/game-state.ts';
import type { LocationId } from '../domain/ids.ts';
import type { Message } from '../domain/message.ts';
import { openStoryNamed } from '../interpreter/open-story.ts';
import { wrapExits } from '../interpreter/wrapped-interpreter.ts';
import type { Ask } from '../model/ask.ts';
import { mapLearnt, learntFile, type LearntName } from '../storage/learnt-folder.ts';
import { readBytesFile } from '../storage/read-file.ts';
import { createScratchStorage } from '../storage/storage.ts';
import { contextualise } from '../turn/contextualise.ts';
import { observe } from '../turn/observe.ts';
import { composeManagers } from './compose-managers.ts';
import {
  openFrontier,
  openKnowledge,
  openMapManager,
  openMemory,
  type ManagerPorts,
} from './open-managers.ts';
import type { Setting } from './run-services.ts';

const askNobody: Ask = () => Promise.reject(new Error('A prompt is made without a model.'));

/** Contents of learnt files in the place of those that they have. */
type Contents = Partial<Record<LearntName, Uint8Array | null>>;

/** What managers reach when nobody plays: the learnt files as they are, but for some, and nothing that is written. */
function readingPorts(
  { config, prompts }: Setting,
  learnt: string,
  instead: Contents = {},
): ManagerPorts {
  const open = (file: string) => createScratchStorage(file, readBytesFile(file));
  const files = mapLearnt((_, what) => {
    const file = learntFile(learnt, what);
    const content = instead[what];
    return content === undefined ? open(file) : createScratchStorage(file, content);
  });
  return {
    seed: config.seed ?? 0,
    files: { ...files, open },
    exportState: () => undefined,
    emit: () => undefined,
    prompts,
    ask: askNobody,
    askNow: askNobody,
    signal: new AbortController().signal,
    keepVersion: () => undefined,
  };
}

/** What the agent would be asked first; nobody is asked, no file changed. Rejects with StorageError for an unreadable file. */
export async function firstPrompt(setting: Setting, learnt: string): Promise<readonly Message[]> {
  const { config, story } = setting;
  const ports = readingPorts(setting, learnt);
  const { seed } = ports;
  const game = openStoryNamed(story.bytes, { seed, names: config.names });
  const interpreter = wrapExits(game, config.exits);
  const { managers } = await composeManagers(setting, interpreter, ports);
  const opening = observe(interpreter, interpreter.opening);
  return contextualise(openingState(0, seed, opening), managers).messages;
}

/** What prompts show of a room: knowledge, ways out, memories; nobody is asked. Rejects with StorageError. */
export async function firstPromptPartsAt(setting: Setting, learnt: string, instead?: Contents) {
  const { config, story } = setting;
  const ports = readingPorts(setting, learnt, instead);
  const interpreter = openStoryNamed(story.bytes, { seed: ports.seed, names: config.names });
  const map = await openMapManager(setting, ports);
  const memory = openMemory(setting, ports, interpreter, () => ({ knowledge, frontier }));
  const frontier = openFrontier(setting, ports, { map, memory }, interpreter);
  const knowledge = openKnowledge(setting, ports);
  memory.sync();
  const known = knowledge.promptDigest(config.knowledge.promptTokens);
  return (room: LocationId) =>
    [known, map.routingSummary(room), memory.recall(room).text].join('\n').trim();
}
