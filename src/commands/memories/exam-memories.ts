import path from 'node:path';
import { examResult, takeExam, type Exam } from '../../exam/exam.ts';
import { readLearnt } from '../../exam/learnt.ts';
import { readPlayed } from '../../exam/played.ts';
import { readQuestions, type Reading } from '../../exam/readable.ts';
import type { Examined } from '../../exam/examine.ts';
import { createAsk } from '../../model/ask.ts';
import { withPatience } from '../../model/patience.ts';
import { openPlayer } from '../../run/player.ts';
import { loadPrompts } from '../../run/run-services.ts';
import { openShownAt } from '../../run/first-prompt.ts';
import { readBytesFile } from '../../storage/read-file.ts';
import { mapLearnt } from '../../storage/learnt-folder.ts';
import { writeFileAtomic } from '../../storage/write-file-atomic.ts';
import type { Call } from '../call.ts';
import { learntPlace, type LearntPlace } from '../learnt-place.ts';
import { examPage, examWords } from './exam-wording.ts';

interface Asked {
  readonly seed: number;
  readonly questions: number;
  readonly read?: true;
  readonly out?: string;
}

/** `zorkgpt memories exam`: examines what was learnt by questions of recorded play. Changes nothing that was learnt. */
export async function exam(call: Call<Asked>): Promise<void> {
  const { seed, questions: size, read, out } = call.options;
  const place = await learntPlace(call);
  const { config, story } = place;
  const played = readPlayed(config.workdir, story);
  const bytes = mapLearnt((_, what) => readBytesFile(place[what]));
  const learnt = readLearnt(bytes, story.identity.ifid);
  const taken = takeExam(played, learnt, { seed, size });
  const { paper } = taken;
  if (paper.questions.length === 0) {
    call.answer({ schemaVersion: 1, ...examResult(taken) }, () => ({
      nothing: noQuestions(taken),
    }));
    return;
  }
  const result = examResult(taken, read ? await readings(call, place, taken) : undefined);
  if (out !== undefined) {
    const file = path.resolve(call.world.cwd, out);
    writeFileAtomic(file, new TextEncoder().encode(examPage(result, story.identity)));
    call.tell(`The exam is in ${file}.`);
  }
  call.answer({ schemaVersion: 1, ...result }, (width) => examWords(result, width));
}

function noQuestions({ paper: { seed, papers } }: Exam): string {
  return papers === 0
    ? 'Nothing was played yet that could be asked; play an episode first.'
    : `There is no paper ${seed}: what was played makes ${papers}. Name a seed from 1 to ${papers}.`;
}

/** Asks the configured model every question twice. Rejects with ConfigError, and ModelError where it cannot be reached. */
async function readings(
  call: Call<Asked>,
  { config, story, folder }: LearntPlace,
  { examined, start }: Exam,
): Promise<ReadonlyMap<Examined, Reading>> {
  if (config.player === 'offline') {
    call.refuse('the offline player cannot read; name a model with --player and --model');
  }
  const loaded = await call.settings();
  const { model, name } = await openPlayer(loaded, call.tell);
  call.tell(`${name} is asked ${2 * examined.length} questions.`);
  const prompts = loadPrompts(config);
  const shownAt = await openShownAt({ config, story, prompts, modelName: name }, folder);
  return call.untilSignal((signal) =>
    readQuestions(examined, {
      ask: createAsk(withPatience(model)),
      prompts,
      // A thing's own room would tell where it lies.
      shownFor: ({ kind, room }) =>
        shownAt(kind === 'where' && start !== null ? start.id : room.id),
      signal,
    }),
  );
}
