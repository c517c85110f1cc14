import { resolveServerOptions } from '../../config/server-options.js';
import { databaseAt } from '../../storage/dialects/index.js';
import { readJournal } from '../../storage/migrations/run/journal.js';
import { type MigrationState, stateOf } from '../../storage/migrations/run/migration-state.js';
import { withMigrationDatabase } from './migration-database.js';
import type { MigrationProject } from './open-migrations.js';

/**
 * What has run in the database of a project, and what has not. A database that does not exist has run
 * nothing, and is not created here.
 */
export async function readState({ config, migrations }: MigrationProject): Promise<MigrationState> {
  const { database } = resolveServerOptions(config);
  const journal = databaseAt(database).isMissing() ? [] : await withMigrationDatabase(config, readJournal);
  return stateOf(migrations, journal);
}
