import { ConfigError, type ConfigFault } from '../errors/config-error.js';
import { type AuthOptions, authOptionsOn } from './auth-options.js';
import { type MailOptions, resolveMailOptions } from './mail-options.js';
import { resolveServerOptions, type ServerOptions } from './server-options.js';
import type { ServiceConfig } from './service-config.js';

/** Everything that the environment and the config say about how a service runs. */
export interface ServiceOptions {
  readonly server: ServerOptions;
  /** Null without `auth`. */
  readonly auth: AuthOptions | null;
  readonly mail: MailOptions;
}

/**
 * The options of a service from its config and the environment.
 *
 * @throws ConfigError with every fault of all of them.
 */
export function resolveServiceOptions(
  config: ServiceConfig,
  env: NodeJS.ProcessEnv = process.env,
): ServiceOptions {
  const faults: ConfigFault[] = [];
  const collecting = <T>(resolve: () => T): T | null => {
    try {
      return resolve();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      faults.push(...error.faults);
      return null;
    }
  };
  const server = collecting(() => resolveServerOptions(config, env));
  // What is wrong with the server must not hide what is wrong with the rest.
  const auth = collecting(() => authOptionsOn(server ?? resolveServerOptions({}, {}), config, env));
  const mail = collecting(() => resolveMailOptions(config, env));
  if (server === null || mail === null || faults.length > 0) throw new ConfigError(faults);
  return { server, auth, mail };
}
