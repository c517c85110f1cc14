import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describeConfig } from '../../codegen/describe-config.js';
import { defaultSqlitePath } from '../../config/database-config.js';
import type { ServiceConfig } from '../../config/service-config.js';
import {
  type CopiedRows,
  type CopyProgress,
  copyDatabase,
} from '../../storage/dialects/copy/copy-database.js';
import { openForLongWork } from '../../storage/dialects/open-for-long-work.js';
import type { Driver } from '../../storage/driver.js';
import { assertNothingKept } from '../../storage/migrations/run/left-behind.js';
import { sameStructure } from '../../storage/migrations/run/same-structure.js';
import { deriveSchema } from '../../storage/schema/derive-schema.js';
import { readSchemaRecord } from '../../storage/schema/schema-record.js';
import { ProjectError } from '../project.js';
import { shownPath } from '../text/shown-path.js';

export interface CopyOptions {
  /** Address of the PostgreSQL database. */
  readonly to: string;
  /** Path of the SQLite file. Default: that of the config. */
  readonly from?: string;
  /** Data that "svc dev" has kept for removed parts of the config may be left out. */
  readonly yes?: boolean;
  readonly onProgress: (progress: CopyProgress) => void;
}

/** Copies a project's data. The SQLite database must have the schema of the config. */
export async function copyProject(
  config: ServiceConfig,
  { to, from, yes = false, onProgress }: CopyOptions,
): Promise<readonly CopiedRows[]> {
  const path = (from ?? sqlitePath(config.db)).replace(/^file:/, '');
  if (!existsSync(resolve(path)))
    throw new ProjectError(`${shownPath(path)} does not exist: set the SQLite file with --from.`);
  const source = await openForLongWork({ kind: 'sqlite', path });
  try {
    await checkSource(source, { config, path, mayLeaveOut: yes });
    const target = await openForLongWork({ kind: 'postgres', url: to });
    try {
      return await copyDatabase({ source, target, onProgress });
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

interface SourceOptions {
  readonly config: ServiceConfig;
  readonly path: string;
  readonly mayLeaveOut: boolean;
}

async function checkSource(source: Driver, { config, path, mayLeaveOut }: SourceOptions): Promise<void> {
  const record = await readSchemaRecord(source);
  if (record === null) return;
  if (!sameStructure(record.schema, deriveSchema(describeConfig(config)))) {
    throw new ProjectError(
      `${shownPath(path)} does not have the tables of this config: run \`svc migrate up\` on it first.`,
    );
  }
  if (mayLeaveOut) return;
  await assertNothingKept(
    source,
    record.left,
    'They are not copied. Run it with --yes to continue without them.',
  );
}

/** The environment may already name PostgreSQL. */
function sqlitePath(db: { readonly kind: string; readonly path?: string } | undefined): string {
  const given = process.env['SVC_DATABASE_URL'];
  if (given?.startsWith('file:')) return given;
  return db?.path ?? defaultSqlitePath;
}
