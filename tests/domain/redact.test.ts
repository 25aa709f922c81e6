import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redact } from '../../src/domain/redact.ts';

const SECRET = 'cAnArY/0123+456=789?x"y';

describe('a known secret', () => {
  it.each([
    ['raw', SECRET],
    ['URL-encoded', encodeURIComponent(SECRET)],
    ['JSON-encoded', JSON.stringify(SECRET)],
    ['in base64', Buffer.from(SECRET).toString('base64')],
    ['in base64 with a user name', Buffer.from(`me:${SECRET}`).toString('base64')],
    ['in base64url after one more byte', Buffer.from(`x${SECRET}`).toString('base64url')],
    ['by its first characters', `${SECRET.slice(0, 8)}…`],
  ])('%s is gone', (_, spelling) => {
    const text = redact(`a ${spelling} b`, [SECRET]);
    expect(text).toContain('[redacted]');
    expect(text).not.toContain('cAnArY');
    expect(text).not.toContain(Buffer.from(SECRET).toString('base64').slice(4, 16));
  });

  it('is gone wherever it stands', () => {
    const secret = fc.string({
      minLength: 8,
      maxLength: 40,
      unit: fc.constantFrom('a', 'Z', '0', '9', '-', '_', '+', '/', '='),
    });
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (secret, before, after) => {
        expect(redact(`${before}${secret}${after}`, [secret])).not.toContain(secret);
      }),
    );
  });

  it('that is empty or tiny redacts nothing', () => {
    expect(redact('West of House', ['', 'e'])).toBe('West of House');
  });
});

describe('an unknown secret', () => {
  it.each([
    ['Incorrect API key provided: sk-proj-abc123456', 'Incorrect API key provided: [redacted]'],
    ['Authorization: Bearer abc.def', 'Authorization: Bearer [redacted]'],
    ['sent bearer a1b2c3d4 twice', 'sent Bearer [redacted] twice'],
    ['https://me:pass@host/x', 'https://[redacted]@host/x'],
    ['/v1?api_key=abcdef&x=1', '/v1?api_key=[redacted]&x=1'],
    ['{"apiKey":"abcdefgh"}', '{"apiKey":"[redacted]"}'],
  ])('%s', (text, expected) => {
    expect(redact(text, [])).toBe(expected);
  });

  it('that looks like a key is gone after any text that ends a word', () => {
    const before = fc.string().map((text) => `${text} `);
    fc.assert(
      fc.property(before, fc.string(), (before, after) => {
        expect(redact(`${before}sk-proj-c4n4ry_0${after}`, [])).not.toContain('c4n4ry');
      }),
    );
  });

  it('play text stays as it is', () => {
    const text = 'The brass key opens the door. Take key. A bearer of bad news asks: token?';
    expect(redact(text, [SECRET])).toBe(text);
  });
});
