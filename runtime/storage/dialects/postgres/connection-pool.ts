import { Socket } from 'node:net';
import type { Client, ClientBase, Pool, PoolClient, PoolConfig, QueryResult } from 'pg';
import { reason } from '../../../errors/reasons/reason.js';
import { ServiceError } from '../../../errors/service-error.js';
import type { ClientSignal, PoolState, SqlValue } from '../../driver.js';
import { isGone } from '../../long-reads.js';
import { DatabaseWatch } from './database-watch.js';
import { Lease } from './lease.js';
import { loadPg } from './load-pg.js';
import { PlanSetting, type Plans } from './plan-setting.js';
import { isStarting, sqlState, translatePostgresError } from './postgres-errors.js';
import { rowTypes } from './row-types.js';
import type { StatementResult } from './statement-batch.js';
import { StatementTexts } from './statement-texts.js';

export interface PoolOptions {
  readonly url: string;
  /** Connections that stay open when idle. */
  readonly min: number;
  readonly max: number;
  /** The server's time limit of a statement, and of an idle transaction, in milliseconds. */
  readonly statementTimeout: number;
  /** How long a statement waits for a row that another transaction has locked, in milliseconds. */
  readonly lockTimeout: number;
  /** Milliseconds without a response after which the server is given up. */
  readonly silenceTimeout?: number | undefined;
  /**
   * How long a request waits for a connection, in milliseconds. Default 900, or `silenceTimeout` if that is
   * longer.
   */
  readonly connectTimeout?: number;
  /** Whether the server must refuse every write. */
  readonly isReadOnly?: boolean;
}

/** The time limit of a statement, and a callback that gets the function to end it. */
export interface TimedRead {
  readonly milliseconds: number;
  readonly begin: (end: () => void) => void;
}

/** Max wait for a connection: a response with 503 is due within a second. */
const maxConnectTime = 900;
/**
 * A connection is replaced after this many prepared statements: the server keeps each of them until the
 * connection ends.
 */
const maxPrepared = 1000;
/**
 * A statement that ends within this time after its client has disconnected is not cancelled. A cancellation
 * would also cost the connection.
 */
const lastWait = 250;
/** Max wait for a clean disconnect; after it the connection is just closed. */
const farewell = 500;

/** Connections to one server. Each is leased to one user at a time. */
export class ConnectionPool {
  readonly #pool: Pool;
  readonly #sockets: Set<Socket> = new Set();
  readonly #texts: StatementTexts = new StatementTexts();
  readonly #prepared: WeakMap<PoolClient, Set<string>> = new WeakMap();
  readonly #plans: WeakMap<ClientBase, PlanSetting> = new WeakMap();
  readonly #watch: DatabaseWatch;
  readonly #newClient: () => Client;
  readonly #statementTimeout: number;
  #leases = 0;
  #closed = false;
  #emptied: (() => void) | null = null;
  #lostBytes = 0;

