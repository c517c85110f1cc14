import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Redis, RedisOptions } from 'ioredis';
import { reason } from '../../../errors/reasons/reason.js';
import { ServiceError } from '../../../errors/service-error.js';

export interface RedisConnectionOptions {
  /** `redis://user:password@host:port/database` */
  readonly url: string;
  readonly tls: boolean;
  /**
   * Called with the reason when the server stops responding, and with null when it responds again. Never
   * holds a password.
   */
  readonly onChange: (issue: Error | null) => void;
}

/**
 * Milliseconds. A request that depends on Redis gets its response within a second
 * (docs/spec/auth.md#promises).
 */
const commandTimeout = 700;
const connectTimeout = 2_000;
const probeEvery = 200;
const maxRetryDelay = 1_000;

/**
 * One connection to Redis that never makes a caller wait: commands fail at once while the server is away, and
 * one that stops responding without closing the connection counts as unavailable until it responds to a
 * probe, so that a request with several commands waits for one timeout only. What was sent and not answered
 * is not sent again: the caller has been told that it failed.
 */
export class RedisConnection {
  readonly #client: Redis;
  readonly #onChange: RedisConnectionOptions['onChange'];
  #silent = false;
  #closed = false;
  #fault: Error | null = null;

  private constructor(client: Redis, onChange: RedisConnectionOptions['onChange']) {
    this.#client = client;
    this.#onChange = onChange;
    client.on('error', (error: unknown) => this.#note(plain(error)));
    client.on('close', () => this.#note(new Error('The connection was closed.')));
    client.on('ready', () => {
      if (!this.#silent) this.#note(null);
    });
  }

  /**
   * Resolves when the server responds, or when it is known to be unavailable: the service then starts, and is
   * not ready.
   */
  static async open({ url, tls, onChange }: RedisConnectionOptions): Promise<RedisConnection> {
    const { Redis } = await loadPackage();
    const connection = new RedisConnection(new Redis(optionsOf(url, tls)), onChange);
    await connection.#client.connect().catch(() => undefined);
    return connection;
  }

  /** @throws ServiceError UNAVAILABLE while the server is away or refuses to serve. */
  async run<T>(work: (client: Redis) => Promise<T>): Promise<T> {
    if (this.#closed || this.#silent) throw unavailable(this.#fault);
    try {
      return await work(this.#client);
    } catch (error) {
      const cause = plain(error);
      if (isTimeout(cause)) this.#fallSilent(cause);
      throw unavailable(cause);
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#client.quit().catch(() => this.#client.disconnect());
  }

  #fallSilent(cause: Error): void {
    if (this.#silent || this.#closed) return;
    this.#silent = true;
    this.#note(cause);
    void this.#probe();
  }

  async #probe(): Promise<void> {
    while (!this.#closed) {
      try {
        await this.#client.ping();
        this.#silent = false;
        this.#note(null);
        return;
      } catch (error) {
        // A connection that a firewall has forgotten stays silent for ever.
        if (isTimeout(error) && this.#client.status === 'ready') this.#client.disconnect(true);
      }
      await delay(probeEvery, undefined, { ref: false });
    }
  }

  #note(issue: Error | null): void {
    if (this.#closed) return;
    const changed = (issue === null) !== (this.#fault === null);
    // What comes first says why; that the connection closes is its effect.
    if (changed || issue === null) this.#fault = issue;
    if (changed) this.#onChange(issue);
  }
}

/** Only services that keep sessions in Redis have the package. */
async function loadPackage(): Promise<{ readonly Redis: typeof Redis }> {
  try {
    return await import('ioredis');
  } catch (cause) {
    throw new Error('Sessions in Redis need the package ioredis: npm install ioredis', { cause });
  }
}

/** By hand, since the package takes options of its own from the query of an address. */
function optionsOf(address: string, tls: boolean): Omit<RedisOptions, 'replyMapping'> {
  const url = new URL(address);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const username = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password);
  return {
    host,
    port: url.port === '' ? 6379 : Number(url.port),
    db: Number(url.pathname.slice(1)),
    ...(username !== '' && { username }),
    ...(password !== '' && { password }),
    // An address is no name to ask for (RFC 6066, section 3); the certificate has to name it all the same.
    ...(tls && { tls: isIP(host) === 0 ? { servername: host } : {} }),
    // Every server and proxy speaks it.
    protocol: 2,
    disableClientInfo: true,
    lazyConnect: true,
    connectTimeout,
    commandTimeout,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(times * 100, maxRetryDelay),
    // After a failover the name may lead to the new primary.
    reconnectOnError: ({ message }) => message.startsWith('READONLY'),
  };
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Command timed out';
}

/**
 * Errors of the package carry the arguments of the command: passwords and session ids, which no log may have.
 */
function plain(error: unknown): Error {
  return new Error(error instanceof Error ? error.message : String(error));
}

function unavailable(cause: Error | null): ServiceError {
  return new ServiceError('UNAVAILABLE', reason('sessionStore.notResponding'), {
    retryAfter: 1,
    ...(cause !== null && { cause }),
  });
}
