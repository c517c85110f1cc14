/** A private certificate authority for a test, and a certificate of this machine that it has signed. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Paths of PEM files. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
  /** The certificate of the authority, for `NODE_EXTRA_CA_CERTS`. */
  readonly ca: string;
}

/** Creates both with openssl; the files are removed when the test ends. */
export function ownCertificate(): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'svc-authority-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string): string => join(folder, name);
  const openssl = (...args: string[]): void => void execFileSync('openssl', args, { stdio: 'ignore' });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const [ca, caKey, cert, key, wish] = ['ca.pem', 'ca.key', 'server.pem', 'server.key', 'server.csr'].map(
    file,
  ) as [...[ca: string, caKey: string, cert: string, key: string, wish: string]];
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-days',
    '2',
    '-subj',
    '/CN=svc test authority',
    '-keyout',
    caKey,
    '-out',
    ca,
  );
  openssl('req', ...newKey, '-subj', '/CN=localhost', '-keyout', key, '-out', wish);
  writeFileSync(file('names'), 'subjectAltName=DNS:localhost,IP:127.0.0.1');
  const signed = ['-CA', ca, '-CAkey', caKey, '-CAcreateserial', '-days', '2', '-extfile', file('names')];
  openssl('x509', '-req', '-in', wish, ...signed, '-out', cert);
  return { cert, key, ca };
}