  constructor(given: PoolOptions) {
    const { url, min, max, statementTimeout, lockTimeout, silenceTimeout } = given;
    // A server that is busy with a checkpoint may take seconds to accept a connection.
    const { connectTimeout = Math.max(maxConnectTime, silenceTimeout ?? 0), isReadOnly = false } = given;
    const { Client, Pool } = loadPg();
    const connection = { connectionString: url, application_name: 'svc', keepAlive: true } as const;
    const settings =
      `SET TimeZone = 'UTC'; SET DateStyle = 'ISO, YMD'; SET bytea_output = 'hex'; SET standard_conforming_strings = on; ` +
      `SET statement_timeout = ${statementTimeout}; ${isReadOnly ? 'SET default_transaction_read_only = on; ' : ''}SET lock_timeout = ${lockTimeout}; ` +
      `SET idle_in_transaction_session_timeout = ${statementTimeout}; ${PlanSetting.initialSql}`;
    const options: PoolConfig = {
      ...connection,
      min,
      max,
      types: rowTypes,
      connectionTimeoutMillis: connectTimeout,
      // A pool must not keep an otherwise idle process alive.
      allowExitOnIdle: true,
      stream: () => this.#openSocket(),
      onConnect: async (client) => {
        const results: unknown = await client.query(settings);
        this.#plans.set(client, new PlanSetting((results as readonly QueryResult[]).at(-1)?.rows ?? []));
      },
    };
    this.#statementTimeout = statementTimeout;
    this.#pool = new Pool(options);
    // A connection that ends while idle is replaced when the next one is needed.
    this.#pool.on('error', () => undefined);
    this.#newClient = () =>
      new Client({ ...connection, connectionTimeoutMillis: Math.min(connectTimeout, maxConnectTime) });
    this.#watch = new DatabaseWatch({
      probe: () => responds(this.#newClient()),
      silenceTimeout,
      received: () => this.#receivedBytes(),
      lost: () => this.#dropConnections(),
    });
  }

  /**
   * Runs work on a connection with exclusive use.
   *
   * @param plans - How its statements are planned.
   * @throws ServiceError UNAVAILABLE when no connection is available, or the server goes away.
   */
  async use<T>(work: (lease: Lease) => Promise<T>, plans: Plans = 'byValues'): Promise<T> {
    if (this.#closed) throw shuttingDown();
    if (this.#watch.isAway) throw isAway();
    this.#leases += 1;
    this.#watch.enter();
    try {
      return await this.#lend(work, plans);
    } finally {
      this.#watch.leave();
      this.#leases -= 1;
      if (this.#leases === 0) this.#emptied?.();
    }
  }

  /**
   * Runs one read-only statement. It is cancelled when its client disconnects.
   *
   * @throws ServiceError UNAVAILABLE as {@link ConnectionPool.use}, and when the client has disconnected.
   */
  read(sql: string, parameters: readonly SqlValue[], clientSignal?: ClientSignal): Promise<StatementResult> {
    return this.use((lease) =>
      clientSignal === undefined
        ? lease.query(sql, parameters)
        : this.#readFor(clientSignal, lease, () => lease.query(sql, parameters)),
    );
  }

  /**
   * The same for a long statement: the server ends it after `milliseconds`. `begin` is called when it begins,
   * with a function that ends it if the server does not.
   */
  readWithin(
    sql: string,
    parameters: readonly SqlValue[],
    { milliseconds, begin }: TimedRead,
  ): Promise<StatementResult> {
    return this.use(async (lease) => {
      await lease.query(`SET statement_timeout = ${milliseconds}`, []);
      let timer: NodeJS.Timeout | undefined;
      try {
        begin(() => {
          timer = setTimeout(() => lease.cancel(this.#newClient()), lastWait);
        });
        return await lease.query(sql, parameters);
      } finally {
        clearTimeout(timer);
        await this.#resetTimeout(lease);
      }
    });
  }

  /** A connection whose time limit could not be reset is not used again. */
  async #resetTimeout(lease: Lease): Promise<void> {
    if (lease.isSpoilt) return;
    try {
      await lease.query(`SET statement_timeout = ${this.#statementTimeout}`, []);
    } catch {
      lease.spoil();
    }
  }

  async #readFor<T>(clientSignal: ClientSignal, lease: Lease, read: () => Promise<T>): Promise<T> {
    if (clientSignal.gone) throw isGone();
    let timer: NodeJS.Timeout | undefined;
    const stay = clientSignal.onGone(() => {
      timer = setTimeout(() => lease.cancel(this.#newClient()), lastWait);
    });
    try {
      return await read();
    } catch (error) {
      throw clientSignal.gone ? isGone() : error;
    } finally {
      stay();
      clearTimeout(timer);
    }
  }

  get state(): PoolState {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { open: totalCount, idle: idleCount, waiting: waitingCount };
  }

  /** Ends all connections once those in use are returned. */
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

  async #lend<T>(work: (lease: Lease) => Promise<T>, plans: Plans): Promise<T> {
    const client = await this.#connect();
    const setting = this.#plans.get(client) ?? new PlanSetting([]);
    const lease = new Lease(client, {
      texts: this.#texts,
      prepared: this.#preparedBy(client),
      setting,
      plans,
    });
    // Without a listener, a connection lost between two statements would crash the process.
    const lost = (): void => lease.spoil();
    client.on('error', lost);
    try {
      return await work(lease);
    } finally {
      client.off('error', lost);
      client.release(lease.isSpoilt || this.#preparedBy(client).size >= maxPrepared);
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

/**
 * Whether a server responds. A refusal counts as a response, unless it means that the server is not ready.
 */
async function responds(client: {
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
  return new ServiceError('UNAVAILABLE', reason('database.notResponding'), { retryAfter: 1 });
}

function shuttingDown(): ServiceError {
  return new ServiceError('UNAVAILABLE', reason('service.shuttingDown'), { retryAfter: 5 });
}
