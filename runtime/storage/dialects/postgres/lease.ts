import type { Client, PoolClient } from 'pg';
import type { SqlValue } from '../../driver.js';
import { cancelStatement } from './cancel-statement.js';
import type { PlanSetting, Plans } from './plan-setting.js';
import { isRefusedValue, sqlState, translatePostgresError } from './postgres-errors.js';
import { type BatchedStatement, StatementBatch, type StatementResult } from './statement-batch.js';
import type { StatementTexts } from './statement-texts.js';
import { isInYearNought, withYearNought } from './year-nought.js';

/** A statement with a value for each `?`. */
export interface ValuedStatement {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
  /** Nobody needs its rows. */
  readonly isBlind?: boolean;
}

/** What became of statements that were sent together. */
interface BatchOutcome {
  /** Of the statements that the server has run: of all, or of those before the one that failed. */
  readonly results: readonly StatementResult[];
  readonly failure: BatchFailure | null;
}

export interface BatchFailure {
  readonly error: unknown;
  /** Whether the server has refused one of the statements for its values, and has run none after it. */
  readonly isRefusal: boolean;
}

/** What a lease knows of its connection, and the plans that its user wants. */
interface LeaseParts {
  readonly texts: StatementTexts;
  /** Names of the statements that were prepared on the connection. */
  readonly prepared: Set<string>;
  readonly setting: PlanSetting;
  readonly plans: Plans;
}

/** One connection while it is leased. */
export class Lease {
  readonly #client: PoolClient;
  readonly #parts: LeaseParts;
  #last: Promise<unknown> = Promise.resolve();
  #spoilt = false;
  #isUsed = false;
  #unanswered = 0;

  constructor(client: PoolClient, parts: LeaseParts) {
    this.#client = client;
    this.#parts = parts;
  }

  /** Whether a statement is running. */
  get isBusy(): boolean {
    return this.#unanswered > 0;
  }

  get isSpoilt(): boolean {
    return this.#spoilt;
  }

  /** Marks the connection as unusable for others: it is lost, or in an unknown state. */
  spoil(): void {
    this.#spoilt = true;
  }

  /**
   * Cancels the running statement through a client that is not connected. The connection is not used again: a
   * late cancellation could hit another request's statement.
   */
  cancel(messenger: Client): void {
    this.spoil();
    cancelStatement(this.#client, messenger);
  }

  /** Runs a statement after those that were queued before. */
  query(sql: string, parameters: readonly SqlValue[]): Promise<StatementResult> {
    return this.#queued(async () => {
      const { results, failure } = await this.#send([{ sql, parameters }]);
      if (failure !== null) throw failure.error;
      const [result] = results;
      if (result === undefined) throw new Error('A statement has a result.');
      return result;
    });
  }

  /**
   * Runs statements in one round trip, after those that were queued before. Outside a transaction all of them
   * are committed, or none. Does not reject.
   */
  batch(statements: readonly ValuedStatement[]): Promise<BatchOutcome> {
    return this.#queued(() => this.#send(statements));
  }

  /** Rolls back the open transaction, with what was set in it. */
  async rollBack(): Promise<void> {
    this.#parts.setting.forget();
    await this.query('ROLLBACK', []);
  }

  #queued<T>(work: () => Promise<T>): Promise<T> {
    this.#unanswered += 1;
    const result = this.#last.then(work);
    const answered = (): void => {
      this.#unanswered -= 1;
    };
    this.#last = result.then(answered, answered);
    return result;
  }

  async #send(statements: readonly ValuedStatement[]): Promise<BatchOutcome> {
    const { setting, plans } = this.#parts;
    // Once: in a transaction that has failed it would fail too, and nothing but a rollback is accepted there.
    const change = this.#isUsed ? null : setting.changeTo(plans);
    this.#isUsed = true;
    const { results, failure } = await this.#sendAll(
      change === null ? statements : [{ sql: change, parameters: [], isBlind: true }, ...statements],
    );
    if (failure !== null) {
      setting.forget();
      // An error from the server leaves the connection usable; any other error means that it is lost.
      if (sqlState(failure.error) === null) this.#spoilt = true;
    }
    return {
      results: change === null ? results : results.slice(1),
      failure: failure && { ...failure, error: translatePostgresError(failure.error) },
    };
  }

  async #sendAll(statements: readonly ValuedStatement[]): Promise<BatchOutcome> {
    const { texts, prepared } = this.#parts;
    let batch: StatementBatch | null = null;
    let isSent = false;
    try {
      const batched: BatchedStatement[] = [];
      for (const { sql, parameters, isBlind = false } of statements) {
        const { text, name } = texts.of(sql);
        const values = parameters.some(isInYearNought)
          ? await withYearNought(this.#client, text, parameters)
          : parameters;
        batched.push({ text, name, values, isBlind });
      }
      const [first, ...others] = batched;
      if (first === undefined) return { results: [], failure: null };
      if (others.length > 0) batch = new StatementBatch(batched);
      isSent = true;
      const results =
        batch === null ? [await this.#queryAlone(first)] : await this.#client.query(batch).results;
      for (const { name } of batched) if (name !== '') prepared.add(name);
      return { results, failure: null };
    } catch (error) {
      return {
        results: batch?.completed ?? [],
        failure: { error, isRefusal: isSent && isRefusedValue(error) },
      };
    }
  }

  #queryAlone({ text, name, values }: BatchedStatement): Promise<StatementResult> {
    return this.#client.query({ text, values: values as unknown[], ...(name !== '' && { name }) });
  }
}
