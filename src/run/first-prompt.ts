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
  openFrontierManager,
  openKnowledgeManager,
  openMapManager,
  openMemory,
  type ManagerPorts,
} from './open-managers.ts';
import type { Setting } from './run-services.ts';

const askNobody: Ask = () => Promise.reject(new Error('A prompt is made without a model.'));

/** The contents of learnt files that replace those on disk. */
type Contents = Partial<Record<LearntName, Uint8Array | null>>;

/** Ports of managers without play: learnt files, some of them replaced, and no writing. */
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

/** The agent's first request. No model is asked, no file is changed. Rejects with StorageError for an unreadable file. */
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

/** What prompts tell of a room: knowledge, exits, memories. No model is asked. Rejects with StorageError. */
export async function roomPromptParts(setting: Setting, learnt: string, instead?: Contents) {
  const { config, story } = setting;
  const ports = readingPorts(setting, learnt, instead);
  const interpreter = openStoryNamed(story.bytes, { seed: ports.seed, names: config.names });
  const map = await openMapManager(setting, ports);
  const memory = openMemory(setting, ports, interpreter, () => ({ knowledge, frontier }));
  const frontier = openFrontierManager(setting, ports, { map, memory }, interpreter);
  const knowledge = openKnowledgeManager(setting, ports);
  memory.sync();
  const known = knowledge.promptDigest(config.knowledge.promptTokens);
  return (room: LocationId) =>
    [known, map.routingSummary(room), memory.recall(room).text].join('\n').trim();
}
