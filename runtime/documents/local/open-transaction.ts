import { AsyncLocalStorage } from 'node:async_hooks';
import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import type { Connection, WriteSource } from '../../storage/driver.js';
import { joinedSource } from '../../storage/joined-source.js';
import { undoable } from '../../storage/undoable.js';
import type { DocumentEnvironment } from '../document-environment.js';

/** The steps that the running code is part of, the innermost first. */
interface RunningStep {
  readonly transaction: OpenTransaction;
  readonly outer: RunningStep | undefined;
}

const running = new AsyncLocalStorage<RunningStep>();

/**
 * The transaction of a write, as far as calls of `local` are concerned. Each write of such a call is a step
 * that is undone alone when it fails. Steps run one after the other, also where a hook starts several at
 * once.
 */
export class OpenTransaction {
  readonly connection: Connection;
  /** The environment in which writes are steps of this transaction. */
  readonly environment: DocumentEnvironment;
  /** Whether a call has written, so that documents read before may be stale. */
  hasWritten: boolean = false;
  /** Whether calls can still join it. */
  isOpen: boolean = true;
  readonly #following: (() => Promise<void>)[] = [];
  #last: Promise<unknown> = Promise.resolve();

  constructor(environment: DocumentEnvironment, connection: Connection) {
    const joined = joinedSource(connection);
    const inTurn: WriteSource['transaction'] = (work, hints) =>
      this.#inTurn(() => joined.transaction(work, hints));
    this.connection = connection;
    this.environment = {
      ...environment,
      driver: { ...joined, transaction: inTurn, briefTransaction: inTurn },
      // The writer of the outer document waits for these writes, and so must not be waited for.
      mutex: null,
      afterCommit: async (step) => void this.#following.push(step),
    };
  }

  async #inTurn<T>(step: () => Promise<T>): Promise<T> {
    if (!this.isOpen) throw new Error('The transaction of this call has ended: await each call of local.');
    const outer = running.getStore();
    refuseWaitForItself(this, outer);
    this.hasWritten = true;
    return await this.alone(() => running.run({ transaction: this, outer }, step));
  }

  /**
   * Runs statements of the write itself when no step runs: a step that is undone would undo them too. No code
   * of the config may run in them, since a call of it would wait for its turn.
   */
  alone<T>(statements: () => Promise<T>): Promise<T> {
    const result = this.#last.then(statements);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /**
   * Runs a part of the write that is undone alone when it fails, with the calls of its hooks, which are
   * waited for first.
   */
  async undoable<T>(part: () => Promise<T>): Promise<T> {
    const before = this.#following.length;
    try {
      return await undoable(this.connection, async () => {
        try {
          return await part();
        } finally {
          await this.#quiet();
        }
      });
    } catch (error) {
      this.#following.splice(before);
      throw error;
    }
  }

  /** Waits for steps that a hook has started without awaiting them; later ones are refused. */
  async settle(): Promise<void> {
    await this.#quiet();
    this.isOpen = false;
  }

  /** Waits until no step runs. */
  async #quiet(): Promise<void> {
    let last: Promise<unknown> | null = null;
    while (last !== this.#last) {
      last = this.#last;
      await last;
    }
  }

  /** After the commit: what follows the writes of its steps, in their order. */
  async follow({ afterCommit }: Pick<DocumentEnvironment, 'afterCommit'>): Promise<void> {
    for (const step of this.#following) await afterCommit(step);
  }
}

/**
 * A step would wait for the end of the one that it is part of: a hook of its write uses the `local` of the
 * hook that led to it.
 *
 * @throws ServiceError INTERNAL_ERROR
 */
function refuseWaitForItself(transaction: OpenTransaction, step: RunningStep | undefined): void {
  for (let each = step; each !== undefined; each = each.outer) {
    if (each.transaction === transaction)
      throw new ServiceError('INTERNAL_ERROR', reason('local.ofOuterHook'));
  }
}

/** Where the open transaction of a request is known. */
export interface JoiningScope {
  /** The transaction of the write that runs for the request: calls of `local` are steps of it. */
  transaction: OpenTransaction | null;
}

/** A transaction that calls of `local` may join. */
export interface JoinableTransaction {
  readonly environment: DocumentEnvironment;
  /** Without a scope no code of the config can call. */
  readonly context: { readonly scope?: JoiningScope | undefined };
  readonly connection: Connection;
}

/**
 * Runs the work of a transaction so that calls of `local` for the same request belong to it.
 *
 * @param work Gets the open transaction; null where no code of the config can call.
 */
export async function joinableByCalls<T>(
  { environment, context, connection }: JoinableTransaction,
  work: (calls: OpenTransaction | null) => Promise<T>,
): Promise<T> {
  const { scope } = context;
  if (scope === undefined) return work(null);
  const before = scope.transaction;
  const calls = new OpenTransaction(environment, connection);
  scope.transaction = calls;
  try {
    const result = await work(calls);
    await calls.settle();
    return result;
  } finally {
    calls.isOpen = false;
    // What is undone now must not be followed by a step that is still running.
    await calls.settle();
    scope.transaction = before;
  }
}
