import { broken, doubtful, type Finding, fine } from './check.js';

const leastBytes = 32;
const leastDifferent = 10;
const makeOne = `make one with: node -p "require('node:crypto').randomBytes(32).toString('base64url')"`;

/** The secret that signs sessions: never shown, only judged. */
export function checkSecret(secret: string | undefined): Finding {
  if (secret === undefined || secret === '') {
    return doubtful(
      'secret',
      'SVC_SECRET is not set',
      `needed as soon as the config has \`auth\`; ${makeOne}`,
    );
  }
  const bytes = Buffer.byteLength(secret);
  if (bytes < leastBytes) {
    return broken('secret', `SVC_SECRET has ${bytes} bytes, and ${leastBytes} are the least`, makeOne);
  }
  if (new Set(secret).size < leastDifferent || /change.?me|example|secret.?(key|here)/i.test(secret)) {
    return broken('secret', 'SVC_SECRET can be guessed', makeOne);
  }
  return fine('secret', `SVC_SECRET has ${bytes} bytes`);
}
