import type { Connection } from '../../storage/driver.js';
import type { Clock } from '../../util/clock.js';
import type { DocumentResult } from '../operation-context.js';
import { claimCall, type IdempotentCall, keepResponse } from './idempotency-table.js';

/** A write that happens once, however often its request is sent. */
export interface Once {
  readonly call: IdempotentCall;
  /** The rights with which the response is kept; null where none are asked for again. */
  readonly rights: string | null;
}

/** The same call was done before: its response is kept. */
export class DoneBefore extends Error {
  override readonly name = 'DoneBefore';
}

/**
 * Claims a call in the transaction of its write, before anything else.
 *
 * @throws DoneBefore
 */
export async function claimOnce(
  connection: Connection,
  { once, clock }: { readonly once: Once | undefined; readonly clock: Clock },
): Promise<void> {
  if (once === undefined || (await claimCall(connection, once.call, clock()))) return;
  throw new DoneBefore('This call was done before.');
}

/** Keeps the response of a claimed call, after everything else. */
export async function keepOnce(
  connection: Connection,
  { once, result }: { readonly once: Once | undefined; readonly result: DocumentResult },
): Promise<void> {
  if (once === undefined) return;
  const { call, rights } = once;
  const { id, revision, json } = result;
  const response = typeof json === 'string' ? json : Buffer.from(json).toString();
  await keepResponse(connection, call, { document: id, revision, rights, response });
}
