import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openStory } from '../../src/interpreter/open-story.ts';
import { rememberLooks } from '../../src/interpreter/remember-looks.ts';
import { SHIPPED_STORY } from '../helpers/workdir.ts';

const COMMANDS = ['look', 'north', 'inventory', 'take all', 'south', 'wait', 'xyzzy'];

describe('an interpreter that remembers its looks', () => {
  const open = () => openStory(readFileSync(SHIPPED_STORY), { seed: 3 });
  const look = (interpreter: ReturnType<typeof open>) => [
    interpreter.facts(),
    interpreter.exits(),
    interpreter.fingerprint(),
    interpreter.scene(),
    interpreter.stateHash(),
    interpreter.reach('door'),
  ];

  it('sees after each step and each restore what the interpreter itself sees', () => {
    const [plain, remembering] = [open(), rememberLooks(open())];
    const start = [plain.snapshot(), remembering.snapshot()] as const;
    for (const command of COMMANDS) {
      expect(look(remembering)).toEqual(look(plain));
      expect(remembering.step(command)).toEqual(plain.step(command));
      expect(look(remembering)).toEqual(look(plain));
    }
    plain.restore(start[0]);
    remembering.restore(start[1]);
    expect(look(remembering)).toEqual(look(plain));
  });

  it('looks once between two steps', () => {
    const plain = open();
    let looks = 0;
    const remembering = rememberLooks({
      ...plain,
      exits: () => [...plain.exits(), ...(looks++, [])],
    });
    remembering.exits();
    remembering.exits();
    expect(looks).toBe(1);
  });
});
