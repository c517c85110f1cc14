/** Preview tokens: docs/spec/content-tools.md#preview-and-autosave. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { decodeBase64url } from '../../../auth/tokens/canonical-base64url.js';
import type { SessionClaims } from '../../security/session-requester.js';

/** What a token opens, and for whom. */
export interface Preview {
  /** The collection or global: `/api/posts`, `/api/globals/site`. */
  readonly path: string;
  /** The id of the document. */
  readonly id: string;
  /** Null in a service without authentication. */
  readonly session: SessionClaims | null;
  /** In milliseconds since 1970. */
  readonly expires: number;
}

/** The secret that enciphers, and those that only decipher. */
export type Secrets = readonly [string, ...string[]];

const cipher = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;
/** Ours have about 250 characters. */
const maxTokenLength = 1_000;

/**
 * Enciphers a token: the address in which it stands tells nothing about the user or the session, and cannot
 * be altered.
 */
export function encipherPreview({ path, id, session, expires }: Preview, [secret]: Secrets): string {
  const text = JSON.stringify([path, id, session?.userId ?? null, session?.sessionId ?? null, expires]);
  const iv = randomBytes(ivLength);
  const encipher = createCipheriv(cipher, keyOf(secret), iv, { authTagLength: tagLength });
  const bytes = Buffer.concat([encipher.update(text, 'utf8'), encipher.final()]);
  return Buffer.concat([iv, bytes, encipher.getAuthTag()]).toString('base64url');
}

/** Null for a token that was altered, or is not ours. It does not look at the time. */
export function decipherPreview(token: string, secrets: Secrets): Preview | null {
  const bytes = token.length > maxTokenLength ? null : decodeBase64url(token);
  if (bytes === null || bytes.length <= ivLength + tagLength) return null;
  for (const secret of secrets) {
    const text = deciphered(bytes, keyOf(secret));
    if (text !== null) return previewOf(JSON.parse(text) as TokenContent);
  }
  return null;
}

type TokenContent = readonly [
  path: string,
  id: string,
  userId: string | null,
  sessionId: string | null,
  expires: number,
];

function previewOf([path, id, userId, sessionId, expires]: TokenContent): Preview {
  const session = userId === null || sessionId === null ? null : { userId, sessionId };
  return { path, id, session, expires };
}

function deciphered(bytes: Buffer, key: Buffer): string | null {
  const end = bytes.length - tagLength;
  const decipher = createDecipheriv(cipher, key, bytes.subarray(0, ivLength), { authTagLength: tagLength });
  decipher.setAuthTag(bytes.subarray(end));
  const content = decipher.update(bytes.subarray(ivLength, end));
  try {
    return Buffer.concat([content, decipher.final()]).toString('utf8');
  } catch {
    // The one thing that `final` reports: the tag does not fit.
    return null;
  }
}

/** A key of its own, so that a token is good for nothing else that the secret protects. */
function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'svc preview tokens', 32));
}
