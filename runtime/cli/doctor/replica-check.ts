import { setTimeout as delay } from 'node:timers/promises';
import { type PostgresDatabase, replicasOf } from '../../config/database-config.js';
import { describeLocation } from '../../storage/dialects/open-database.js';
import { createPostgresDriver } from '../../storage/dialects/postgres/postgres-driver.js';
import {
  faultOfReplica,
  readServerState,
  type ServerState,
} from '../../storage/dialects/postgres/server-state.js';
import type { Driver } from '../../storage/driver.js';
import { maxLag } from '../../storage/read-replicas.js';
import { oneLine } from '../text/one-line.js';
import { broken, doubtful, type Finding, fine } from './finding.js';

/** Milliseconds between two checks of a replica that is behind. */
const pause = 50;

/** Checks whether each replica can be read from, as a server would. Changes nothing. */
export async function checkReplicas(database: PostgresDatabase): Promise<readonly Finding[]> {
  const urls = replicasOf(database);
  const primary = urls.length === 0 ? null : await stateOf(database.url);
  // Problems of the database are reported by its own check.
  if (primary === null || primary instanceof Error || primary.isStandby) return [];
  return Promise.all(urls.map((url) => checkReplica(url, primary)));
}

async function checkReplica(url: string, primary: ServerState): Promise<Finding> {
  const place = describeLocation({ url });
  const since = performance.now();
  for (;;) {
    const own = await stateOf(url);
    if (own instanceof Error) {
      const fix =
        'start it, or fix its address in SVC_DATABASE_REPLICAS; until then the database is read instead';
      return broken('replica', `${place}: ${oneLine(own)}`, fix);
    }
    const issue = faultOfReplica(own, primary);
    if (issue !== null) {
      const fix = 'list standbys with streaming replication, and with the same database and schema';
      return broken('replica', `${place} ${issue}`, fix);
    }
    if (own.position >= primary.position) return fine('replica', `${place} follows the database`);
    if (performance.now() - since > maxLag) {
      const found = `${place} is more than ${maxLag} ms behind (${primary.position - own.position} bytes of the log)`;
      return doubtful('replica', found, 'until it has caught up, the database is read instead');
    }
    await delay(pause);
  }
}

async function stateOf(url: string): Promise<ServerState | Error> {
  let driver: Driver | null = null;
  try {
    driver = await createPostgresDriver({ url, pool: { max: 1 } });
    return await readServerState(driver);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return error.cause instanceof Error ? error.cause : error;
  } finally {
    await driver?.close();
  }
}
