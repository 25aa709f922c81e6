import { readPlayed } from '../../exam/played.ts';
import { type Reading, sitExam } from '../../exam/sit-exam.ts';
import { storyTitleOfEpisode } from '../../records/episode-story.ts';
import { readLearntFolder } from '../../storage/learnt-folder.ts';
import { pageTable, pageOf, readPageAssets, markup, type Child } from '../../report/page.ts';
import path from 'node:path';
import {
  examResult,
  NEWEST,
  OLDEST,
  takeExam,
  type Exam,
  type ExamResult,
  type Marks,
  examRoom,
} from '../../exam/exam.ts';
import type { Examined } from '../../exam/examine.ts';
import { parseLearnt } from '../../exam/learnt.ts';
import { plural } from '../../domain/text.ts';
import { createAsk } from '../../model/ask.ts';
import { withPatience } from '../../model/patience.ts';
import { roomPromptParts } from '../../run/first-prompt.ts';
import { openPlayer } from '../../run/player.ts';
import { loadRunPrompts } from '../../run/run-services.ts';
import { writeFileAtomic } from '../../storage/write-file-atomic.ts';
import type { Call } from '../command.ts';
import { learntPlace, type LearntPlace } from '../learnt-place.ts';
import { renderRows, type Columns } from '../layout.ts';

interface Asked {
  readonly seed: number;
  readonly questions: number;
  readonly read?: true;
  readonly out?: string;
}

/** `zorkgpt memories exam`: examines what was learnt by questions about recorded play. Changes nothing that was learnt. */
export async function examMemories(call: Call<Asked>): Promise<void> {
  const { seed, questions: size, read, out } = call.options;
  if (out === '-') call.refuse('--out needs a file: a page opens from disk');
  const place = await learntPlace(call);
  const { config, story } = place;
  const played = readPlayed(config.workdir, story);
  const learnt = parseLearnt(readLearntFolder(place.folder), story.identity.ifid, call.tell);
  const taken = takeExam(played, learnt, { seed, size });
  const { questions, papers } = taken.paper;
  if (questions.length === 0) {
    const nothing =
      papers === 0
        ? `${played.length === 0 ? 'Nothing of this story was played yet; play an episode first' : NO_QUESTION}.`
        : `There is no paper ${seed}: what was played makes ${papers}. Name a seed from 1 to ${papers}.`;
    call.answer({ schemaVersion: 1, ...examResult(taken) }, () => ({ nothing }));
    return;
  }
  const result = examResult(taken, read ? await readings(call, place, taken) : undefined);
  if (out !== undefined) {
    const file = path.resolve(call.world.cwd, out);
    writeFileAtomic(
      file,
      new TextEncoder().encode(
        examPage(result, storyTitleOfEpisode({ ...story.identity, file: config.story })),
      ),
    );
    call.tell(`The exam is in ${file}.`);
  }
  call.answer({ schemaVersion: 1, ...result }, (width) => examMemoriesWords(result, width));
}

const NO_QUESTION =
  'What was played makes no question yet: each needs three wrong answers that are right elsewhere; play more episodes';

/** Asks the configured model every question twice. Rejects with ConfigError, and with ModelError if it cannot be reached. */
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
  const prompts = loadRunPrompts(config);
  const shownAt = await roomPromptParts({ config, story, prompts, modelName: name }, folder);
  return call.untilSignal((signal) =>
    sitExam(examined, {
      ask: createAsk(withPatience(model)),
      prompts,
      shownFor: (question) => shownAt(examRoom(question, start).id),
      signal,
    }),
  );
}

type Row = readonly [string, Marks];

const LABELS: Columns<Row> = {
  question: ([name]) => KINDS[name] ?? name,
  asked: ([, { questions }]) => questions,
  stored: ([, { stored, questions }]) => share(stored, questions),
  misled: ([, { misled }]) => misled,
  used: ([, { respected, applied }]) => share(respected, applied),
};

