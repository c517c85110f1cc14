import {
  type CopiedRows,
  type CopyOptions,
  copyTexts,
  isCopyTarget,
  loadMigrations,
} from '../../runtime/cli/index.js';
import { UsageError } from '../command-error.js';
import { loadProject } from '../load-project.js';
import type { ConfigOptions } from '../options.js';

/** Copies a project's data from a file to a server. */
export async function copyProject(options: ConfigOptions & CopyOptions): Promise<readonly CopiedRows[]> {
  if (!isCopyTarget(options.to)) throw new UsageError(copyTexts.wrongTarget);
  const [{ config }, migrations] = await Promise.all([loadProject(options), loadMigrations()]);
  return migrations.copyProject(config, options);
}
