import { randomUUID } from 'node:crypto';

/** What other systems use for request ids; anything else could forge log lines or headers further on. */
const sane = /^[\w.:/+=-]{1,128}$/;

/** The id that a proxy or client sent as `X-Request-Id`, so that logs can be followed through systems, or a new one. */
export function requestIdOf(sent: string | undefined): string {
  return sent !== undefined && sane.test(sent) ? sent : randomUUID();
}
