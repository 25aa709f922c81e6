import type { GameState } from '../../domain/game-state.ts';
import type { Message } from '../../domain/message.ts';
import type { Observation } from '../../domain/observation.ts';
import { scoreChange, type TurnRecord } from '../../domain/turn-record.ts';
import { describeSchema } from '../../model/reply-schema.ts';
import type { PromptLibrary } from '../../prompts/prompt-library.ts';
import { oneLine, quote } from '../../prompts/quote.ts';
import {
  commandWords,
  numberedRoomWords,
  roomWords,
  scoreWords,
  thingsWords,
  turnWords,
} from '../../prompts/wording.ts';
import { questionMessages } from '../../prompts/question.ts';
import { mapContext } from './map-context.ts';
import type { ObjectiveList } from './objective-list.ts';
import { completionReply, discoveryReply, refinementReply } from './objective-replies.ts';
import { placeName, type ObjectiveSources } from './objective-sources.ts';
import { describeCompleted, describeObjective } from './render-objectives.ts';
import {
  describeHops,
  formatMemories,
  isStrategic,
  memoriesByDistance,
} from './strategic-memories.ts';

const HISTORY_TURNS = 3;
const LONGEST_RESPONSE = 3000;
const COMPLETED_SHOWN = 10;
const LEAST_MEMORY_CHARACTERS = 8000;
const CHARACTERS_PER_TOKEN = 4;

/** Inputs of every question. */
export interface Wording {
  readonly prompts: PromptLibrary;
  readonly sources: ObjectiveSources;
}

/**
 * Asks for objectives with everything that is known: the whole knowledge base and map, and of the memories as much text
 * as `maxTokens` leaves room for (characters / 4).
 */
export function discoveryQuestion(
  state: GameState,
  list: ObjectiveList,
  wording: Wording,
  maxTokens: number,
): readonly Message[] {
  const { prompts, sources } = wording;
  const { location } = state.observation;
  const system = prompts.render('objectives.discovery', { schema: describeSchema(discoveryReply) });
  const knowledge = sources.knowledge().trim();
  const parts = {
    knowledge: knowledge === '' ? 'No strategic knowledge available.' : quote(knowledge),
    map: mapContext(location, sources.map),
    gameplay: gameplayContext(state.recent),
    current: listOf(list.current.map((one) => describeObjective(one, sources.map))),
    completed: listOf(list.completed.slice(-COMPLETED_SHOWN).map(describeCompleted)),
    state: stateContext(state.observation),
  };
  const used = Object.values(parts).reduce((sum, part) => sum + part.length, system.length);
  const room = Math.max(maxTokens * CHARACTERS_PER_TOKEN - used, LEAST_MEMORY_CHARACTERS);
  const memories = memoriesByDistance(location.id, sources, room);
  return questionMessages(system, prompts.render('objectives.situation', { ...parts, memories }));
}

/** Asks which objectives a turn completed, with what it changed taken from before and after the action. */
export function completionQuestion(
  state: GameState,
  turn: TurnRecord,
  list: ObjectiveList,
  wording: Wording,
): readonly Message[] {
  const { prompts, sources } = wording;
  const earlier = state.recent.filter((one) => one.turn < turn.turn).slice(-HISTORY_TURNS);
  const outcome = prompts.render('objectives.outcome', {
    objectives: listOf(list.current.map((one) => describeObjective(one, sources.map))),
    memories: memoriesOfPlaces(turn, sources),
    history:
      earlier.map((one) => turnWords(one)).join('\n') || '(No actions yet - start of episode)',
    facts: describeFacts(turn),
    action: quote(commandWords(turn.decision.action)),
    reasoning: quote(oneLine(turn.decision.reasoning, 600)),
    response: quote(turn.after.text, LONGEST_RESPONSE),
  });
  const schema = describeSchema(completionReply);
  return questionMessages(prompts.render('objectives.completion', { schema }), outcome);
}

/** Asks which objectives to keep. */
export function refinementQuestion(
  state: GameState,
  list: ObjectiveList,
  wording: Wording,
  limit: number,
): readonly Message[] {
  const { prompts, sources } = wording;
  const hops = sources.map?.distancesFrom(state.observation.location.id);
  const objectives = list.current.map((one) => {
    const distance =
      one.target === null || hops === undefined
        ? ''
        : `, ${describeHops(hops.get(one.target) ?? Infinity)}`;
    const age = `    set ${state.turn - one.createdTurn} turns ago (${one.origin})${distance}`;
    return `${describeObjective(one, sources.map)}\n${age}`;
  });
  const selection = prompts.render('objectives.selection', {
    objectives: listOf(objectives),
    state: stateContext(state.observation),
    gameplay: gameplayContext(state.recent),
    limit: `${limit}`,
  });
  const schema = describeSchema(refinementReply);
  return questionMessages(prompts.render('objectives.refinement', { schema }), selection);
}

function listOf(lines: readonly string[]): string {
  return lines.length === 0 ? '(none)' : lines.join('\n');
}

function describeFacts(turn: TurnRecord): string {
  const { before, after } = turn;
  const points = scoreChange(turn);
  return [
    `Turn: ${turn.turn}`,
    `Score: ${before.score ?? 'unknown'} -> ${after.score ?? 'unknown'} (${points < 0 ? '' : '+'}${points})`,
    `Location: ${roomWords(before.location)} -> ${roomWords(after.location)}`,
    `Inventory before: ${thingsWords(before.inventory)}`,
    `Inventory after: ${thingsWords(after.inventory)}`,
    ...(after.ended === null ? [] : [`The game ended: ${after.ended}`]),
  ].join('\n');
}

function memoriesOfPlaces({ before, after }: TurnRecord, sources: ObjectiveSources): string {
  const known = sources.memories?.();
  const places = [...new Set([before.location.id, after.location.id])].flatMap((id) => {
    const memories = (known?.get(id) ?? []).filter(isStrategic);
    const heading = `**${numberedRoomWords({ id, name: placeName(sources.map, id) })}:**`;
    return memories.length === 0 ? [] : [`${heading}\n${formatMemories(memories)}`];
  });
  return listOf(places);
}

const MOST_ACTIONS = 10;

/** The newest ten actions, each with the response that it really got. */
export function gameplayContext(recent: readonly TurnRecord[]): string {
  const actions = recent.slice(-MOST_ACTIONS);
  if (actions.length === 0) return '## Recent Actions\n(No actions yet - start of episode)';
  return [
    `## Recent Actions (Last ${MOST_ACTIONS} Turns)`,
    ...actions.map((turn) => `\n${turnWords(turn)}`),
  ].join('\n');
}

/** Score, place and belongings as the engine knows them. */
export function stateContext(observation: Observation): string {
  return [
    `- ${scoreWords(observation)}`,
    `- at ${roomWords(observation.location)}`,
    `- holding ${thingsWords(observation.inventory)}`,
  ].join('\n');
}
