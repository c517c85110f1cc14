import type { RedisSessionsOptions } from '../../../config/database-options.js';
import { RedisConnection } from './redis-connection.js';

/** What `INFO` says of a server, as far as sessions depend on it. */
export interface RedisReport {
  /** Of Redis, or of the one that a Valkey is compatible with. */
  readonly version: string;
  /** A replica takes no writes. */
  readonly isReplica: boolean;
  /** What it drops when its memory is full. `noeviction`: nothing. */
  readonly evictionPolicy: string | null;
  readonly isAppendOnly: boolean | null;
}

/**
 * Looks at a server without changing anything.
 *
 * @throws Error with the reason why it cannot be reached.
 */
export function inspectRedis(options: RedisSessionsOptions): Promise<RedisReport> {
  return onServer(options, async (connection) => {
    const lines = await connection.run((client) => client.info());
    const of = (name: string): string | null =>
      new RegExp(`^${name}:(.*?)\r?$`, 'm').exec(lines)?.[1] ?? null;
    return {
      version: of('valkey_version') ?? of('redis_version') ?? 'unknown',
      isReplica: of('role') === 'slave',
      evictionPolicy: of('maxmemory_policy'),
      isAppendOnly: of('aof_enabled') === null ? null : of('aof_enabled') === '1',
    };
  });
}

/**
 * Looks at the clock of a server. `look` may ask it for its time in milliseconds, over a connection that is
 * open.
 *
 * @throws Error with the reason why it cannot be reached.
 */
export function redisTime<T>(
  options: RedisSessionsOptions,
  look: (ask: () => Promise<number>) => Promise<T>,
): Promise<T> {
  return onServer(options, (connection) =>
    look(async () => {
      const [seconds, microseconds] = await connection.run((client) => client.time());
      return Number(seconds) * 1_000 + Number(microseconds) / 1_000;
    }),
  );
}

async function onServer<T>(
  { url, tls }: RedisSessionsOptions,
  work: (connection: RedisConnection) => Promise<T>,
): Promise<T> {
  const reasons: Error[] = [];
  const onChange = (issue: Error | null): void => void (issue !== null && reasons.push(issue));
  const connection = await RedisConnection.open({ url, tls, onChange });
  try {
    return await work(connection);
  } catch (error) {
    throw reasons[0] ?? error;
  } finally {
    await connection.close();
  }
}
