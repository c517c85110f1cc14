import { setTimeout as delay } from 'node:timers/promises';
import type { Lease } from './lease.js';
import { isLostConnection } from './postgres-errors.js';
import type { TransactionSession } from './transaction-session.js';

/** Max attempts of work that a concurrent write or a lost connection has undone. */
const maxTries = 5;

const unbegun = Symbol('nothing was done yet');
const uncertain = Symbol('whether it was committed is unknown');

/** Begins a transaction. If it fails, nothing was done yet, and the work may be retried. */
export async function begin(session: TransactionSession): Promise<void> {
  try {
    await session.begin();
  } catch (error) {
    throw marked(error, unbegun);
  }
}

/** Commits a transaction. If that fails, it is unknown whether it was committed. */
export async function commit(session: TransactionSession): Promise<void> {
  try {
    await session.commit();
  } catch (error) {
    throw marked(error, uncertain);
  }
}

/**
 * Rolls back a transaction. A connection with a running statement that is no longer needed is discarded; the
 * server rolls back by itself.
 */
export async function rollBack(lease: Lease, session: TransactionSession): Promise<void> {
  session.end();
  if (lease.isSpoilt) return;
  if (lease.isBusy) {
    lease.spoil();
    return;
  }
  if (!session.isBegun) return;
  try {
    await lease.rollBack();
  } catch {
    lease.spoil();
  }
}

function marked(error: unknown, mark: symbol): unknown {
  return error instanceof Error ? Object.assign(error, { [mark]: true }) : error;
}

/** Whether the connection was lost before the transaction began. */
export function isUnbegun(error: unknown): boolean {
  return isLostConnection(error) && error instanceof Error && unbegun in error;
}

/** Whether a transaction may have been committed although it failed. */
export function isUncertain(error: unknown): boolean {
  return error instanceof Error && uncertain in error;
}

/** Retries work while it fails in a way that left no changes. */
export async function again<T>(isUndone: (error: unknown) => boolean, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries >= maxTries || !isUndone(error)) throw error;
    }
    // A random pause: two transactions that conflict must not collide again.
    await delay(Math.random() * 5 * 2 ** tries);
  }
}
