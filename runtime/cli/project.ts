import type { DatabaseConfig } from '../config/database-config.js';
import { resolveServerOptions } from '../config/server-options.js';
import type { ServiceConfig } from '../config/service-config.js';
import { databaseAt } from '../storage/dialects/index.js';

/** A project that a command works on, without a server and also while one runs. */
export interface Project {
  readonly config: ServiceConfig;
  /** Path of the config. */
  readonly file: string;
}

/** A command cannot work on a project. The message is for the person who runs it. */
export class ProjectError extends Error {
  override readonly name = 'ProjectError';
}

/**
 * The database of a config and the environment, for a command whose work must outlive its process.
 *
 * @throws ConfigError, ProjectError for a database in memory
 */
export function lastingDatabase(
  config: ServiceConfig,
  consequence = 'nothing would be kept',
): DatabaseConfig {
  const { database } = resolveServerOptions(config);
  if (databaseAt(database).isInMemory)
    throw new ProjectError(`the database is in memory: ${consequence}. Name a file in SVC_DATABASE_URL.`);
  return database;
}
