import { createHash, createHmac } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { describe, expect, test } from 'vitest';
import { type AccessTokensOptions, createAccessTokens } from './create-access-tokens.js';
import type { AccessTokens } from './tokens.js';

const secret = 'the-present-secret-0123456789abcdef';
const baseUrl = 'https://api.example.com';
const start = Date.UTC(2026, 0, 1);
const issuedAt = start / 1000;
const keyId = createHash('sha256').update(`svc access token key\0${secret}`).digest('hex').slice(0, 8);

function tokensAt(now: number, options: Partial<AccessTokensOptions> = {}): AccessTokens {
  return createAccessTokens({ secret, previousSecrets: [], baseUrl, clock: () => now, ...options });
}

const claims = { userId: 'user-1', sessionId: 'session-1' };
const verified = { ...claims, expiresAt: issuedAt + 900 };

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url');
}

interface Forgery {
  readonly header?: object;
  readonly payload?: object;
  readonly hash?: string;
  readonly key?: string;
}

const goodHeader = { alg: 'HS256', typ: 'at+jwt', kid: keyId };
const goodPayload = {
  sid: 'session-1',
  iss: baseUrl,
  aud: baseUrl,
  sub: 'user-1',
  iat: issuedAt,
  exp: issuedAt + 900,
};

/** A token by hand, so that nothing of the library under test keeps a bad one from being made. */
function forged({ header = {}, payload = {}, hash = 'sha256', key = secret }: Forgery): string {
  const signed = [
    { ...goodHeader, ...header },
    { ...goodPayload, ...payload },
  ]
    .map((part) => base64url(JSON.stringify(part)))
    .join('.');
  return `${signed}.${createHmac(hash, key).update(signed).digest('base64url')}`;
}

describe('an access token', () => {
  test('has these headers and claims, and no role or email', async () => {
    const token = await tokensAt(start).sign(claims);
    expect(decodeProtectedHeader(token)).toEqual(goodHeader);
    expect(decodeJwt(token)).toEqual(goodPayload);
  });

  test('is verified by its signature alone, wherever it was made', async () => {
    const token = await tokensAt(start).sign(claims);
    expect(await tokensAt(start).verify(token)).toEqual(verified);
    expect(await tokensAt(start).verify(forged({}))).toEqual(verified);
  });

  test('is remembered, so that the second look needs no promise', async () => {
    const tokens = tokensAt(start);
    const token = await tokens.sign(claims);
    const first = tokens.verify(token);
    expect(first).toBeInstanceOf(Promise);
    expect(tokens.verify(token)).toBeInstanceOf(Promise);
    await first;
    expect(tokens.verify(token)).toEqual(verified);
  });

  test('lives for 15 minutes and the five seconds that clocks differ, remembered or not', async () => {
    let now = start;
    const tokens = tokensAt(0, { clock: () => now });
    const token = await tokens.sign(claims);
    expect(tokens.lifetimeSeconds).toBe(900);
    expect(await tokens.verify(token)).toEqual(verified);
    now = start + 904_999;
    expect(await tokens.verify(token)).toEqual(verified);
    expect(await tokensAt(now).verify(token)).toEqual(verified);
    now = start + 905_000;
    expect(await tokens.verify(token)).toBeNull();
    expect(await tokensAt(now).verify(token)).toBeNull();
  });

  test('of a previous secret is verified, but no longer signed', async () => {
    const old = await tokensAt(start, { secret: 'the-secret-before-0123456789abcdef' }).sign(claims);
    const options = { previousSecrets: ['the-secret-before-0123456789abcdef'] };
    expect(await tokensAt(start, options).verify(old)).toEqual(verified);
    expect(await tokensAt(start).verify(old)).toBeNull();
    expect(decodeProtectedHeader(await tokensAt(start, options).sign(claims)).kid).toBe(keyId);
  });
});

describe('a refused token is of another address', () => {
  const other = { payload: { iss: 'http://localhost:3001', aud: 'http://localhost:3001' } };

  test('where the signature is good and the issuer another one, whether or not its time is over', async () => {
    const expired = { payload: { ...other.payload, iat: issuedAt - 1_000, exp: issuedAt - 100 } };
    for (const token of [forged(other), forged(expired)]) {
      expect(await tokensAt(start).verify(token)).toBeNull();
      expect(await tokensAt(start).isOfOtherAddress(token)).toBe(true);
    }
  });

  test('and nothing else is: no other fault, and none that another secret signed', async () => {
    const tokens = [
      forged({}),
      forged({ payload: { iat: issuedAt - 1_000, exp: issuedAt - 100 } }),
      forged({ ...other, key: 'another-secret-0123456789abcdef-xx' }),
      forged({ ...other, header: { typ: 'JWT' } }),
      forged({ payload: { ...other.payload, filler: 'x'.repeat(1_000_000) } }),
      'nothing',
    ];
    const found = tokens.map((token) => tokensAt(start).isOfOtherAddress(token));
    expect(await Promise.all(found)).toEqual(tokens.map(() => false));
  });
});

