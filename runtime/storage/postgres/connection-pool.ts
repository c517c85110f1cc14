import { Socket } from 'node:net';
import type { Client, Pool, PoolClient, PoolConfig, QueryResult } from 'pg';
import { ServiceError } from '../../errors/service-error.js';
import type { PoolState, Recipient, SqlValue } from '../driver.js';
import { cancelStatement } from './cancel-statement.js';
import { DatabaseWatch } from './database-watch.js';
import { loadPg } from './load-pg.js';
import { isStarting, sqlState, translatePostgresError } from './postgres-errors.js';
import { rowTypes } from './row-types.js';
import { StatementTexts } from './statement-texts.js';
import { isInYearNought, withYearNought } from './year-nought.js';

export interface PoolOptions {
  readonly url: string;
  /** Connections that are kept when nothing happens. */
  readonly min: number;
  readonly max: number;
  /** Milliseconds that the server gives a statement, and a transaction that does nothing. */
  readonly statementTimeout: number;
  /** Milliseconds that a statement waits for a row that another transaction holds. */
  readonly lockTimeout: number;
  /** Milliseconds of silence after which the server is given up. */
  readonly silenceTimeout?: number | undefined;
  /** Milliseconds that a connection is waited for. Default 900, or `silenceTimeout` where that is longer. */
  readonly connectTimeout?: number;
  /** The server is to refuse every write. */
  readonly isReadOnly?: boolean;
}

/** Whoever gets no connection in this time is told so: an answer of 503 is due within a second. */
const patience = 900;
/** A connection is replaced after so many prepared statements: the server keeps each until the connection ends. */
const mostPrepared = 1000;
/** Whoever leaves a statement that ends in this time costs neither a cancellation nor, with it, the connection. */
const lastWait = 250;
/** A server that does not answer a farewell is left without one. */
const farewell = 500;

/**
 * How statements are planned, on servers that have these settings. Anew for the values of each: the tag of ten posts and that of a million
 * are sought in different ways, which a plan for any value cannot know; measured, a page without filter costs the same. Compiling plans to
 * machine code takes longer than any statement of ours.
 */
const planning =
  `SELECT set_config(name, CASE name WHEN 'jit' THEN 'off' ELSE 'force_custom_plan' END, false) ` +
  `FROM pg_catalog.pg_settings WHERE name IN ('jit', 'plan_cache_mode')`;

/** Connections to one server, handed out one at a time. */
export class ConnectionPool {
  readonly #pool: Pool;
  readonly #sockets: Set<Socket> = new Set();
  readonly #texts: StatementTexts = new StatementTexts();
  readonly #prepared: WeakMap<PoolClient, Set<string>> = new WeakMap();
  readonly #watch: DatabaseWatch;
  readonly #newClient: () => Client;
  #leases = 0;
  #closed = false;
  #emptied: (() => void) | null = null;
  #lostBytes = 0;

