import { type CopiedRows, type CopyOptions, loadMigrations } from '../../runtime/cli/index.js';
import { UsageError } from '../command-error.js';
import { loadProject } from '../load-project.js';
import type { ConfigOptions } from '../options.js';

/** Copies a project's data to PostgreSQL. */
export async function copyFromSqlite(options: ConfigOptions & CopyOptions): Promise<readonly CopiedRows[]> {
  if (!/^postgres(ql)?:\/\//.test(options.to))
    throw new UsageError('--to needs the address of a PostgreSQL database: postgres://user@host:5432/name.');
  const [{ config }, migrations] = await Promise.all([loadProject(options), loadMigrations()]);
  return migrations.copyProject(config, options);
}
