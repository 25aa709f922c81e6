import type { TurnContext } from '../../src/turn/turn-context.ts';
import { observation } from './observation.ts';

/** What a turn in a quiet hall starts from; a test names only what it is about. */
export function turnContext(differs: Partial<TurnContext> = {}): TurnContext {
  const here = differs.observation ?? observation();
  return {
    turn: 1,
    observation: here,
    messages: [
      { role: 'system', content: 'You play.' },
      { role: 'user', content: `## Game text\n| ${here.text}` },
    ],
    recent: [],
    untried: '',
    description: '',
    attempts: [],
    memories: [],
    failures: [],
    shown: [],
    advised: [],
    onRoute: [],
    towards: [],
    triedElsewhere: new Set(),
    arrivals: [here.location.id],
    criticTrust: 0.8,
    ...differs,
  };
}
