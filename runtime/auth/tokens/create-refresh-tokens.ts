import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { decodeBase64url } from './canonical-base64url.js';
import type { RefreshTokens } from './tokens.js';

export interface RefreshTokensOptions {
  readonly secret: string;
  /** Verify only. */
  readonly previousSecrets: readonly string[];
}

/** The part before the signature: a session's id as ASCII, then its counter in four bytes. */
interface TokenParts {
  readonly sessionId: string;
  readonly counter: number;
  /** The signed bytes. */
  readonly head: Buffer;
  readonly signature: Buffer;
}

const counterBytes = 4;
const signatureBytes = 32;
/**
 * 128 random bits in base64url have 22 letters; a longer one leaves room for other ids, not for megabytes.
 */
const sessionIdPattern = /^[A-Za-z0-9_-]{22,64}$/;
const maxTokenLength = 200;

/**
 * Refresh tokens: base64url of session id, counter and HMAC-SHA256 over both. The key comes from the secret
 * and the salt in the session row (HKDF, RFC 5869), so neither a copy of the session store nor the secret
 * alone makes a token.
 */
export function createRefreshTokens({ secret, previousSecrets }: RefreshTokensOptions): RefreshTokens {
  return {
    sign({ id, counter, salt }) {
      const head = headOf(id, counter);
      return Buffer.concat([head, signatureOf(head, secret, salt)]).toString('base64url');
    },

    read(token) {
      const parts = partsOf(token);
      return parts === null ? null : { sessionId: parts.sessionId, counter: parts.counter };
    },

    isGenuine(token, { id, salt }) {
      const parts = partsOf(token);
      if (parts === null || parts.sessionId !== id) return false;
      return [secret, ...previousSecrets].some((each) =>
        timingSafeEqual(signatureOf(parts.head, each, salt), parts.signature),
      );
    },
  };
}

function headOf(id: string, counter: number): Buffer {
  const head = Buffer.alloc(id.length + counterBytes);
  head.write(id, 'latin1');
  head.writeUInt32BE(counter, id.length);
  return head;
}

function signatureOf(head: Buffer, secret: string, salt: string): Buffer {
  const key = hkdfSync('sha256', secret, salt, 'svc refresh token', 32);
  return createHmac('sha256', Buffer.from(key)).update(head).digest();
}

function partsOf(token: string): TokenParts | null {
  const bytes = token.length > maxTokenLength ? null : decodeBase64url(token);
  if (bytes === null || bytes.length < counterBytes + signatureBytes) return null;
  const head = bytes.subarray(0, -signatureBytes);
  const idLength = head.length - counterBytes;
  const sessionId = head.toString('latin1', 0, idLength);
  if (!sessionIdPattern.test(sessionId)) return null;
  return {
    sessionId,
    counter: head.readUInt32BE(idLength),
    head,
    signature: bytes.subarray(-signatureBytes),
  };
}
