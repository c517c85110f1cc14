import { dirname, join } from 'node:path';
import { describeConfig } from '../../codegen/describe-config.js';
import { describeRenames, type Renames } from '../../codegen/describe-renames.js';
import type { ServiceConfig } from '../../config/service-config.js';
import { dialectNames } from '../../storage/dialects/dialect.js';
import { migrationsName } from '../../storage/migrations/files/migrations-folder.js';
import { type Migration, readMigrations } from '../../storage/migrations/files/read-migrations.js';
import { emptySchema } from '../../storage/migrations/files/snapshot.js';
import { draftMigration, type MigrationDraft } from '../../storage/migrations/plan/draft-migration.js';
import { deriveSchema } from '../../storage/schema/derive-schema.js';
import type { StorageSchema } from '../../storage/schema/storage-schema.js';
import type { Project } from '../project.js';

/** A project's config and its migrations. */
export interface MigrationProject {
  readonly config: ServiceConfig;
  /** Next to the config. */
  readonly folder: string;
  readonly migrations: readonly Migration[];
  /** The schema that the config needs. */
  readonly schema: StorageSchema;
  /** The difference between the last migration and the config. */
  readonly draft: MigrationDraft;
  /**
   * The name of the last migration, if nothing is left to migrate but it would be different if it were
   * created now: because of a default, say, that was added since and is used only by a new field or a new
   * rule. Null otherwise.
   */
  readonly outdated: string | null;
}

/**
 * Reads the migrations of a project and compares them with its config. Needs neither a database nor a secret.
 *
 * @throws MigrationError for files that cannot be read
 */
export function openMigrations({ config, file }: Project): MigrationProject {
  const folder = join(dirname(file), migrationsName);
  const migrations = readMigrations(folder);
  const schema = deriveSchema(describeConfig(config));
  const renames = describeRenames(config);
  const before = migrations.at(-1)?.snapshot.schema ?? emptySchema;
  const draft = draftMigration({ before, after: schema, renames });
  const isDone = draft.lines.length === 0;
  const outdated = isDone ? outdatedMigration(migrations, schema, renames) : null;
  return { config, folder, migrations, schema, draft, outdated };
}

/** Both are drafted again, so that manual edits of its files do not count. */
function outdatedMigration(
  migrations: readonly Migration[],
  schema: StorageSchema,
  renames: Renames,
): string | null {
  const last = migrations.at(-1);
  if (last === undefined) return null;
  const before = migrations.at(-2)?.snapshot.schema ?? emptySchema;
  // The texts for all databases differ if one does.
  const [dialect] = dialectNames;
  const textFor = (after: StorageSchema): string =>
    draftMigration({ before, after, renames }).text(last.name, dialect);
  return textFor(schema) === textFor(last.snapshot.schema) ? null : last.name;
}
