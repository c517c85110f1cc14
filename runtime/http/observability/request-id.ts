import { randomUUID } from 'node:crypto';

/** Characters of request ids in other systems; others could forge log lines or headers downstream. */
const sane = /^[\w.:/+=-]{1,128}$/;

/**
 * Returns the id that a proxy or client sent as `X-Request-Id`, so that logs can be correlated, or a new one.
 */
export function requestIdOf(sent: string | undefined): string {
  return sent !== undefined && sane.test(sent) ? sent : randomUUID();
}