const attacks: Readonly<Record<string, () => string>> = {
  'without a signature and alg none': () =>
    `${base64url(JSON.stringify({ ...goodHeader, alg: 'none' }))}.${base64url(JSON.stringify(goodPayload))}.`,
  'with alg none and a signature': () => forged({ header: { alg: 'none' } }),
  'with HS512 of the right secret': () => forged({ header: { alg: 'HS512' }, hash: 'sha512' }),
  'with HS384 of the right secret': () => forged({ header: { alg: 'HS384' }, hash: 'sha384' }),
  'with another secret': () => forged({ key: 'another-secret-0123456789abcdef-xx' }),
  'signed with an empty key': () => forged({ key: '' }),
  'of another type': () => forged({ header: { typ: 'JWT' } }),
  'without a type': () => forged({ header: { typ: undefined } }),
  'with an unknown key id': () => forged({ header: { kid: '00000000' } }),
  'without a key id': () => forged({ header: { kid: undefined } }),
  'with a key id of a prototype': () => forged({ header: { kid: '__proto__' } }),
  'with a key in its header': () => forged({ header: { jwk: { kty: 'oct', k: base64url('x') } }, key: 'x' }),
  'with a critical extension that nobody knows': () => forged({ header: { crit: ['b65'], b65: true } }),
  'with an unencoded payload': () => forged({ header: { crit: ['b64'], b64: false } }),
  'of another issuer': () => forged({ payload: { iss: 'https://other.example.com' } }),
  'for another audience': () => forged({ payload: { aud: 'https://other.example.com' } }),
  'without an audience': () => forged({ payload: { aud: undefined } }),
  'without an expiry': () => forged({ payload: { exp: undefined } }),
  'with an expiry in words': () => forged({ payload: { exp: 'never' } }),
  'that has expired': () => forged({ payload: { iat: issuedAt - 1_000, exp: issuedAt - 100 } }),
  'without a time of issue': () => forged({ payload: { iat: undefined } }),
  'issued in the future': () => forged({ payload: { iat: issuedAt + 60, exp: issuedAt + 960 } }),
  'not valid yet': () => forged({ payload: { nbf: issuedAt + 60 } }),
  'with a long life': () => forged({ payload: { iat: issuedAt - 1_000, exp: issuedAt + 1_000_000 } }),
  'without a user': () => forged({ payload: { sub: undefined } }),
  'without a session': () => forged({ payload: { sid: undefined } }),
  'with a session that is no text': () => forged({ payload: { sid: { id: 'session-1' } } }),
  'with a user that is no text': () => forged({ payload: { sub: 7 } }),
  'with a newline behind it': () => `${forged({})}\n`,
  'with padding behind it': () => `${forged({})}=`,
  'with a blank before it': () => ` ${forged({})}`,
  'with a fourth part': () => `${forged({})}.`,
  'in the other base64 alphabet': () => forged({}).replace(/\.[^.]*$/, (part) => `${part.slice(0, -1)}+`),
  'of five parts': () => 'a.b.c.d.e',
  'without dots': () => 'nothing',
  'without anything': () => '',
  'of a megabyte': () => forged({ payload: { filler: 'x'.repeat(1_000_000) } }),
  'with a payload that is no object': () => {
    const signed = `${base64url(JSON.stringify(goodHeader))}.${base64url('"text"')}`;
    return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
  },
  'with an iss list that holds the right one': () => forged({ payload: { iss: [baseUrl] } }),
};

describe('an access token is refused', () => {
  test.each(Object.entries(attacks))('%s', async (_, token) => {
    expect(await tokensAt(start).verify(token())).toBeNull();
  });

  test('when a letter of it was changed, whichever one', async () => {
    const tokens = tokensAt(start);
    const token = await tokens.sign(claims);
    expect(await tokens.verify(token)).toEqual(verified);
    for (let at = 0; at < token.length; at += 1) {
      const other = token[at] === 'A' ? 'B' : 'A';
      const changed = token.slice(0, at) + other + token.slice(at + 1);
      expect(await tokens.verify(changed), `letter ${at}`).toBeNull();
    }
  });

  test('in a second spelling of its last letter', async () => {
    const tokens = tokensAt(start);
    const token = await tokens.sign(claims);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const twins = [1, 2, 3].map((bits) => {
      const last = alphabet.indexOf(token.slice(-1));
      return token.slice(0, -1) + alphabet.charAt((last & ~3) | ((last + bits) & 3));
    });
    expect(twins.every((twin) => twin !== token)).toBe(true);
    expect(await Promise.all(twins.map((twin) => tokens.verify(twin)))).toEqual([null, null, null]);
  });
});
