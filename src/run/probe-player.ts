import path from 'node:path';
import * as z from 'zod';
import type { GameConfiguration } from '../config/schema.ts';
import { ModelError } from '../domain/errors.ts';
import { jsonFile, parsedJson } from '../domain/json.ts';
import type { Message } from '../domain/message.ts';
import type { LanguageModel, ModelRequest } from '../model/model.ts';
import { parseReply } from '../model/parse-reply.ts';
import { describeSchema } from '../model/reply-schema.ts';
import type { OpenedPlayer } from '../model/settings.ts';
import { choiceWords } from '../prompts/choice-wording.ts';
import { readTextFile } from '../storage/read-file.ts';
import { writeFileAtomic } from '../storage/write-file-atomic.ts';

/**
 * Decides how the agent is asked, and whether models are asked for lessons, if that is left open: by the answers of the
 * agent's model to built-in questions, which `folder` keeps. Asks them now only if the server says that the model is small.
 * Throws StorageError.
 */
export async function settleByProbe(
  config: GameConfiguration,
  player: Pick<OpenedPlayer, 'adapter' | 'agent'>,
  notice: (message: string) => void,
  folder = config.workdir,
): Promise<GameConfiguration> {
  const { models } = config;
  const { agent } = player;
  const isOpen = models.structured === 'auto' || models.lessons === 'auto';
  if (!isOpen || agent === undefined) return config;
  const probe = keptProbe(folder, agent) ?? (await probeNow(player, folder));
  if (probe === null) return config;
  const best = bestAsking(probe, agent.asksMemory);
  const structured = models.structured === 'auto' ? best.structured : models.structured;
  const lessons = models.lessons === 'auto' ? best.lessons : models.lessons;
  if (structured !== models.structured || lessons !== models.lessons)
    notice(`"${agent.model}" ${probe === 'unanswered' ? UNANSWERED : probeWords(probe)}.`);
  return { ...config, models: { ...models, structured, lessons } };
}

const UNANSWERED = 'is small and gave no answer yet to how it is best asked; asked by choice';

function bestAsking(probe: AskingProbe | 'unanswered', asksMemory: boolean) {
  if (probe === 'unanswered') return { structured: 'choice', lessons: 'auto' } as const;
  const isDull = asksMemory && !probeDrawsLessons(probe);
  return { structured: modeAfterProbe(probe), lessons: isDull ? 'off' : 'auto' } as const;
}

/** Asks a model that is said to be small, and keeps the result. Null for other models. */
async function probeNow(
  { adapter, agent }: Pick<OpenedPlayer, 'adapter' | 'agent'>,
  folder: string,
): Promise<AskingProbe | 'unanswered' | null> {
  if (agent?.isSaidSmall !== true) return null;
  try {
    const probe = await probeAsking(adapter, new AbortController().signal);
    keepProbe(folder, agent, probe);
    return probe;
  } catch (error) {
    if (error instanceof ModelError) return 'unanswered';
    throw error;
  }
}

export function probeWords(probe: AskingProbe): string {
  const { shape, free, choice, lessons } = probe;
  const asked = { auto: 'in a shape', late: 'to think first', choice: 'by choice' }[
    modeAfterProbe(probe)
  ];
  const taught = probeDrawsLessons(probe) ? '' : ', and not for lessons';
  return `answers ${shape} of 4 in a shape, ${free} of 3 in no form, ${choice} of 3 by choice, ${lessons} of ${MOMENTS.length} about lessons; best asked ${asked}${taught}`;
}

/** How many of the built-in questions a model answered right, by the form of the question. */
const askingProbe = z.object({
  /** Questions for an object of a given shape, of four. */
  shape: z.int().min(0),
  /** Questions in free form, of three. */
  free: z.int().min(0),
  /** Questions for one of three commands, of three. */
  choice: z.int().min(0),
  /** Questions about what a turn taught, of six. */
  lessons: z.int().min(0),
});

type AskingProbe = Readonly<z.infer<typeof askingProbe>>;

const kept = z.record(z.string(), askingProbe);

type AskedModel = Readonly<Record<'baseUrl' | 'model', string>>;

/** The result for a model that a folder keeps. Null if it was not asked. Throws StorageError. */
export function keptProbe(folder: string, { baseUrl, model }: AskedModel): AskingProbe | null {
  return readKept(folder)[`${baseUrl} ${model}`] ?? null;
}

export function keepProbe(folder: string, { baseUrl, model }: AskedModel, probe: AskingProbe) {
  const all = { ...readKept(folder), [`${baseUrl} ${model}`]: probe };
  writeFileAtomic(path.join(folder, 'asking.json'), jsonFile(all));
}

/** An unreadable file is written again: the questions can be asked again. */
function readKept(folder: string): z.infer<typeof kept> {
  const text = readTextFile(path.join(folder, 'asking.json')) ?? '';
  return kept.safeParse(parsedJson(text)).data ?? {};
}

