import * as z from 'zod';
import { type GameState, thingsInHand } from '../../domain/game-state.ts';
import type { LocationId } from '../../domain/ids.ts';
import { CHARACTERS_PER_TOKEN, type Message } from '../../domain/message.ts';
import { LONGEST_OBJECTIVE, type Objective } from '../../domain/objective.ts';
import type { ShutThing } from '../../domain/shut-things.ts';
import { firstFew, oneLine } from '../../domain/text.ts';
import type { TurnRecord } from '../../domain/turn-record.ts';
import { describeSchema } from '../../model/reply-schema.ts';
import { type PromptLibrary, questionMessages } from '../../prompts/question.ts';
import { quote } from '../../prompts/quote.ts';
import { numberedRoomWords, roomWords } from '../../prompts/room-wording.ts';
import { shutThings } from '../../prompts/shut-wording.ts';
import { heldWords } from '../../prompts/thing-wording.ts';
import { toldTurns } from '../../prompts/told-turns.ts';
import { scoreWords, turnCount } from '../../prompts/wording.ts';
import type { KnownWords } from '../known-words.ts';
import { evidenceEffectWords } from './objective-evidence.ts';
import type { ObjectiveList } from './objective-list.ts';
import { objectiveMemories } from './objective-memories.ts';
import {
  type ObjectiveMap,
  objectivePlaceName,
  type ObjectiveSources,
  stepsWords,
} from './objective-sources.ts';
import { describeCompleted, describeObjective } from './render-objectives.ts';

const COMPLETED_SHOWN = 10;
const LEAST_MEMORY_CHARACTERS = 8000;

const reasoning = z.string().nullish().describe('Why, in a sentence or two.');

/** The reply of discovery. A target that is no location id is dropped; the objective stays. */
export const discoveryReply = z.object({
  objectives: z.array(
    z.object({
      text: z
        .string()
        .meta({ maxLength: LONGEST_OBJECTIVE })
        .describe(
          `The objective in one sentence, locations by id; at most ${LONGEST_OBJECTIVE} characters.`,
        ),
      target: z
        .int()
        .nonnegative()
        .nullish()
        .catch(null)
        .describe('Id of the location where it begins, or null.'),
    }),
  ),
  reasoning,
});

export const refinementReply = z.object({
  keep: z
    .array(z.string())
    .meta({ maxItems: 50, maxLength: LONGEST_OBJECTIVE })
    .describe('Exact texts of the objectives to keep; the others are dropped.'),
  reasoning,
});

export interface Wording {
  readonly prompts: PromptLibrary;
  readonly sources: ObjectiveSources;
  readonly words?: KnownWords | undefined;
}

export interface QuestionContext {
  readonly state: GameState;
  readonly list: ObjectiveList;
  /** The open objectives that the engine has shown done, and nobody claimed, each with the turn. */
  readonly shown: ReadonlyMap<Objective, TurnRecord>;
  readonly maxTurns: number | null;
}

/** Asks for objectives with all knowledge. Memories fill what `maxTokens` leaves, and at least 8,000 characters. */
export function discoveryQuestion(
  { state, list, shown, maxTurns }: QuestionContext,
  wording: Wording,
  maxTokens: number,
): readonly Message[] {
  const { prompts, sources, words } = wording;
  const system = prompts.render('objectives.discovery', { schema: describeSchema(discoveryReply) });
  const knowledge = sources.knowledge().trim();
  // Objectives shall serve the checked ways, or say what is worth more.
  const suggestion = sources.suggestion(state.observation);
  const suggested =
    suggestion === '' ? [] : suggestion.split('\n').map((line) => `- told to the player: ${line}`);
  const view = { map: sources.map, words, shown };
  const parts = {
    knowledge: knowledge === '' ? 'No strategic knowledge available.' : quote(knowledge),
    map: discoveryMap(state, sources),
    gameplay: objectivePlayContext(state.recent),
    current: listOf(list.current.map((one) => describeObjective(one, view))),
    completed: listOf(list.completed.slice(-COMPLETED_SHOWN).map(describeCompleted)),
    state: [
      // Doors are among the exits.
      objectiveStateContext(state, maxTurns, { sources, isShown: ({ isDoor }) => !isDoor }),
      ...suggested,
    ].join('\n'),
  };
  const situation = (memories: string) =>
    prompts.render('objectives.situation', { ...parts, memories });
  const used = system.length + situation('').length;
  const room = Math.max(maxTokens * CHARACTERS_PER_TOKEN - used, LEAST_MEMORY_CHARACTERS);
  const memories = objectiveMemories(state, sources, room);
  return questionMessages(system, situation(memories));
}

export function refinementQuestion(
  { state, list, shown, maxTurns }: QuestionContext,
  wording: Wording,
  limit: number,
): readonly Message[] {
  const { prompts, sources, words } = wording;
  const steps = sources.map?.distancesFrom(state.observation.location.id);
  const objectives = list.current.map((one) => {
    const distance =
      one.target === null || steps === undefined
        ? ''
        : `, ${stepsWords(steps.get(one.target) ?? Infinity)}`;
    const by = one.origin === 'agent' ? 'by the player' : 'by you';
    const age = `    set ${state.turn - one.createdTurn} turns ago ${by}${distance}`;
    return `${describeObjective(one, { map: sources.map, words, shown })}\n${age}`;
  });
  const selection = prompts.render('objectives.selection', {
    objectives: listOf(objectives),
    state: objectiveStateContext(state, maxTurns, {
      sources,
      next: 'is being played; what you keep counts after it',
    }),
    gameplay: objectivePlayContext(state.recent),
    limit: `${limit}`,
  });
  const schema = describeSchema(refinementReply);
  return questionMessages(prompts.render('objectives.refinement', { schema }), selection);
}