  constructor(given: PoolOptions) {
    const { url, min, max, statementTimeout, lockTimeout, silenceTimeout } = given;
    // A server that is busy with a checkpoint takes seconds to let somebody in.
    const { connectTimeout = Math.max(patience, silenceTimeout ?? 0), isReadOnly = false } = given;
    const { Client, Pool } = loadPg();
    const connection = { connectionString: url, application_name: 'svc', keepAlive: true } as const;
    const settings =
      `SET TimeZone = 'UTC'; SET DateStyle = 'ISO, YMD'; SET bytea_output = 'hex'; SET standard_conforming_strings = on; ` +
      `SET statement_timeout = ${statementTimeout}; ${isReadOnly ? 'SET default_transaction_read_only = on; ' : ''}SET lock_timeout = ${lockTimeout}; ` +
      `SET idle_in_transaction_session_timeout = ${statementTimeout}; ${planning}`;
    const options: PoolConfig = {
      ...connection,
      min,
      max,
      types: rowTypes,
      connectionTimeoutMillis: connectTimeout,
      // A pool must not keep a process alive that has nothing else to do.
      allowExitOnIdle: true,
      stream: () => this.#openSocket(),
      onConnect: (client) => client.query(settings),
    };
    this.#pool = new Pool(options);
    // A connection that ends while nobody uses it is replaced when it is needed.
    this.#pool.on('error', () => undefined);
    this.#newClient = () =>
      new Client({ ...connection, connectionTimeoutMillis: Math.min(connectTimeout, patience) });
    this.#watch = new DatabaseWatch({
      probe: () => answers(this.#newClient()),
      patience: silenceTimeout,
      received: () => this.#receivedBytes(),
      lost: () => this.#dropConnections(),
    });
  }

  /**
   * Runs work on a connection that nobody else uses meanwhile.
   *
   * @throws ServiceError UNAVAILABLE when no connection can be had, or the server goes away.
   */
  async use<T>(work: (lease: Lease) => Promise<T>): Promise<T> {
    if (this.#closed) throw shuttingDown();
    if (this.#watch.isAway) throw isAway();
    this.#leases += 1;
    this.#watch.enter();
    try {
      return await this.#lend(work);
    } finally {
      this.#watch.leave();
      this.#leases -= 1;
      if (this.#leases === 0) this.#emptied?.();
    }
  }

  /**
   * Runs one statement that only reads. It is cancelled when its recipient has left; a connection is kept from nobody who waits.
   *
   * @throws ServiceError UNAVAILABLE as {@link ConnectionPool.use}, and to a recipient that is gone.
   */
  read(sql: string, parameters: readonly SqlValue[], recipient?: Recipient): Promise<QueryResult> {
    return this.use((lease) =>
      recipient === undefined
        ? lease.query(sql, parameters)
        : this.#readFor(recipient, lease, () => lease.query(sql, parameters)),
    );
  }

  async #readFor<T>(recipient: Recipient, lease: Lease, read: () => Promise<T>): Promise<T> {
    if (recipient.gone) throw isGone();
    let timer: NodeJS.Timeout | undefined;
    const stay = recipient.onGone(() => {
      timer = setTimeout(() => lease.cancel(this.#newClient()), lastWait);
    });
    try {
      return await read();
    } catch (error) {
      throw recipient.gone ? isGone() : error;
    } finally {
      stay();
      clearTimeout(timer);
    }
  }

  get state(): PoolState {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { open: totalCount, idle: idleCount, waiting: waitingCount };
  }

  /** Ends all connections when those that are in use are free. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#leases > 0) {
      await new Promise<void>((resolve) => {
        this.#emptied = resolve;
      });
    }
    this.#watch.stop();
    const timer = setTimeout(() => this.#dropConnections(), farewell);
    await this.#pool.end();
    clearTimeout(timer);
  }

  async #lend<T>(work: (lease: Lease) => Promise<T>): Promise<T> {
    const client = await this.#connect();
    const lease = new Lease(client, this.#texts, this.#preparedBy(client));
    // Without a listener, the loss of a connection between two statements would end the process.
    const lost = (): void => lease.spoil();
    client.on('error', lost);
    try {
      return await work(lease);
    } finally {
      client.off('error', lost);
      client.release(lease.isSpoilt || this.#preparedBy(client).size >= mostPrepared);
    }
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw translatePostgresError(error);
    }
  }

  #preparedBy(client: PoolClient): Set<string> {
    const known = this.#prepared.get(client);
    if (known !== undefined) return known;
    const names = new Set<string>();
    this.#prepared.set(client, names);
    return names;
  }

  #openSocket(): Socket {
    const socket = new Socket();
    this.#sockets.add(socket);
    socket.once('close', () => {
      this.#sockets.delete(socket);
      this.#lostBytes += socket.bytesRead;
    });
    return socket;
  }

  #receivedBytes(): number {
    let sum = this.#lostBytes;
    for (const socket of this.#sockets) sum += socket.bytesRead;
    return sum;
  }

  #dropConnections(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** One connection while it is somebody's. */
export class Lease {
  readonly #client: PoolClient;
  readonly #texts: StatementTexts;
  readonly #prepared: Set<string>;
  #last: Promise<unknown> = Promise.resolve();
  #spoilt = false;
  #unanswered = 0;

  constructor(client: PoolClient, texts: StatementTexts, prepared: Set<string>) {
    this.#client = client;
    this.#texts = texts;
    this.#prepared = prepared;
  }

  /** Whether a statement waits for its answer. */
  get isBusy(): boolean {
    return this.#unanswered > 0;
  }

  get isSpoilt(): boolean {
    return this.#spoilt;
  }

  /** The connection must not be used by others: it is gone, or in an unknown state. */
  spoil(): void {
    this.#spoilt = true;
  }

  /**
   * Ends the statement that runs, by a client that is not connected. The connection is not used again: a cancellation that comes late must
   * not end somebody else's statement.
   */
  cancel(messenger: Client): void {
    this.spoil();
    cancelStatement(this.#client, messenger);
  }

  /** Runs a statement after those that were asked for before. */
  query(sql: string, parameters: readonly SqlValue[]): Promise<QueryResult> {
    this.#unanswered += 1;
    const result = this.#last.then(() => this.#send(sql, parameters));
    const answered = (): void => {
      this.#unanswered -= 1;
    };
    this.#last = result.then(answered, answered);
    return result;
  }

  async #send(sql: string, parameters: readonly SqlValue[]): Promise<QueryResult> {
    const { text, name } = this.#texts.of(sql);
    try {
      const result = await this.#client.query({
        text,
        values: parameters.some(isInYearNought)
          ? await withYearNought(this.#client, text, parameters)
          : (parameters as SqlValue[]),
        ...(name !== '' && { name }),
      });
      if (name !== '') this.#prepared.add(name);
      return result;
    } catch (error) {
      // An error of the server leaves the connection as it was; any other says that it is gone.
      if (sqlState(error) === null) this.#spoilt = true;
      throw translatePostgresError(error);
    }
  }
}

/** Whether a server answers: a refusal is an answer too, unless it says that the server is not ready. */
async function answers(client: {
  connect(): Promise<unknown>;
  end(): Promise<void>;
  on(event: 'error', listener: () => void): unknown;
}): Promise<boolean> {
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    return sqlState(error) !== null && !isStarting(error);
  }
}

function isAway(): ServiceError {
  return new ServiceError('UNAVAILABLE', 'The database does not answer. Try again.', { retryAfter: 1 });
}

/** An answer that nobody gets, and an error that no log need keep. */
function isGone(): ServiceError {
  return new ServiceError('UNAVAILABLE', 'Nobody waits for the answer any more.', { retryAfter: 1 });
}

function shuttingDown(): ServiceError {
  return new ServiceError('UNAVAILABLE', 'The server is shutting down.', { retryAfter: 5 });
}
