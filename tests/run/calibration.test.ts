import { describe, expect, it } from 'vitest';
import { messageCharacters } from '../../src/domain/message.ts';
import { playScripted } from '../helpers/scripted-run.ts';

import { SHIPPED_STORY, temporaryFolder } from '../helpers/workdir.ts';

describe('the estimate of tokens', () => {
  it('follows what the provider of the agent reports in the episode', async () => {
    const { events } = await playScripted({
      story: SHIPPED_STORY,
      workdir: temporaryFolder(),
      seed: 3,
      commands: ['look', 'inventory', 'wait'],
      remember: () => null,
      promptTokens: (messages) => (messageCharacters(messages) / 4) * 1.5,
    });
    const statuses = events.flatMap((event) => (event.type === 'status' ? event.statuses : []));
    const context = statuses.find(({ component }) => component === 'context');
    expect(context).toMatchObject({ metrics: { calibration: expect.closeTo(1.244, 3) } });
  });
});