function listOf(lines: readonly string[]): string {
  return lines.join('\n') || '(none)';
}

const MOST_ACTIONS = 10;
const ACTION_TOKENS = 2500;

/** The newest ten actions, each with its whole response, and what was read before them. */
export function objectivePlayContext(recent: readonly TurnRecord[]): string {
  if (recent.length === 0) return '## Recent Actions\n(No actions yet - start of episode)';
  const [older, actions] = [recent.slice(0, -MOST_ACTIONS), recent.slice(-MOST_ACTIONS)];
  return `## Recent Actions\n\n${toldTurns(actions, ACTION_TOKENS, older)}`;
}

interface StateOptions {
  readonly sources?: Told | null;
  /** The facts on the turn after the last one. */
  readonly next?: string;
  readonly isShown?: (shut: ShutThing) => boolean;
}

/** The facts of the engine: turn, last changes, score, place, things held, and shut things. */
export function objectiveStateContext(
  state: GameState,
  maxTurns: number | null,
  { sources = null, next = 'comes next', isShown = () => true }: StateOptions = {},
): string {
  const { turn, recent, observation } = state;
  const last = recent.at(-1);
  const shut = shutOf(state, sources, isShown);
  return [
    `- ${turnCount(turn + 1, maxTurns)} ${next}`,
    ...(last === undefined ? [] : [`- the last turn brought: ${evidenceEffectWords(last)}`]),
    `- ${scoreWords(observation)}`,
    `- at ${roomWords(observation.location)}`,
    `- holding ${heldWords(thingsInHand(state))}`,
    ...(shut === '' ? [] : [`- locked or closed when last seen: ${shut}`]),
  ].join('\n');
}

type Told = Pick<ObjectiveSources, 'knowledge' | 'memories'>;

/** The shut ones of these things, with the tries on them, and what memories and knowledge tell of their keys. */
function shutOf(state: GameState, sources: Told | null, isMeant: (shut: ShutThing) => boolean) {
  const memories = [...(sources?.memories?.().values() ?? [])].flat();
  const lessons = memories.map(({ title, text }) => oneLine(`${title}: ${text}`));
  const shut = new Map([...state.shut].filter(([, one]) => isMeant(one)));
  return shutThings({ ...state, shut }, 'all', [sources?.knowledge() ?? '', ...lessons].join('\n'));
}

const MOST_ROOMS = 30;

/** The map for the discovery prompt: picture, exits of this room, unexplored exits and shut doors, counts. */
export function discoveryMap(
  state: GameState,
  { map, ...told }: Pick<ObjectiveSources, 'map'> & Told,
): string {
  const { location: here } = state.observation;
  const doors = shutOf(state, told, ({ isDoor }) => isDoor);
  if (map === null) return 'No map data available\nNo routing data available';
  const { rooms } = map.graph();
  const visited = [...rooms].flatMap(([id, { visits }]) => (visits.size > 0 ? [id] : []));
  const ahead = new Set(
    visited.flatMap((id) => map.unexploredWays(id).flatMap(({ to }) => to ?? [])),
  );
  const beyond = rooms.size - visited.length - ahead.size;
  return [
    '## Map Visualization (Mermaid Format)',
    map.mermaid(),
    '',
    'Note: Node IDs match location IDs in memories (L12 = Location 12)',
    `**Current location**: L${here.id}`,
    '',
    map.routingSummary(here.id),
    '',
    '## Unexplored Exits (Nearest First)',
    unexploredExits(here.id, map),
    ...(doors === '' ? [] : [`- shut when last seen: ${doors}`]),
    '',
    '## Exploration Statistics',
    `- Rooms visited, in all episodes: ${visited.length}; known only as where an exit leads: ${ahead.size}`,
    ...(beyond > 0 ? [`- Rooms to which only deadly or shut exits are known: ${beyond}`] : []),
    `- Current location: ${roomWords(here)}`,
  ].join('\n');
}

/** The exits to new rooms of every visited room, one line per room. */
function unexploredExits(here: LocationId, map: ObjectiveMap): string {
  const { rooms } = map.graph();
  const distances = map.distancesFrom(here);
  const lines = [...rooms]
    .filter(([, { visits }]) => visits.size > 0)
    .map(([id]) => ({ id, steps: distances.get(id) ?? Infinity, exits: map.unexploredWays(id) }))
    .filter(({ exits }) => exits.length > 0)
    .sort((a, b) => a.steps - b.steps || a.id - b.id)
    .map(({ id, steps, exits }) => {
      const room = numberedRoomWords({ id, name: objectivePlaceName(map, id) });
      const to = exits.map(
        (way) => `${way.action} → ${way.to === null ? 'unknown' : `Location ${way.to}`}`,
      );
      return `- ${room}, ${stepsWords(steps)}: ${to.join(', ')}`;
    });
  const told = firstFew(lines, MOST_ROOMS, (more) => `  (${more} rooms more, farther away)`);
  return told.join('\n') || '  (None known)';
}
