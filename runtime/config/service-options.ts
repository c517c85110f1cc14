import { ConfigError, type LocatedConfigIssue } from '../errors/config-error.js';
import { type AuthOptions, authOptionsOn } from './auth-options.js';
import { type FilesOptions, resolveFilesOptions } from './files-options.js';
import { type MailOptions, resolveMailOptions } from './mail-options.js';
import { resolveServerOptions, type ServerOptions } from './server-options.js';
import type { ServiceConfig } from './service-config.js';

/** All options of a running service, resolved from the environment and the config. */
export interface ServiceOptions {
  readonly server: ServerOptions;
  /** Null without `auth`. */
  readonly auth: AuthOptions | null;
  readonly mail: MailOptions;
  /** Null where no collection has files. */
  readonly files: FilesOptions | null;
}

/**
 * Resolves the options of a service from its config and the environment.
 *
 * @throws ConfigError with all issues of the server, authentication and mail together.
 */
export function resolveServiceOptions(
  config: ServiceConfig,
  env: NodeJS.ProcessEnv = process.env,
): ServiceOptions {
  const issues: LocatedConfigIssue[] = [];
  const collecting = <T>(resolve: () => T): T | null => {
    try {
      return resolve();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      issues.push(...error.issues);
      return null;
    }
  };
  const server = collecting(() => resolveServerOptions(config, env));
  // Issues of the server options must not hide issues of the others.
  const auth = collecting(() => authOptionsOn(server ?? resolveServerOptions({}, {}), config, env));
  const mail = collecting(() => resolveMailOptions(config, env));
  const files = collecting(() => resolveFilesOptions(config, env, { auth, server }));
  if (server === null || mail === null || issues.length > 0) throw new ConfigError(issues);
  return { server, auth, mail, files };
}
