/** Signed addresses of files, which open one file to every client until they expire. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** What a signature is for. */
export interface SignedFile {
  readonly collection: string;
  readonly document: string;
  readonly fileId: string;
  /** Absent for the file as it was sent. */
  readonly size?: string | undefined;
  /** Decoded: clients may escape it in different ways. */
  readonly filename: string;
  /** Seconds since 1970. */
  readonly expires: number;
  readonly isDownload: boolean;
}

/** Makes and checks signatures. */
export interface FileSignatures {
  sign(file: SignedFile): string;
  /** Whether this is the signature of the file. It does not look at the time. */
  isGenuine(file: SignedFile, signature: string): boolean;
}

/** The first secret signs; signatures of the others stay valid. */
export function createFileSignatures(secrets: readonly [string, ...string[]]): FileSignatures {
  const keyOf = (secret: string): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, '', 'svc signed files', 32));
  const [key, ...others] = [keyOf(secrets[0]), ...secrets.slice(1).map(keyOf)] as const;
  return {
    sign: (file) => signatureOf(file, key).toString('base64url'),
    isGenuine(file, signature) {
      if (!/^[\w-]{43}$/.test(signature)) return false;
      const given = Buffer.from(signature, 'base64url');
      return [key, ...others].some((one) => timingSafeEqual(given, signatureOf(file, one)));
    },
  };
}

function signatureOf(file: SignedFile, key: Buffer): Buffer {
  const { collection, document, fileId, size = null, filename, expires, isDownload } = file;
  const text = JSON.stringify([collection, document, fileId, size, filename, expires, isDownload]);
  return createHmac('sha256', key).update(text).digest();
}
