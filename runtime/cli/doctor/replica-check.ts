import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseConfig } from '../../config/database-config.js';
import { replicasOf } from '../../config/database-options.js';
import type { Database } from '../../storage/dialects/database.js';
import { databaseAt } from '../../storage/dialects/index.js';
import type { LogState, ServerChecks } from '../../storage/dialects/server-checks.js';
import type { Driver } from '../../storage/driver.js';
import { maxLag } from '../../storage/read-replicas.js';
import { oneLine } from '../text/one-line.js';
import { broken, doubtful, type Finding, fine } from './finding.js';

/** Milliseconds between two checks of a replica that is behind. */
const pause = 50;

interface Compared {
  readonly primary: LogState;
  readonly checks: ServerChecks;
}

/** Checks whether each replica can be read from, as a server would. Changes nothing. */
export async function checkReplicas(database: DatabaseConfig): Promise<readonly Finding[]> {
  const urls = replicasOf(database);
  const content = databaseAt(database);
  const { replicas, loadServerChecks } = content;
  if (urls.length === 0 || replicas === null || loadServerChecks === null) return [];
  const checks = await loadServerChecks();
  const primary = await stateOf(content, checks);
  // Problems of the database are reported by its own check.
  if (primary instanceof Error || primary.isStandby) return [];
  return Promise.all(urls.map((url) => checkReplica(replicas.at(url), { primary, checks })));
}

async function checkReplica(replica: Database, { primary, checks }: Compared): Promise<Finding> {
  const since = performance.now();
  for (;;) {
    const own = await stateOf(replica, checks);
    if (own instanceof Error) {
      const fix =
        'start it, or fix its address in SVC_DATABASE_REPLICAS; until then the database is read instead';
      return broken('replica', `${replica.place}: ${oneLine(own)}`, fix);
    }
    const issue = checks.issueOfReplica(own, primary);
    if (issue !== null) {
      const fix = 'list standbys with streaming replication, and with the same database and schema';
      return broken('replica', `${replica.place} ${issue}`, fix);
    }
    if (own.position >= primary.position) return fine('replica', `${replica.place} follows the database`);
    if (performance.now() - since > maxLag) {
      const found = `${replica.place} is more than ${maxLag} ms behind (${primary.position - own.position} bytes of the log)`;
      return doubtful('replica', found, 'until it has caught up, the database is read instead');
    }
    await delay(pause);
  }
}

async function stateOf(database: Database, { readLogState }: ServerChecks): Promise<LogState | Error> {
  let driver: Driver | null = null;
  try {
    driver = await database.connect({ maxConnections: 1 });
    return await readLogState(driver);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return error.cause instanceof Error ? error.cause : error;
  } finally {
    await driver?.close();
  }
}
