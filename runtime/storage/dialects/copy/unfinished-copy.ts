import type { Connection } from '../../driver.js';
import { MigrationError } from '../../migrations/migration-error.js';
import { hasTable } from '../../migrations/run/present-tables.js';

/** The progress of a copy; the table exists until the copy is complete. */
export const copyTable = '_svc_copy';

/** @throws MigrationError when "svc migrate from-sqlite" has copied only part of the rows. */
export async function assertNoUnfinishedCopy(connection: Pick<Connection, 'dialect' | 'get'>): Promise<void> {
  if (!(await hasTable(connection, copyTable))) return;
  throw new MigrationError(
    'COPY_UNFINISHED',
    '"svc migrate from-sqlite" was interrupted here: the database has only a part of the rows. Run it again to continue; or start ' +
      'with an empty database.',
  );
}
