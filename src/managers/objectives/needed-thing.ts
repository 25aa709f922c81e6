import { heldThings, type Observation } from '../../domain/observation.ts';
import { thingsNamed } from '../../domain/naming.ts';
import { demandsOf, type Demand } from './demands.ts';

/** What is put, given or used: it ends where another small word begins. */
const LAID =
  /^\S+ (?:the |an? |my )?(.*?)(?: (?:on|in|into|onto|inside|under|to|at|by|with|down|back)\b.*)?$/;
const TOOL = /^(?!(?:ask|tell|talk|play)\b).* with (?:the |an? |my )?(.*)$/;
/** Several things, or one that another part of the text names: whether they are held is not known from such a word. */
const VAGUE = /^(?:|it|them|this|these|those|all|both|each|every.*|\S.*[^s]s)$/;

/** Whether the first act that an objective asks for lays down, gives or uses a thing that is not held. */
export function lacksItsThing(text: string, now: Observation): boolean {
  const [demand] = demandsOf(text);
  const thing = demand === undefined ? '' : thingNeeded(demand);
  const held = heldThings(now);
  const needs = VAGUE.test(thing) || (demand?.count ?? 1) > 1 ? [] : [thing];
  return needs.some((name) => thingsNamed(name, held).length === 0);
}

function thingNeeded({ kind, text }: Demand): string {
  const [, found = ''] = (kind === 'place' ? LAID : TOOL).exec(text) ?? [];
  return found;
}
