import type { ValuedStatement } from './lease.js';
import type { StatementResult } from './statement-batch.js';

const savepoint = 'svc_done';
export const nothing = (): void => undefined;

/** A statement that waits to be sent. */
export interface Waiting extends ValuedStatement {
  /** The step that it belongs to. */
  readonly step: TransactionStep | null;
  readonly succeed: (result: StatementResult) => void;
  readonly fail: (error: unknown) => void;
}

/** Who waits for a step whose work is done. */
interface Confirmation {
  readonly confirm: () => void;
  readonly refuse: (error: unknown) => void;
}

/** Statements of a transaction that are undone alone when one of them fails. */
export class TransactionStep {
  /** Those of its running work for which nobody waits yet. */
  #kept: Waiting[];
  #confirmation: Confirmation | null = null;
  #isSent = false;
  #isOver = false;
  #hasSavepoint = false;

  constructor() {
    const succeed = (): void => {
      this.#hasSavepoint = true;
    };
    this.#kept = [this.#statement(`SAVEPOINT ${savepoint}`, { succeed })];
  }

  /** Whether statements of it were sent, or are about to be. */
  get isSent(): boolean {
    return this.#isSent;
  }

  /** Whether the server can undo it. */
  get hasSavepoint(): boolean {
    return this.#hasSavepoint;
  }

  /** Whether statements can still be part of it. */
  get isOpen(): boolean {
    return !this.#isOver;
  }

  /** Whether its work is done, and only the database can still refuse it. */
  get isDone(): boolean {
    return this.#confirmation !== null;
  }

  add(statement: Waiting): void {
    this.#kept.push(statement);
  }

  /** The statements that were not sent yet. */
  take(): readonly Waiting[] {
    this.#isSent = true;
    const kept = this.#kept;
    this.#kept = [];
    return kept;
  }

  /** The statements that end it when its work is done. */
  done(confirmation: Confirmation): readonly Waiting[] {
    this.#confirmation = confirmation;
    this.#isOver = true;
    const { confirm, refuse } = confirmation;
    return [this.#statement(`RELEASE SAVEPOINT ${savepoint}`, { succeed: confirm, fail: refuse })];
  }

  /** The database has refused a statement of it. */
  refuse(error: unknown): void {
    this.#confirmation?.refuse(error);
  }

  /** The statements that undo it. They belong to no step: where one fails, the transaction has failed. */
  undo({
    undone = nothing,
    failed = nothing,
  }: {
    readonly undone?: () => void;
    readonly failed?: () => void;
  } = {}): readonly Waiting[] {
    this.#isOver = true;
    return [
      { ...this.#statement(`ROLLBACK TO SAVEPOINT ${savepoint}`, { fail: failed }), step: null },
      // Rolling back to a savepoint keeps it: a thousand failures would nest a thousand levels deep.
      {
        ...this.#statement(`RELEASE SAVEPOINT ${savepoint}`, { succeed: undone, fail: failed }),
        step: null,
      },
    ];
  }

  #statement(sql: string, { succeed = nothing, fail = nothing }: Partial<Waiting>): Waiting {
    return { sql, parameters: [], isBlind: true, step: this, succeed, fail };
  }
}