const READ: Columns<Row> = {
  'read with': ([, { read, questions }]) => (read ? share(read.with, questions) : ''),
  without: ([, { read, questions }]) => (read ? share(read.without, questions) : ''),
};

/** The kinds of questions, for people. */
const KINDS: Readonly<Record<string, string>> = {
  where: 'where a thing lies at first',
  way: 'which way leads on',
  does: 'what a command does',
  kills: 'which command kills',
  needs: 'what a shut way needs',
};

/** The age of an answer, for people. */
const AGE_WORDS: Readonly<Record<string, string>> = {
  [NEWEST]: 'in the newest episode',
  '1 to 4': '1 to 4 episodes earlier',
  [OLDEST]: '5 or more episodes earlier',
};

const LEGEND = [
  'Stored: Memories.md, the knowledge base or the map says the right answer. Misled: they say only a wrong one. Used: of the later visits to the room that the answer could have helped, those in which the player acted on it.',
  'Answers that only the map has are in no row that begins with "learnt".',
];

export function examMemoriesWords(result: ExamResult, width: number): string {
  return [
    paperLine(result),
    renderRows(columnsOf(result), groupsOf(result), width),
    '',
    ...LEGEND,
    ...listed('Misled:', result.wrong.map(wrongLine)),
    ...listed('Not stored:', result.missing.map(missingLine)),
  ].join('\n');
}

/** Without what a model read, if none was asked. */
function columnsOf({ kinds }: ExamResult): Columns<Row> {
  const isRead = Object.values<Marks>(kinds).some(({ read }) => read !== undefined);
  return isRead ? { ...LABELS, ...READ } : LABELS;
}

function paperLine({ seed, papers, questions }: ExamResult): string {
  const asks = plural(questions.length, 'question');
  return papers === 1
    ? `${asks}: all that recorded play makes.`
    : `${asks}: set ${seed} of ${papers} made of recorded play; --seed picks another.`;
}

function examPage(result: ExamResult, story: string): string {
  const title = `Exam of ${story}, paper ${result.seed}`;
  const columns = columnsOf(result);
  const rows = groupsOf(result).map((row) => Object.values(columns).map((of) => of(row)));
  const list = (name: string, lines: readonly string[]): Child =>
    lines.length === 0
      ? null
      : markup`<section><h2>${name}</h2><ul>${lines.map((line) => markup`<li>${line}</li>`)}</ul></section>`;
  return pageOf(
    { title, assets: readPageAssets([]) },
    markup`<header><h1>${title}</h1><p class="note">${paperLine(result)}</p></header>
      <main>
        <section>
          ${pageTable(Object.keys(columns), rows)}
          ${LEGEND.map((line) => markup`<p class="note">${line}</p>`)}
        </section>
        ${list('Misled', result.wrong.map(wrongLine))}
        ${list('Not stored', result.missing.map(missingLine))}
      </main>`,
  );
}

function groupsOf({ kinds, ages }: ExamResult): readonly Row[] {
  const aged = Object.entries<Marks>(ages).map(([age, marks]): Row => {
    // If no answer is old, the ages are not told.
    const when = OLDEST in ages || age === NEWEST ? AGE_WORDS[age] : 'in earlier episodes';
    return [`learnt ${when ?? age}`, marks];
  });
  return [...Object.entries<Marks>(kinds), ...aged];
}

function share(part: number, whole: number): string {
  return whole === 0 ? '-' : `${part} of ${whole} (${Math.round((100 * part) / whole)} %)`;
}

function listed(head: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', head, ...lines.map((line) => `- ${line}`)];
}

function wrongLine({ question, answer, misled }: ExamResult['wrong'][number]): string {
  return `${question} Right: ${answer}; wrong: ${misled?.says}, by ${misled?.by}`;
}

function missingLine({ question, answer, played }: ExamResult['missing'][number]): string {
  return `${question} ${answer} (episode ${played.episode}, turn ${played.turn})`;
}
