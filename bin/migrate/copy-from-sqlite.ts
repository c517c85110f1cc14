import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadConfig } from '../../generator/load/load-config.js';
import { describeConfig } from '../../runtime/codegen/describe-config.js';
import { defaultSqlitePath } from '../../runtime/config/database-config.js';
import {
  type CopiedRows,
  type CopyProgress,
  copyDatabase,
} from '../../runtime/storage/dialects/copy/copy-database.js';
import { openForLongWork } from '../../runtime/storage/dialects/open-for-long-work.js';
import { assertNothingKept } from '../../runtime/storage/migrations/run/left-behind.js';
import { sameStructure } from '../../runtime/storage/migrations/run/same-structure.js';
import { deriveSchema } from '../../runtime/storage/schema/derive-schema.js';
import { readSchemaRecord } from '../../runtime/storage/schema/schema-record.js';
import { CommandError, UsageError } from '../command-error.js';
import type { ConfigOptions } from '../options.js';
import { shownPath } from '../terminal/shown-path.js';

export interface CopyOptions extends ConfigOptions {
  readonly to: string;
  /** Path of the SQLite file; default: that of the config. */
  readonly from?: string;
  /** Data that "svc dev" has kept for removed parts of the config may be left out. */
  readonly yes?: boolean;
  readonly onProgress: (progress: CopyProgress) => void;
}

/** Copies a project's data. The SQLite database must have the schema of the config. */
export async function copyFromSqlite({
  to,
  from,
  yes = false,
  config: file,
  onProgress,
}: CopyOptions): Promise<readonly CopiedRows[]> {
  if (!/^postgres(ql)?:\/\//.test(to))
    throw new UsageError('--to needs the address of a PostgreSQL database: postgres://user@host:5432/name.');
  const { config } = await loadConfig({ cwd: process.cwd(), ...(file === undefined ? {} : { file }) });
  const path = (from ?? sqlitePath(config.db)).replace(/^file:/, '');
  if (!existsSync(resolve(path)))
    throw new CommandError(`${shownPath(path)} does not exist: name the SQLite file with --from.`);
  const source = await openForLongWork({ kind: 'sqlite', path });
  try {
    const record = await readSchemaRecord(source);
    if (record !== null && !sameStructure(record.schema, deriveSchema(describeConfig(config)))) {
      throw new CommandError(
        `${shownPath(path)} does not have the tables of this config: run \`svc migrate up\` on it first.`,
      );
    }
    if (record !== null && !yes) {
      await assertNothingKept(
        source,
        record.left,
        'They are not copied. Run it with --yes if they may stay behind.',
      );
    }
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

/** The environment may already name PostgreSQL. */
function sqlitePath(db: { readonly kind: string; readonly path?: string } | undefined): string {
  const given = process.env['SVC_DATABASE_URL'];
  if (given?.startsWith('file:')) return given;
  return db?.path ?? defaultSqlitePath;
}
