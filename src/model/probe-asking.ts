import * as z from 'zod';
import type { Message, StructuredMode } from '../domain/message.ts';
import type { LanguageModel, ModelRequest } from './model.ts';
import { parseReply } from './parse-reply.ts';
import { describeSchema } from './reply-schema.ts';

/** How many of the built-in questions a model answered as it should, by how it was asked. */
export const askingProbe = z.object({
  /** For an object of a shape, of four. */
  shape: z.int().min(0),
  /** In no form, of three. */
  free: z.int().min(0),
  /** For one of three commands, of three. */
  choice: z.int().min(0),
});

export type AskingProbe = Readonly<z.infer<typeof askingProbe>>;

/** Scenes of no story, each with what is to be done in it and the commands that do it. */
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

/** Asks a model ten tiny questions that it should answer in whatever form it can follow. Rejects as `complete` does. */
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
        const list = values.map((command) => `- ${command}`).join('\n');
        const how = `The action is one of these, as it stands here:\n${list}`;
        return isRight(scene, how, { choices: { field: 'action', values } });
      }),
    ),
  };
}

/** Of so many right answers a form is good enough. */
const ENOUGH = { shape: 3, free: 2 } as const;

/**
 * How a model is best asked: as usual where it fills a shape with sense; thinking first where it makes sense only without
 * a shape; else by choice.
 */
export function modeAfter({
  shape,
  free,
}: AskingProbe): Extract<StructuredMode, 'auto' | 'late' | 'choice'> {
  if (shape >= ENOUGH.shape) return 'auto';
  return free >= ENOUGH.free ? 'late' : 'choice';
}
