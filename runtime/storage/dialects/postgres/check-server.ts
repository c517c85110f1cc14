import { isServiceError } from '../../../errors/to-response.js';
import type { Driver } from '../../driver.js';

/** PostgreSQL 13, the oldest tested version. */
const oldestServer = 130_000;

/** @throws Error when the server cannot be reached, is too old, or has another encoding than UTF-8. */
export async function checkServer(driver: Driver, place: string): Promise<void> {
  const { version, encoding } = await serverFacts(driver, place);
  if (version < oldestServer) {
    throw new Error(`${place}: the server is too old. svc needs PostgreSQL 13 or newer.`);
  }
  if (encoding !== 'UTF8') {
    throw new Error(
      `${place}: the database has the encoding ${encoding}, which cannot hold every text. Make one with ENCODING 'UTF8'.`,
    );
  }
}

async function serverFacts(
  driver: Driver,
  place: string,
): Promise<{ readonly version: number; readonly encoding: string }> {
  try {
    const row = await driver.get(
      `SELECT current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding`,
      [],
    );
    return { version: Number(row?.['version']), encoding: String(row?.['encoding']) };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    const reason = error.cause instanceof Error ? reasonOf(error.cause) : error.message;
    const advice = isNoDatabase(error.cause)
      ? 'Create it first, for instance with createdb, or fix its name in the address.'
      : 'Is it running, and is SVC_DATABASE_URL right?';
    throw new Error(`${place} cannot be used: ${reason}. ${advice}`, { cause: error });
  }
}

/** PostgreSQL's `invalid_catalog_name`. */
function isNoDatabase(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === '3D000';
}

/** An `AggregateError` of several addresses has no message of its own. */
function reasonOf(error: Error): string {
  if (error.message !== '') return error.message;
  const [first] = error instanceof AggregateError ? error.errors : [];
  return first instanceof Error ? first.message : error.name;
}
