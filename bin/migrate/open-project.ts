import { loadMigrations, type MigrationProject } from '../../runtime/cli/index.js';
import { loadProject } from '../load-project.js';
import type { ConfigOptions } from '../options.js';

/** Loads the project's config and its migrations. Needs neither a database nor a secret. */
export async function openMigrationProject(options: ConfigOptions): Promise<MigrationProject> {
  const [project, { openMigrations }] = await Promise.all([loadProject(options), loadMigrations()]);
  return openMigrations(project);
}
