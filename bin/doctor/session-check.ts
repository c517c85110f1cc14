import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { SessionsConfig } from '../../runtime/config/auth-config.js';
import { createSqliteDriver } from '../../runtime/storage/sqlite/sqlite-driver.js';
import { oneLine } from '../error-lines.js';
import { shownPath } from '../terminal/shown-path.js';
import { broken, doubtful, type Finding, fine } from './check.js';
import { nearestPlace } from './place-checks.js';

const otherFile = 'or name another one in SVC_SESSIONS_URL, such as file:sessions.db';

/** Whether sessions can be kept. Changes nothing. */
export async function checkSessions(sessions: SessionsConfig): Promise<Finding> {
  const path = sessions.kind === 'sqlite' ? (sessions.path ?? ':memory:') : '';
  if (path === ':memory:') {
    const fix = 'name a file in SVC_SESSIONS_URL, such as file:sessions.db';
    return doubtful('sessions', 'in memory: a restart ends every session', fix);
  }
  const file = resolve(path);
  const reason = unwritable(file);
  if (reason !== null) return broken('sessions', `${shownPath(path)}: ${reason}`, otherFile);
  if (!existsSync(file)) return fine('sessions', `${shownPath(path)} will be made by the first start`);
  try {
    const driver = await createSqliteDriver({ path });
    await driver.check().finally(() => driver.close());
    return fine('sessions', `${shownPath(path)} can be read and written`);
  } catch (error) {
    return broken('sessions', oneLine(error), otherFile);
  }
}

/** Why the file cannot be written, or made with those that SQLite puts beside it; null when it can. */
function unwritable(file: string): string | null {
  const folder = nearestPlace(dirname(file));
  if (!statSync(folder).isDirectory()) return `${shownPath(folder)} is no folder`;
  for (const place of existsSync(file) ? [folder, file] : [folder]) {
    try {
      accessSync(place, constants.R_OK | constants.W_OK);
    } catch {
      return `${shownPath(place)} may not be written`;
    }
  }
  return null;
}
