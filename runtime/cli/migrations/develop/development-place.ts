import type { ServiceConfig } from '../../../config/service-config.js';
import { databaseAt } from '../../../storage/dialects/index.js';
import { lastingDatabase, ProjectError } from '../../project.js';

export interface DevelopmentHosts {
  /** Hosts of database servers that are for development, besides this machine. */
  readonly hosts: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Where the development database of a project is, for messages. A file is one, and a server on this machine.
 *
 * @throws ProjectError for any other database, so that one in production is never changed by mistake
 */
export function developmentPlace(
  config: ServiceConfig,
  { hosts, env = process.env }: DevelopmentHosts,
): string {
  const { host, place } = databaseAt(lastingDatabase(config));
  if (env['NODE_ENV'] === 'production') throw refusal('NODE_ENV is "production"');
  if (host !== null && !isThisMachine(host) && !hosts.includes(host)) {
    throw refusal(
      `this one is on another machine (${place})`,
      `, or name its host if it is yours: --dev-host ${host}`,
    );
  }
  return place;
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

function refusal(reason: string, otherwise = ''): ProjectError {
  return new ProjectError(
    `"svc migrate dev" changes only a development database, and ${reason}. ` +
      `Use "svc migrate create" and "svc migrate up"${otherwise}.`,
  );
}
