import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts the contents of a mail while it waits: its link holds a token that gives access to an account. */
export interface PayloadCipher {
  /** `id` and `kind` are bound to the text: a payload that is moved to another row does not open. */
  seal(row: SealedRow, text: string): string;
  /** Null where no secret opens it. */
  open(row: SealedRow, payload: string): string | null;
}

export interface SealedRow {
  readonly id: string;
  readonly kind: string;
}

export interface CipherSecrets {
  readonly secret: string;
  /** Open what was sealed before the secret was changed. */
  readonly previousSecrets?: readonly string[];
}

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
// NIST SP 800-38D, sections 5.2.1.1 and 8.2: 96 bits of nonce, the full 128 bits of tag.
const nonceBytes = 12;
const tagBytes = 16;

export function createPayloadCipher({ secret, previousSecrets = [] }: CipherSecrets): PayloadCipher {
  function seal(row: SealedRow, text: string): string {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, keyOf(secret, row), nonce, { authTagLength: tagBytes });
    cipher.setAAD(bound(row));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  function open(row: SealedRow, payload: string): string | null {
    const bytes = Buffer.from(payload, 'base64url');
    if (bytes.length < nonceBytes + tagBytes) return null;
    for (const each of [secret, ...previousSecrets]) {
      const text = opened(keyOf(each, row), row, bytes);
      if (text !== null) return text;
    }
    return null;
  }

  return { seal, open };
}

function opened(key: Buffer, row: SealedRow, bytes: Buffer): string | null {
  const nonce = bytes.subarray(0, nonceBytes);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(bound(row));
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
    return text.toString('utf8');
  } catch {
    // Another secret, or changed by hand: both mean that this key does not open it.
    return null;
  }
}

/**
 * RFC 5869. A key for each row, so that the number of mails under one key never comes near the limit of
 * random nonces.
 */
function keyOf(secret: string, { id }: SealedRow): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, id, 'svc outbox v1', keyBytes));
}

function bound({ id, kind }: SealedRow): Buffer {
  return Buffer.from(`${id}\n${kind}`);
}
