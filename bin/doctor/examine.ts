import { resolveServerOptions, type ServerOptions } from '../../runtime/config/server-options.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { errorLines } from '../error-lines.js';
import type { ConfigOptions } from '../options.js';
import { broken, type Finding } from './check.js';
import { checkConfig } from './config-checks.js';
import { checkDatabase } from './database-check.js';
import { checkNode, checkSqliteDriver, checkTypeScript } from './node-checks.js';
import { checkBaseUrl, checkPort, checkSpace } from './place-checks.js';
import { checkSecret } from './secret-check.js';

/** Looks at everything that a server of this project needs. Changes nothing. */
export async function examine(project: string, options: ConfigOptions): Promise<readonly Finding[]> {
  const sqlite = checkSqliteDriver();
  const { config, findings } = await checkConfig(project, options);
  return [
    checkNode(),
    sqlite,
    checkTypeScript(project),
    ...findings,
    checkSecret(process.env['SVC_SECRET']),
    ...(config === null ? [] : await checkPlace(config, sqlite.status === 'ok')),
  ];
}

async function checkPlace(config: ServiceConfig, hasDriver: boolean): Promise<readonly Finding[]> {
  const { options, faults } = serverOptions(config);
  if (options === null) return faults;
  const { database, port, host, baseUrl } = options;
  return [
    ...(hasDriver ? [await checkDatabase(config, database.path)] : []),
    checkSpace(database.path),
    await checkPort(port, host),
    checkBaseUrl(baseUrl, port),
  ];
}

interface Settings {
  readonly options: ServerOptions | null;
  /** A finding for each variable that is wrong. */
  readonly faults: readonly Finding[];
}

function serverOptions(config: ServiceConfig): Settings {
  try {
    return { options: resolveServerOptions(config, process.env), faults: [] };
  } catch (error) {
    const fix = 'change it in .env or the environment';
    return { options: null, faults: errorLines(error).map((line) => broken('settings', line, fix)) };
  }
}
