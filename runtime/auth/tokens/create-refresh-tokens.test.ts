import { describe, expect, test } from 'vitest';
import { createRefreshTokens } from './create-refresh-tokens.js';

const secret = 'the-present-secret-0123456789abcdef';
const tokens = createRefreshTokens({ secret, previousSecrets: [] });
const session = { id: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', counter: 7, salt: 'a salt' };

describe('a refresh token', () => {
  test('says its session and counter, and is genuine', () => {
    const token = tokens.sign(session);
    expect(tokens.read(token)).toEqual({ sessionId: session.id, counter: 7 });
    expect(tokens.isGenuine(token, session)).toBe(true);
  });

  test('is the same each time it is signed, and another for each counter', () => {
    expect(tokens.sign(session)).toBe(tokens.sign(session));
    expect(tokens.sign({ ...session, counter: 8 })).not.toBe(tokens.sign(session));
  });

  test('is not genuine for another session, salt or secret', () => {
    const token = tokens.sign(session);
    expect(tokens.isGenuine(token, { ...session, id: 'B'.repeat(32) })).toBe(false);
    expect(tokens.isGenuine(token, { ...session, salt: 'another salt' })).toBe(false);
    const others = createRefreshTokens({ secret: 'another-secret-0123456789abcdef', previousSecrets: [] });
    expect(others.isGenuine(token, session)).toBe(false);
  });

  test('of a previous secret is genuine still', () => {
    const later = createRefreshTokens({
      secret: 'another-secret-0123456789abcdef',
      previousSecrets: [secret],
    });
    expect(later.isGenuine(tokens.sign(session), session)).toBe(true);
    expect(later.sign(session)).not.toBe(tokens.sign(session));
  });

  test('is not genuine when a byte of it was changed, whichever one', () => {
    const bytes = Buffer.from(tokens.sign(session), 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(tokens.isGenuine(changed.toString('base64url'), session), `byte ${at}`).toBe(false);
    }
  });

  test.each([
    ['nothing', ''],
    ['a text', 'not a token'],
    ['a session alone', session.id],
    ['padding', `${tokens.sign(session)}=`],
    ['a newline', `${tokens.sign(session)}\n`],
    ['too much', `${tokens.sign(session)}AAAA`.repeat(3)],
    ['a session id that is no such', Buffer.alloc(80).toString('base64url')],
    ['a megabyte', 'A'.repeat(1_000_000)],
  ])('of another form is not read: %s', (_, token) => {
    expect(tokens.read(token)).toBeNull();
    expect(tokens.isGenuine(token, session)).toBe(false);
  });

  test('in a second spelling of its last letter is not read', () => {
    // 68 bytes leave a letter with four stray bits.
    const token = tokens.sign(session);
    expect(Buffer.from(token, 'base64url')).toHaveLength(68);
    const twin = `${token.slice(0, -1)}${String.fromCharCode(token.charCodeAt(token.length - 1) + 1)}`;
    expect(Buffer.from(twin, 'base64url').equals(Buffer.from(token, 'base64url'))).toBe(true);
    expect(tokens.read(twin)).toBeNull();
  });
});
