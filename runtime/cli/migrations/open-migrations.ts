import { dirname, join } from 'node:path';
import { describeConfig } from '../../codegen/describe-config.js';
import { describeRenames, type Renames } from '../../codegen/describe-renames.js';
import type { ServiceConfig } from '../../config/service-config.js';
import type { Dialect } from '../../storage/dialects/dialect.js';
import { loadDialects } from '../../storage/dialects/index.js';
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
  /** Those that a migration has files for. */
  readonly dialects: readonly Dialect[];
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
export async function openMigrations({ config, file }: Project): Promise<MigrationProject> {
  const folder = join(dirname(file), migrationsName);
  const dialects = await loadDialects();
  return draftProject({ config, folder, migrations: readMigrations(folder), dialects });
}

/** Compares the migrations of a project with its config. */
export function draftProject({
  config,
  folder,
  migrations,
  dialects,
}: Pick<MigrationProject, 'config' | 'folder' | 'migrations' | 'dialects'>): MigrationProject {
  const schema = deriveSchema(describeConfig(config));
  const renames = describeRenames(config);
  const before = migrations.at(-1)?.snapshot.schema ?? emptySchema;
  const draft = draftMigration({ before, after: schema, renames });
  const project = { config, folder, migrations, dialects, schema, draft };
  const isDone = draft.lines.length === 0;
  return { ...project, outdated: isDone ? outdatedMigration(project, renames) : null };
}

/** Both are drafted again, so that manual edits of its files do not count. */
function outdatedMigration(
  { migrations, dialects, schema }: Omit<MigrationProject, 'outdated'>,
  renames: Renames,
): string | null {
  const last = migrations.at(-1);
  // The texts for all databases differ if one does.
  const [dialect] = dialects;
  if (last === undefined || dialect === undefined) return null;
  const before = migrations.at(-2)?.snapshot.schema ?? emptySchema;
  const textFor = (after: StorageSchema): string =>
    draftMigration({ before, after, renames }).text(last.name, dialect);
  return textFor(schema) === textFor(last.snapshot.schema) ? null : last.name;
}
