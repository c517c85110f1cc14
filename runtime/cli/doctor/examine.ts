import { type AuthOptions, resolveAuthOptions, resolveSessions } from '../../config/auth-options.js';
import { type MailOptions, resolveMailOptions } from '../../config/mail-options.js';
import { resolveServerOptions, type ServerOptions } from '../../config/server-options.js';
import type { ServiceConfig } from '../../config/service-config.js';
import { lacksSharedAddress, sharedAddressAdvice } from '../../config/shared-address.js';
import { ConfigError } from '../../errors/config-error.js';
import { databaseAt } from '../../storage/dialects/index.js';
import { linesOfError } from '../text/error-lines.js';
import { checkAdministrator } from './admin-check.js';
import { checkClocks } from './clock-check.js';
import { checkDatabase } from './database-check.js';
import { broken, doubtful, type Finding } from './finding.js';
import { checkImages } from './image-check.js';
import { checkMail } from './mail-check.js';
import { checkDrivers, checkNode, checkTypeScript } from './node-checks.js';
import { checkBaseUrl, checkPort, checkSpace } from './place-checks.js';
import { checkReplicas } from './replica-check.js';
import { checkSearch } from './search-check.js';
import { checkSecret } from './secret-check.js';
import { checkSessions } from './session-check.js';

/** What is known of a project's config. */
export interface CheckedConfig {
  /** Null if it cannot be used. */
  readonly config: ServiceConfig | null;
  readonly findings: readonly Finding[];
}

/**
 * Checks everything that a server of this project needs. Changes nothing.
 *
 * @param folder - of the project
 */
export async function examine(
  folder: string,
  { config, findings }: CheckedConfig,
): Promise<readonly Finding[]> {
  const drivers = await checkDrivers();
  const hasDrivers = drivers.every(({ status }) => status === 'ok');
  return [
    checkNode(),
    ...drivers,
    checkTypeScript(folder),
    ...findings,
    ...(config === null ? [] : checkImages(config)),
    checkSecret(config, process.env['SVC_SECRET']),
    ...(config === null ? [] : await checkPlace(config, hasDrivers)),
  ];
}

async function checkPlace(config: ServiceConfig, hasDrivers: boolean): Promise<readonly Finding[]> {
  const server = settings(() => resolveServerOptions(config));
  if (server.options === null) return server.issues;
  const { database, port, host } = server.options;
  const { file } = databaseAt(database);
  // The driver of a server has no binary.
  const isOpenable = hasDrivers || file === null;
  return [
    ...(isOpenable ? [await checkDatabase(config, database), ...(await checkSearch(config, database))] : []),
    ...(file === null ? await checkReplicas(database) : [checkSpace(file)]),
    await checkPort(port, host),
    ...(await checkAccounts(config, server.options, isOpenable)),
  ];
}

async function checkAccounts(
  config: ServiceConfig,
  server: ServerOptions,
  isOpenable: boolean,
): Promise<readonly Finding[]> {
  const { baseUrl, port, database } = server;
  if (config.auth === undefined) return [checkBaseUrl(baseUrl, port), ...(await checkClocks(database, null))];
  const withAuth = { ...config, auth: config.auth };
  // Its own check reports a bad secret.
  const auth = settings(() => resolveAuthOptions(config), ['SVC_SECRET', 'auth.secret']);
  const mail = settings(() => resolveMailOptions(config));
  // A bad secret does not affect where sessions are kept.
  const sessions = auth.options?.sessions ?? settings(() => resolveSessions(withAuth)).options;
  return [
    checkAddress(server, mail.options, auth.options),
    ...auth.issues,
    ...mail.issues,
    ...(isOpenable && sessions !== null ? [await checkSessions(sessions)] : []),
    ...(await checkClocks(database, sessions)),
    ...(isOpenable ? await checkAdministrator(config, database) : []),
    ...(mail.options === null ? [] : await checkMail(mail.options)),
  ];
}

/** Links in mails lead to the base URL, and tokens contain it. */
function checkAddress(
  { baseUrl, port, workers }: ServerOptions,
  mail: MailOptions | null,
  auth: AuthOptions | null,
): Finding {
  const isShared = auth !== null && lacksSharedAddress({ baseUrl, sessions: auth.sessions });
  if (isShared || (baseUrl === null && workers > 1)) {
    return doubtful(
      'base url',
      `not set: tokens are issued under http://localhost:${port}, and an instance on another port refuses them`,
      sharedAddressAdvice,
    );
  }
  if (baseUrl !== null || mail === null || mail.transport === null) return checkBaseUrl(baseUrl, port);
  return doubtful(
    'base url',
    `not set: links in mails lead to http://localhost:${port}`,
    'set SVC_BASE_URL to the https:// address of this service',
  );
}

interface Settings<Options> {
  readonly options: Options | null;
  /** A finding for each invalid variable. */
  readonly issues: readonly Finding[];
}

/** @param elsewhere - paths of the settings whose issues another check reports. */
function settings<Options>(resolve: () => Options, elsewhere: readonly string[] = []): Settings<Options> {
  try {
    return { options: resolve(), issues: [] };
  } catch (error) {
    const fix = 'change it in .env or the environment';
    const lines = linesOfError(error instanceof ConfigError ? withoutPaths(error, elsewhere) : error);
    return { options: null, issues: lines.map((line) => broken('settings', line, fix)) };
  }
}

function withoutPaths({ issues }: ConfigError, paths: readonly string[]): ConfigError {
  return new ConfigError(issues.filter(({ path }) => !paths.includes(path)));
}
