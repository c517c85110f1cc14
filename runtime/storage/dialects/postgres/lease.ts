import type { Client, PoolClient } from 'pg';
import type { SqlValue } from '../../driver.js';
import { cancelStatement } from './cancel-statement.js';
import type { PlanSetting, Plans } from './plan-setting.js';
import { sqlState, translatePostgresError } from './postgres-errors.js';
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
      const [result] = await this.#send([{ sql, parameters }]);
      if (result === undefined) throw new Error('A statement has a result.');
      return result;
    });
  }

  /**
   * Runs statements in one round trip, after those that were queued before. Outside a transaction all of them
   * are committed, or none.
   *
   * @returns The results in the same order.
   */
  batch(statements: readonly ValuedStatement[]): Promise<readonly StatementResult[]> {
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

  async #send(statements: readonly ValuedStatement[]): Promise<readonly StatementResult[]> {
    const { setting, plans } = this.#parts;
    // Once: in a transaction that has failed it would fail too, and nothing but a rollback is accepted there.
    const change = this.#isUsed ? null : setting.changeTo(plans);
    this.#isUsed = true;
    try {
      if (change === null) return await this.#sendAll(statements);
      const [, ...results] = await this.#sendAll([
        { sql: change, parameters: [], isBlind: true },
        ...statements,
      ]);
      return results;
    } catch (error) {
      setting.forget();
      // An error from the server leaves the connection usable; any other error means that it is lost.
      if (sqlState(error) === null) this.#spoilt = true;
      throw translatePostgresError(error);
    }
  }

  async #sendAll(statements: readonly ValuedStatement[]): Promise<readonly StatementResult[]> {
    const { texts, prepared } = this.#parts;
    const batched: BatchedStatement[] = [];
    for (const { sql, parameters, isBlind = false } of statements) {
      const { text, name } = texts.of(sql);
      const values = parameters.some(isInYearNought)
        ? await withYearNought(this.#client, text, parameters)
        : parameters;
      batched.push({ text, name, values, isBlind });
    }
    const [first, ...others] = batched;
    if (first === undefined) return [];
    const results =
      others.length === 0
        ? [await this.#queryAlone(first)]
        : await this.#client.query(new StatementBatch(batched)).results;
    for (const { name } of batched) if (name !== '') prepared.add(name);
    return results;
  }

  #queryAlone({ text, name, values }: BatchedStatement): Promise<StatementResult> {
    return this.#client.query({ text, values: values as unknown[], ...(name !== '' && { name }) });
  }
}
