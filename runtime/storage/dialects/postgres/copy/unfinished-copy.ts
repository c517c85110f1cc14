import { MigrationError } from '../../../migrations/migration-error.js';
import type { Statements } from '../../../statements.js';
import { postgresCatalogue } from '../catalogue.js';
import { copyTexts } from './copy-texts.js';

/** The progress of a copy; the table exists until the copy is complete. */
export const copyTable = '_svc_copy';

/** @throws MigrationError when the copy has copied only part of the rows. */
export async function assertNoUnfinishedCopy(connection: Pick<Statements, 'get'>): Promise<void> {
  if ((await connection.get(postgresCatalogue.findTableSql, [copyTable])) === undefined) return;
  throw new MigrationError(
    'COPY_UNFINISHED',
    `"svc migrate ${copyTexts.command}" was interrupted here: the database has only a part of the rows. Run it again to continue; or start ` +
      'with an empty database.',
  );
}
