import { createHash } from 'node:crypto';
import type { CryptoKey, JWTHeaderParameters, JWTVerifyOptions } from 'jose';
import type { Clock } from '../../util/clock.js';
import { decodeBase64url } from './canonical-base64url.js';
import type { AccessClaims, AccessTokens } from './tokens.js';
import { VerifiedTokens } from './verified-tokens.js';

export interface AccessTokensOptions {
  readonly secret: string;
  /** Verify only: what was signed before the secret was changed. */
  readonly previousSecrets: readonly string[];
  /** `iss` and `aud`. */
  readonly baseUrl: string;
  readonly clock: Clock;
}

/**
 * docs/spec/auth.md#access-tokens. Short, since no role and no revocation is in the token: the session row is
 * read in addition.
 */
const lifetimeSeconds = 15 * 60;
/** Between the clocks of two instances. */
const clockToleranceSeconds = 5;
/**
 * RFC 9068, section 2.1: an explicit type, so that no other JWT of the same key passes for an access token
 * (RFC 8725, 3.11).
 */
const tokenType = 'at+jwt';
/** Ours have about 400 characters. */
const maxTokenLength = 2_048;

/** Access tokens: HS256 with the configured secret. */
export function createAccessTokens({
  secret,
  previousSecrets,
  baseUrl,
  clock,
}: AccessTokensOptions): AccessTokens {
  const keyId = keyIdOf(secret);
  const secrets = new Map([...previousSecrets, secret].map((each) => [keyIdOf(each), each]));
  const keys = new Map<string, Promise<CryptoKey>>();
  const verified = new VerifiedTokens(clock, { lifetimeSeconds, toleranceSeconds: clockToleranceSeconds });

  /** Imported once: with the raw secret jose would import it at every call, half of its cost. */
  function keyOf(id: string | undefined): Promise<CryptoKey> | null {
    const known = id === undefined ? undefined : secrets.get(id);
    if (id === undefined || known === undefined) return null;
    const imported = keys.get(id) ?? importKey(known);
    keys.set(id, imported);
    return imported;
  }

  async function check(token: string): Promise<AccessClaims | 'invalid' | 'other issuer'> {
    if (!isCanonical(token)) return 'invalid';
    const { errors, jwtVerify } = await import('jose');
    const findKey = async ({ kid }: JWTHeaderParameters): Promise<CryptoKey> => {
      const key = keyOf(kid);
      if (key === null) throw new errors.JWKSNoMatchingKey();
      return key;
    };
    try {
      const { payload } = await jwtVerify(token, findKey, verifyOptions(baseUrl, clock()));
      const { sub, sid, exp } = payload;
      if (typeof sub !== 'string' || typeof sid !== 'string' || exp === undefined) return 'invalid';
      return Object.freeze({ userId: sub, sessionId: sid, expiresAt: exp });
    } catch (error) {
      // jose looks at claims behind the signature only, and at the issuer before the times.
      if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'iss') return 'other issuer';
      if (error instanceof errors.JOSEError) return 'invalid';
      throw error;
    }
  }

  async function verifyFresh(token: string): Promise<AccessClaims | null> {
    const claims = await check(token);
    if (typeof claims === 'string') return null;
    verified.add(token, claims);
    return claims;
  }

  return {
    lifetimeSeconds,

    async sign({ userId, sessionId }) {
      const { SignJWT } = await import('jose');
      const now = Math.floor(clock() / 1000);
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: tokenType, kid: keyId })
        .setIssuer(baseUrl)
        .setAudience(baseUrl)
        .setSubject(userId)
        .setIssuedAt(now)
        .setExpirationTime(now + lifetimeSeconds)
        .sign((await keyOf(keyId)) as CryptoKey); // The secret's own key id is in the map.
    },

    verify(token) {
      if (token.length > maxTokenLength) return null;
      return verified.find(token) ?? verifyFresh(token);
    },

    async isOfOtherAddress(token) {
      return token.length <= maxTokenLength && (await check(token)) === 'other issuer';
    },
  };
}

/**
 * RFC 8725: what jose does not check unless told to. Without these it takes HS512, a missing `exp` and a
 * future `iat`.
 */
function verifyOptions(baseUrl: string, now: number): JWTVerifyOptions {
  return {
    algorithms: ['HS256'],
    typ: tokenType,
    issuer: baseUrl,
    audience: baseUrl,
    requiredClaims: ['exp', 'iat', 'sub', 'sid'],
    maxTokenAge: lifetimeSeconds,
    clockTolerance: clockToleranceSeconds,
    currentDate: new Date(now),
  };
}

/**
 * Tells the key in the header of a token without telling anything about it: the label keeps the hash apart
 * from others.
 */
function keyIdOf(secret: string): string {
  return createHash('sha256').update(`svc access token key\0${secret}`).digest('hex').slice(0, 8);
}

function importKey(secret: string): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(secret);
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}

/**
 * jose takes a trailing `=` or newline: a token has one spelling only, also because verified ones are kept by
 * their text.
 */
function isCanonical(token: string): boolean {
  const parts = token.split('.');
  return parts.length === 3 && parts.every((part) => part !== '' && decodeBase64url(part) !== null);
}
