import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { placeOfSessions } from '../../auth/sessions/open-session-store.js';
import { inspectRedis } from '../../auth/sessions/redis/inspect-redis.js';
import type { RedisSessionsOptions, SessionsOptions } from '../../config/database-options.js';
import { type DatabaseLocation, databaseAt } from '../../storage/dialects/index.js';
import { oneLine } from '../text/one-line.js';
import { shownPath } from '../text/shown-path.js';
import { authorityAdvice } from './authority-advice.js';
import { broken, doubtful, type Finding, fine } from './finding.js';
import { nearestPlace } from './place-checks.js';

const otherFile = 'or set SVC_SESSIONS_URL to another one, such as file:sessions.db';

/** Checks whether sessions can be stored. Changes nothing. */
export async function checkSessions(sessions: SessionsOptions): Promise<Finding> {
  if (sessions.kind === 'redis') return checkRedis(sessions);
  const { file } = databaseAt(sessions);
  return file === null ? checkServer(sessions) : checkFile(sessions, file);
}

async function checkFile(sessions: DatabaseLocation, path: string): Promise<Finding> {
  const { isInMemory, connect } = databaseAt(sessions);
  if (isInMemory) {
    const fix = 'set SVC_SESSIONS_URL to a file, such as file:sessions.db';
    return doubtful('sessions', 'in memory: a restart ends every session', fix);
  }
  const file = resolve(path);
  const reason = unwritable(file);
  if (reason !== null) return broken('sessions', `${shownPath(path)}: ${reason}`, otherFile);
  if (!existsSync(file)) return fine('sessions', `${shownPath(path)} will be created by the first start`);
  try {
    const driver = await connect({});
    await driver.check().finally(() => driver.close());
    return fine('sessions', `${shownPath(path)} can be read and written`);
  } catch (error) {
    return broken('sessions', oneLine(error), otherFile);
  }
}

/**
 * Users in a URL came with Redis 6, and scripts that write after they have read a whole hash with 5. Valkey
 * began as 7.2.
 */
const oldestRedis = 6;

/**
 * Checks the version, that it is no replica, and how it keeps data: if it evicts the list of a user's
 * sessions, they cannot all be ended when the password is stolen.
 */
async function checkRedis(sessions: RedisSessionsOptions): Promise<Finding> {
  const place = placeOfSessions(sessions);
  try {
    const { version, isReplica, evictionPolicy, isAppendOnly } = await inspectRedis(sessions);
    if (Number.parseInt(version, 10) < oldestRedis) {
      const found = `${place} has version ${version}: sessions need Redis ${oldestRedis} or newer, or Valkey`;
      return broken('sessions', found, 'update it, or set SVC_SESSIONS_URL to another server');
    }
    if (isReplica) {
      return broken(
        'sessions',
        `${place} is a replica and does not accept writes`,
        'set SVC_SESSIONS_URL to the primary',
      );
    }
    if (evictionPolicy !== null && evictionPolicy !== 'noeviction') {
      const found = `${place} drops keys when its memory is full (maxmemory-policy ${evictionPolicy}): sessions end early, or are not found when all are revoked`;
      return doubtful('sessions', found, 'set maxmemory-policy noeviction, or use a separate server');
    }
    if (isAppendOnly === false) {
      const found = `${place} has no append-only file: after a crash a revoked session may be valid again`;
      return doubtful('sessions', found, 'set appendonly yes, or disable its snapshots as well');
    }
    return fine('sessions', `${place} answers (version ${version})`);
  } catch (error) {
    const reason = oneLine(error);
    const mend = 'start it, or fix its address, user and password in SVC_SESSIONS_URL (rediss:// for TLS)';
    return broken('sessions', `${place}: ${reason}`, authorityAdvice(reason) ?? mend);
  }
}

async function checkServer(sessions: DatabaseLocation): Promise<Finding> {
  const { place, connect, loadServerChecks } = databaseAt(sessions);
  const [driver, checks] = [await connect({ maxConnections: 1 }), await loadServerChecks?.()];
  try {
    const table = await checks?.readTableState(driver, '_svc_sessions');
    if (table?.isReadOnly === true) {
      return broken('sessions', `${place} does not accept writes`, 'set SVC_SESSIONS_URL to the primary');
    }
    if (table?.isMade === true) return fine('sessions', `${place} answers`);
    if (table?.mayBeMade === true)
      return fine('sessions', `${place} responds: the first start creates the tables`);
    const fix = 'grant CREATE on its schema to the user in the address';
    return broken('sessions', `${place}: its user may not create tables`, fix);
  } catch (error) {
    const reason = oneLine(error instanceof Error && error.cause instanceof Error ? error.cause : error);
    const mend = 'start it, or fix its address, user and password';
    return broken('sessions', `${place}: ${reason}`, authorityAdvice(reason) ?? mend);
  } finally {
    await driver.close();
  }
}

/** Why the file, or those that SQLite creates next to it, cannot be written; null if they can. */
function unwritable(file: string): string | null {
  const folder = nearestPlace(dirname(file));
  if (!statSync(folder).isDirectory()) return `${shownPath(folder)} is not a folder`;
  for (const place of existsSync(file) ? [folder, file] : [folder]) {
    try {
      accessSync(place, constants.R_OK | constants.W_OK);
    } catch {
      return `${shownPath(place)} is not writable`;
    }
  }
  return null;
}
