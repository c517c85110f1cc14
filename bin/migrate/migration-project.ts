import { dirname, join } from 'node:path';
import { loadConfig } from '../../generator/load/load-config.js';
import { describeConfig } from '../../runtime/codegen/describe-config.js';
import { describeRenames, type Renames } from '../../runtime/codegen/describe-renames.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { dialectNames } from '../../runtime/storage/dialects/dialect.js';
import { migrationsName } from '../../runtime/storage/migrations/files/migrations-folder.js';
import { type Migration, readMigrations } from '../../runtime/storage/migrations/files/read-migrations.js';
import { emptySchema } from '../../runtime/storage/migrations/files/snapshot.js';
import {
  draftMigration,
  type MigrationDraft,
} from '../../runtime/storage/migrations/plan/draft-migration.js';
import { deriveSchema } from '../../runtime/storage/schema/derive-schema.js';
import type { StorageSchema } from '../../runtime/storage/schema/storage-schema.js';
import type { ConfigOptions } from '../options.js';

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

/** Needs neither a database nor a secret. */
export async function openMigrationProject({ config: file }: ConfigOptions): Promise<MigrationProject> {
  const loaded = await loadConfig({ cwd: process.cwd(), ...(file === undefined ? {} : { file }) });
  const folder = join(dirname(loaded.file), migrationsName);
  const migrations = readMigrations(folder);
  const schema = deriveSchema(describeConfig(loaded.config));
  const renames = describeRenames(loaded.config);
  const before = migrations.at(-1)?.snapshot.schema ?? emptySchema;
  const draft = draftMigration({ before, after: schema, renames });
  const isDone = draft.lines.length === 0;
  const outdated = isDone ? outdatedMigration(migrations, schema, renames) : null;
  return { config: loaded.config, folder, migrations, schema, draft, outdated };
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
