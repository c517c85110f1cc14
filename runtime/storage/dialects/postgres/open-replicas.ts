import { defaultLongReadTimeout } from '../../driver.js';
import { maxLag, type ReadReplicas } from '../../read-replicas.js';
import type { ReplicasOptions } from '../database.js';
import { type PostgresLocation, placeOf } from './location.js';
import { createPostgresDriver } from './postgres-driver.js';
import { createReplicaSet } from './replica-set.js';

/**
 * Opens replicas to read from, each with a pool of the primary's size. An unreachable replica does not keep a
 * server from starting: it is used as soon as it can be reached.
 */
export async function openReplicas(
  { url: primary, pool = {} }: PostgresLocation,
  options: ReplicasOptions,
): Promise<ReadReplicas> {
  const { urls, statementTimeout = 30_000, timeout = 400, note } = options;
  const { longReadTimeout = defaultLongReadTimeout } = options;
  return createReplicaSet({
    primary: await createPostgresDriver({ url: primary, pool: { max: 1 } }),
    addresses: urls.map((url) => ({
      url,
      place: placeOf(url),
      address: addressOf(url),
      pool,
      statementTimeout,
      longReadTimeout,
      timeout,
    })),
    maxLag: options.maxLag ?? maxLag,
    note,
  });
}

/** `db2.example.com:5432/shop`: without user and password. */
function addressOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname === '' ? 'localhost' : hostname}:${port === '' ? 5432 : port}${decodeURIComponent(pathname)}`;
}
