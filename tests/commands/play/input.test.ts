import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { it } from 'vitest';
import { linesOf } from '../../../src/commands/play/input.ts';

const MOST = 8;

async function* chunked(text: string, sizes: readonly number[]): AsyncGenerator<string> {
  let rest = text;
  for (let index = 0; rest !== ''; index += 1) {
    const size = sizes[index % sizes.length] ?? 1;
    yield await Promise.resolve(rest.slice(0, size));
    rest = rest.slice(size);
  }
}

it('a line is one line however it arrives; of one that is too long only the start comes', async () => {
  const line = fc.stringMatching(/^[a-z]{1,20}$/);
  const sizes = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(fc.array(line), sizes, fc.boolean(), async (lines, chunks, isEnded) => {
      const read: string[] = [];
      const text = `${lines.join('\n')}${isEnded && lines.length > 0 ? '\n' : ''}`;
      for await (const one of linesOf(chunked(text, chunks), MOST)) read.push(one);
      assert.equal(read.length, lines.length);
      for (const [index, one] of lines.entries()) {
        const [came = '', isLong] = [read[index], one.length > MOST];
        assert.ok(isLong ? one.startsWith(came) && came.length > MOST : came === one);
      }
    }),
  );
});
