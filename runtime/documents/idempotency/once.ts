import type { Connection } from '../../storage/driver.js';
import type { Clock } from '../../util/clock.js';
import type { DocumentResult } from '../operation-context.js';
import { claimCall, type IdempotentCall, keepResponse } from './idempotency-table.js';

/** What makes a creation happen once, in its transaction. */
export interface Once {
  /** Called before anything else. @throws DoneBefore */
  claim(connection: Connection): Promise<void>;
  /** Called with the response, after everything else. */
  keep(connection: Connection, result: DocumentResult): Promise<void>;
}

/** The same call was done before: its response is kept. */
export class DoneBefore extends Error {
  override readonly name = 'DoneBefore';
}

export interface OnceParts {
  readonly call: IdempotentCall;
  readonly clock: Clock;
  readonly rights: string | null;
}

export function createOnce({ call, clock, rights }: OnceParts): Once {
  return {
    async claim(connection) {
      if (!(await claimCall(connection, call, clock()))) throw new DoneBefore('This call was done before.');
    },
    async keep(connection, { id, revision, json }) {
      const response = typeof json === 'string' ? json : Buffer.from(json).toString();
      await keepResponse(connection, call, { document: id, revision, rights, response });
    },
  };
}
