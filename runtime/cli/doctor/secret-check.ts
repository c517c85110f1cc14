import { secretAdvice, secretIssue } from '../../config/secret-strength.js';
import type { ServiceConfig } from '../../config/service-config.js';
import { broken, doubtful, type Finding, fine } from './finding.js';

/** Checks the secret that tokens are signed with, without showing it. */
export function checkSecret(config: ServiceConfig | null, variable: string | undefined): Finding {
  const isOwn = !variable?.trim();
  const secret = isOwn ? config?.auth?.secret : variable;
  if (!secret?.trim()) return missing(config);
  const name = isOwn ? 'auth.secret' : 'SVC_SECRET';
  const issue = secretIssue(secret);
  if (issue !== null) return broken('secret', `${name} ${issue}`, secretAdvice);
  return fine('secret', `${name} has ${Buffer.byteLength(secret)} bytes`);
}

function missing(config: ServiceConfig | null): Finding {
  if (config?.auth !== undefined) {
    return broken('secret', 'SVC_SECRET is not set, and the server does not start without it', secretAdvice);
  }
  return doubtful('secret', 'SVC_SECRET is not set', `needed if the config has \`auth\`; ${secretAdvice}`);
}
