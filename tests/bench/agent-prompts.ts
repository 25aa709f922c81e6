import type { Message } from '../../src/domain/message.ts';
import type { CallRecord } from '../../src/model/call-record.ts';

const MEMORIES = 'What earlier visits taught, and this one';
const KNOWLEDGE = 'Knowledge from earlier episodes';

/** Sizes in estimated tokens (characters / 4). */
export interface AgentPrompts {
  /** Each prompt of the agent, system message included, without the knowledge base. */
  readonly agentTokens: readonly number[];
  /** The newest message of each prompt. */
  readonly newestTokens: readonly number[];
  /** The memory section, where there was one. */
  readonly memoryTokens: readonly number[];
}

export function agentPrompts(calls: readonly CallRecord[]): AgentPrompts {
  const agent = calls.filter(({ role }) => role === 'agent');
  return {
    agentTokens: agent.map(({ messages }) => tokens(messages) - sectionTokens(messages, KNOWLEDGE)),
    newestTokens: agent.map(({ messages }) => tokens(messages.slice(-1))),
    memoryTokens: agent
      .map(({ messages }) => sectionTokens(messages, MEMORIES))
      .filter((size) => size > 0),
  };
}

function tokens(messages: readonly Message[]): number {
  return messages.reduce((total, { content }) => total + content.length, 0) / 4;
}

function sectionTokens(messages: readonly Message[], heading: string): number {
  const text = messages.at(-1)?.content ?? '';
  const found = text.split(/^## /m).find((section) => section.startsWith(`${heading}\n`));
  return (found?.length ?? 0) / 4;
}
