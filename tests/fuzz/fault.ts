/** What was found wrong, told once for each kind. */
import type { MadeRequest } from './made-request.js';

export interface Fault {
  /** Equal for equal faults, so that each is told once. */
  readonly kind: string;
  /** What was sent and what came, for a person. */
  readonly report: string;
}

/** One request as it was sent, with who sent it. */
export interface SentByActor extends MadeRequest {
  readonly actor: string;
  /** Its number in the run. */
  readonly number: number;
}

const maxBody = 2000;

export function faultOf(sent: SentByActor, kind: string, facts: string): Fault {
  const path = sent.url.split('?')[0]?.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, '{id}');
  const headers = Object.entries(sent.headers).map(([name, value]) => `${name}: ${value.slice(0, 200)}`);
  return {
    kind: `${sent.method} ${path}: ${kind}`,
    report: [
      `request ${sent.number} by ${sent.actor}: ${sent.method} ${sent.url.slice(0, maxBody)}`,
      ...headers.map((line) => `    ${line}`),
      ...(sent.body === undefined ? [] : [`    ${sent.body.slice(0, maxBody)}`]),
      `  ${facts.slice(0, maxBody)}`,
    ].join('\n'),
  };
}