/** Scenes of no story, each with a task and the commands that solve it. */
const SCENES = [
  ['A lamp and a box are here. Take the lamp.', ['take lamp', 'get lamp', 'pick up lamp']],
  ['You see a shut door to the north. Open the door.', ['open door', 'open north door']],
  ['Ways out: north, east. Walk to the east.', ['east', 'e', 'go east', 'walk east']],
  ['You hold a note. Read the note.', ['read note']],
] as const;

const reply = z.object({
  thinking: z.string().meta({ maxLength: 200 }).describe('Why, in a few words.'),
  action: z.string().meta({ maxLength: 60 }).describe('Exactly one command for the parser.'),
});

const VERBS = /^(?:take|get|pick|open|read|go|walk|north|south|east|west|e|n|s|w|look|wait)\b/i;

const essential = {
  names: ['action', 'command'],
  begins: (line: string) => VERBS.test(line),
} as const;

const SYSTEM = 'You play a text adventure by short commands: a verb and a thing, or a direction.';

const ALONE = 'Answer with the command alone.';

const MOST_TOKENS = 150;

/** Turns of no story, each with the thing that its lesson is about. Null if it teaches nothing. */
const MOMENTS: readonly (readonly [string, string | null])[] = [
  ['> open gate with brass key\nThe gate swings open.', 'gate'],
  ['> look\nA bare cell. The only way out is south.', null],
  ['> eat grey berry\nYour throat burns, and you die.', 'berry'],
  ['> frotz box\nI know no such verb.', null],
  ['> pull lever\nNothing happens: the lever is rusted fast.', 'lever'],
  ['> south\nA long corridor.', null],
];

/** Chance alone, or always the same answer, gets half of them right. */
const ENOUGH_LESSONS = 5;

const lesson = z.object({
  should_remember: z.boolean(),
  memory: z.string().nullish().meta({ maxLength: 120 }),
});

const LESSONS =
  'After each turn of a text adventure you decide whether it taught something for later games: what worked, failed or hurt, by the name of the thing. A look around, a plain walk and an unknown verb teach nothing: should_remember is false then.';

/** Asks a model sixteen tiny questions, in each form. Rejects as `complete` does. */
export async function probeAsking(model: LanguageModel, signal: AbortSignal): Promise<AskingProbe> {
  const asked = { role: 'agent', replySchema: reply, signal, replyLimit: MOST_TOKENS } as const;
  const isRight = async (
    [scene, right]: (typeof SCENES)[number],
    how: string,
    more: Partial<ModelRequest> = {},
  ) => {
    const messages: readonly Message[] = [
      { role: 'system', content: SYSTEM },
      { role: 'user', content: `${scene}\n${how}` },
    ];
    const came = await model.complete({ ...asked, messages, ...more });
    const read = parseReply(came, { replySchema: reply, essential });
    const said = read.ok ? read.value.action.toLowerCase() : '';
    return right.some((one) => one === said.replace(/\bthe /, '').trim());
  };
  const count = async (questions: readonly (() => Promise<boolean>)[]) => {
    let right = 0;
    for (const ask of questions) if (await ask()) right += 1;
    return right;
  };
  const [, ...three] = SCENES;
  return {
    shape: await count(SCENES.map((scene) => () => isRight(scene, describeSchema(reply)))),
    free: await count(three.map((scene) => () => isRight(scene, ALONE, { isFree: true }))),
    choice: await count(
      three.map((scene, at) => () => {
        const values = SCENES.toSpliced(at, 1).map(([, [command]]) => command);
        const how = choiceWords(values, false);
        return isRight(scene, how, { choices: { field: 'action', values } });
      }),
    ),
    lessons: await count(MOMENTS.map((moment) => () => isLessonRight(moment, model, signal))),
  };
}

async function isLessonRight(
  [turn, thing]: (typeof MOMENTS)[number],
  model: LanguageModel,
  signal: AbortSignal,
): Promise<boolean> {
  const messages: readonly Message[] = [
    { role: 'system', content: `${LESSONS}\n${describeSchema(lesson)}` },
    { role: 'user', content: turn },
  ];
  const asked = { role: 'memory', messages, signal, replyLimit: MOST_TOKENS } as const;
  const read = parseReply(await model.complete({ ...asked, replySchema: lesson }), {
    replySchema: lesson,
  });
  if (!read.ok) return false;
  const { should_remember: isLesson, memory } = read.value;
  return thing === null ? !isLesson : isLesson && memory?.includes(thing) === true;
}

/** Whether a model distinguishes turns that teach something from others. */
export function probeDrawsLessons({ lessons }: Pick<AskingProbe, 'lessons'>): boolean {
  return lessons >= ENOUGH_LESSONS;
}

/** The best way to ask a model: as usual; thinking first, if it makes sense only without a shape; else by choice. */
export function modeAfterProbe({ shape, free }: Pick<AskingProbe, 'shape' | 'free'>) {
  if (shape >= 3) return 'auto';
  return free >= 2 ? 'late' : 'choice';
}
