import { dirname, join } from 'node:path';
import { loadConfig } from '../../generator/load/load-config.js';
import { describeConfig } from '../../runtime/codegen/describe-config.js';
import { describeRenames, type Renames } from '../../runtime/codegen/describe-renames.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
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
  /** Beside the config. */
  readonly folder: string;
  readonly migrations: readonly Migration[];
  /** What the config asks of a database. */
  readonly schema: StorageSchema;
  /** The last migration's and the config's difference. */
  readonly draft: MigrationDraft;
  /**
   * The last migration, where nothing is left to migrate and it would yet be another one if it were made now: of a default, say, that
   * was added since, and that only a new field or a rule that is new takes. Null otherwise.
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

/** Both are drafted anew, so that what was changed in its files by hand does not count. */
function outdatedMigration(
  migrations: readonly Migration[],
  schema: StorageSchema,
  renames: Renames,
): string | null {
  const last = migrations.at(-1);
  if (last === undefined) return null;
  const before = migrations.at(-2)?.snapshot.schema ?? emptySchema;
  const textFor = (after: StorageSchema): string =>
    draftMigration({ before, after, renames }).text(last.name, 'sqlite');
  return textFor(schema) === textFor(last.snapshot.schema) ? null : last.name;
}
