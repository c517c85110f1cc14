/**
 * A service with `auth` on a port, in its own folder, with an administrator; removed when the test ends. It
 * runs the sources, so that tests can set the clock and use cheap hashes.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { AuthServices } from '../../runtime/auth/auth-services.js';
import type { UserRecord } from '../../runtime/auth/users/user-store.js';
import { describeConfig } from '../../runtime/codegen/describe-config.js';
import type { ContractDescriptor, DocumentDescriptor } from '../../runtime/codegen/descriptors.js';
import { type AuthConfig, redisSessions } from '../../runtime/config/auth-config.js';
import { postgres, postgresSessions } from '../../runtime/config/database-config.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { createService } from '../../runtime/create-service.js';
import type { Validator } from '../../runtime/documents/operation.js';
import type { Routes } from '../../runtime/http/api.js';
import type { App } from '../../runtime/http/app.js';
import { createUser } from '../../runtime/http/auth-routes/users/create-user.js';
import { deleteUser } from '../../runtime/http/auth-routes/users/delete-user.js';
import { listUsers, queryUsers, readUser } from '../../runtime/http/auth-routes/users/read-users.js';
import { updateUser } from '../../runtime/http/auth-routes/users/update-user.js';
import {
  createDocument,
  deleteDocument,
  listDocuments,
  queryDocuments,
  readDocument,
  updateDocument,
} from '../../runtime/http/handlers/document-handlers.js';
import { discardDraft, unpublishDocument } from '../../runtime/http/handlers/draft-handlers.js';
import { bulkDocuments } from '../../runtime/http/handlers/many/many-handlers.js';
import { createPreviewToken } from '../../runtime/http/handlers/preview/preview-handlers.js';
import { emptyTrash, restoreDocument } from '../../runtime/http/handlers/trash/trash-handlers.js';
import { listVersions, readVersion, restoreVersion } from '../../runtime/http/handlers/version-handlers.js';
import type { LocalClient } from '../../runtime/http/local/local-client.js';
import type { OpenStore } from '../../runtime/http/routing/store-holder.js';
import type { ReplicaBounds } from '../../runtime/open-replica-router.js';
import { cancelSchedule, publishDocument, readSchedule } from '../../runtime/schedule/handlers.js';
import type { ServiceParts } from '../../runtime/service-parts.js';
import { connect } from '../../templates/sdk/client.js';
import { SvcError } from '../../templates/sdk/errors.js';
import { trashOf } from '../../templates/sdk/trash/index.js';
import { importValidators, irOf, irWithRoutes } from './emitted.js';
import { openApiText } from './openapi-fixture.js';
import { type AnswerChecker, createAnswerChecker, type SentRequest } from './openapi-validator.js';
import { removeKeys, schemaOf } from './services.js';
import { testDatabaseUrl } from './test-database.js';

/**
 * A parsed response. Untyped, so that tests can read any property; a missing one is undefined and fails the
 * expectation.
 */
// biome-ignore lint/suspicious/noExplicitAny: the responses of arbitrary endpoints have no type.
export type Answered = any;

export interface AuthServerOptions {
  /** Merged over a config with the collection `posts`. */
  readonly config?: Partial<ServiceConfig>;
  /** Merged over an `auth` config with a secret. */
  readonly auth?: Partial<AuthConfig>;
  readonly env?: NodeJS.ProcessEnv;
  /** Default `http://localhost:3000`. With https, cookies have other names. */
  readonly baseUrl?: string;
  readonly moreRoutes?: Routes;
  /** Max lag of replicas. Default: as in production. */
  readonly replicas?: ReplicaBounds;
  /** Makes this server another instance of that service, with its databases and its clock. */
  readonly beside?: AuthServer;
  /** Starts one instance regardless of `SVC_TEST_INSTANCES`, for tests that access its process. */
  readonly alone?: boolean;
}

export interface ReceivedMail {
  readonly to: { readonly address: string };
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

export interface AuthServer {
  readonly app: App;
  /** The folder of its databases. */
  readonly folder: string;
  /** `http://127.0.0.1:40123` */
  readonly url: string;
  readonly services: AuthServices;
  /** The store that the endpoints use. */
  readonly store: OpenStore;
  /** The time of the service; it does not advance by itself. */
  readonly time: { now: number };
  /** The log lines so far. */
  readonly log: readonly string[];
  /** Throws on a response that the service's OpenAPI document does not declare. */
  readonly check: AnswerCheck;
  /** Returns a client with its own cookie jar. */
  client(): AuthClient;
  /** Returns a client with a session. Default: a session of the administrator. */
  signedIn(email?: string, options?: { readonly remember?: boolean }): Promise<AuthClient>;
  /** Adds a user with {@link password}, verified by default. */
  addUser(email: string, user?: { readonly role?: string; readonly verified?: boolean }): Promise<UserRecord>;
  /** Sends all queued mails, and returns every mail sent so far. */
  mails(): Promise<readonly ReceivedMail[]>;
}

export interface Sent {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, or the text if it is not JSON. */
  readonly body: Answered;
  /** `Set-Cookie` lines. */
  readonly cookies: readonly string[];
}

export interface AuthClient {
  /** Cookies by name. */
  readonly jar: Map<string, string>;
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Sent>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Sent>;
  post(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Sent>;
  delete(path: string, headers?: Readonly<Record<string, string>>): Promise<Sent>;
}

export const adminEmail = 'admin@example.com';
/** The password of every user of these servers. */
export const password = 'Correct-Horse-7-Battery';
export const secret = 'tests/auth-server: 32 bytes and some more of them';
export const minute = 60_000;
export const hour: number = 60 * minute;
export const day: number = 24 * hour;

const posts: ServiceConfig = {
  collections: [{ slug: 'posts', drafts: false, fields: [{ name: 'title', type: 'text' }] }],
};

/**
 * Starts a server. `SVC_TEST_SESSIONS` (`redis`, `postgres`) selects the session store. With
 * `SVC_TEST_INSTANCES=2` a second instance runs next to the server, and the requests of its clients alternate
 * between the two.
 */
export async function startAuthServer(options: AuthServerOptions = {}): Promise<AuthServer> {
  const received: ReceivedMail[] = [];
  const server = await startInstance(options, received);
  const isAlone = options.alone === true || options.beside !== undefined;
  if (process.env['SVC_TEST_INSTANCES'] !== '2' || isAlone) return server;
  const other = await startInstance({ ...options, beside: server }, received);
  return alternating(server, other);
}

async function startInstance(options: AuthServerOptions, received: ReceivedMail[]): Promise<AuthServer> {
  const { beside } = options;
  const folder = beside?.folder ?? mkdtempSync(join(tmpdir(), 'svc-auth-'));
  const time = beside?.time ?? { now: Date.UTC(2026, 10, 21) };
  const log: string[] = [];
  const config: ServiceConfig = {
    ...posts,
    email: { transport: { sendMail: async (mail) => void received.push(mail) } },
    ...options.config,
    auth: { secret, ...(await sessionsIn(folder, beside)), ...options.auth },
  };
  const services: { of?: AuthServices; store?: OpenStore } = {};
  const app = createService(
    { config, ...(await partsOf(config, options.moreRoutes ?? {})), openapi: new URL(import.meta.url) },
    {
      env: {
        SVC_DATABASE_URL: await testDatabaseUrl(join(folder, 'data.db')),
        SVC_BASE_URL: options.baseUrl ?? 'http://localhost:3000',
        SVC_ADMIN_EMAIL: adminEmail,
        SVC_ADMIN_PASSWORD: password,
        ...options.env,
      },
      logOutput: { write: (line) => void log.push(line) },
    },
    {
      clock: () => time.now,
      hashing: { memoryKiB: 64, timeCost: 2, parallelism: 1 },
      outboxFolder: join(folder, 'outbox'),
      ...(options.replicas && { replicas: options.replicas }),
      opened: (store) => {
        services.store = store;
        if (store.authentication) services.of = store.authentication.services;
      },
    },
  );
  onTestFinished(async () => {
    await app.close();
    if (beside === undefined) rmSync(folder, { recursive: true, force: true });
  });
  const { port } = await app.listen({ port: 0, host: '127.0.0.1' });
  if (services.of === undefined || services.store === undefined) {
    throw new Error('The service has no authentication.');
  }
  return serverOf({
    app,
    folder,
    url: `http://127.0.0.1:${port}`,
    services: services.of,
    store: services.store,
    time,
    log,
    received,
    check: createAnswerChecker(openApiText(await irWithRoutes(config))),
    beside: Object.keys(options.moreRoutes ?? {}),
  });
}

/** The session store of a server. Servers with the same folder share it. */
async function sessionsIn(
  folder: string,
  beside: AuthServer | undefined,
): Promise<Pick<AuthConfig, 'sessions'>> {
  const kind = process.env['SVC_TEST_SESSIONS'];
  if (kind === 'redis') {
    const url = serviceAddress('SVC_TEST_REDIS_URL');
    const prefix = `svc-test:${basename(folder)}:`;
    if (beside === undefined) onTestFinished(() => removeKeys(url, prefix));
    return { sessions: redisSessions({ url, prefix }) };
  }
  if (kind !== 'postgres') return {};
  const { url, drop } = await schemaOf(serviceAddress('SVC_TEST_POSTGRES_URL'), basename(folder));
  if (beside === undefined) onTestFinished(drop);
  return { sessions: postgresSessions({ db: postgres({ url, pool: { max: 2 } }) }) };
}

function serviceAddress(variable: string): string {
  const url = process.env[variable];
  if (!url) throw new Error(`SVC_TEST_SESSIONS needs ${variable}.`);
  return url;
}

function alternating(server: AuthServer, other: AuthServer): AuthServer {
  const urls = [server.url, other.url];
  return {
    ...server,
    client: () => createClient(urls, server.check),
    signedIn: (email, options) => signIn(createClient(urls, server.check), email, options),
    async mails() {
      await other.mails();
      return server.mails();
    },
  };
}

interface StartedParts
  extends Pick<AuthServer, 'app' | 'folder' | 'url' | 'services' | 'store' | 'time' | 'log'> {
  readonly received: readonly ReceivedMail[];
  readonly check: AnswerChecker;
  /** Paths that are not in the OpenAPI document. */
  readonly beside: readonly string[];
}

function serverOf({ received, check, beside, ...server }: StartedParts): AuthServer {
  const { services, url } = server;
  const declared: AnswerCheck = async (request, response) => {
    if (isDocumented(request.url) && !beside.includes(request.url)) await check(request, response);
  };

  return {
    ...server,
    check: declared,
    client: () => createClient([url], declared),
    signedIn: (email, options) => signIn(createClient([url], declared), email, options),
    async addUser(email, { role = 'customer', verified = true } = {}) {
      const passwordHash = await services.passwords.hash(password);
      return services.driver.transaction((connection) =>
        services.users.insert(connection, { email, name: null, role, emailVerified: verified, passwordHash }),
      );
    },
    async mails() {
      await services.mail.flush();
      return received;
    },
  };
}

async function signIn(
  client: AuthClient,
  email: string = adminEmail,
  { remember = true }: { readonly remember?: boolean } = {},
): Promise<AuthClient> {
  const { status, body } = await client.post('/api/auth/login', { email, password, remember });
  if (status !== 200) throw new Error(`Login of ${email}: ${status} ${JSON.stringify(body)}`);
  return client;
}

type AnswerCheck = (request: SentRequest, response: Response) => Promise<void>;

function isDocumented(path: string): boolean {
  return /^\/(api|health)(\/|$)/.test(path);
}

/** A client whose requests go to the addresses in turn. The OpenAPI document must declare every response. */
function createClient(urls: readonly string[], check: AnswerCheck): AuthClient {
  const jar = new Map<string, string>();
  let requests = 0;

  const send: AuthClient['send'] = async (method, path, body, headers = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const url = urls[requests++ % urls.length];
    const sent = {
      method,
      headers: {
        ...(cookie !== '' && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    };
    const response = await fetch(`${url}${path}`, { ...sent, redirect: 'manual' });
    await check({ ...sent, url: path }, response);
    const cookies = response.headers.getSetCookie();
    for (const line of cookies) keep(jar, line);
    return {
      status: response.status,
      headers: response.headers,
      body: parsed(await response.text()),
      cookies,
    };
  };
  return {
    jar,
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    delete: (path, headers) => send('DELETE', path, undefined, headers),
  };
}

function keep(jar: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  if (/;\s*Max-Age=0/i.test(line)) jar.delete(name);
  else jar.set(name, value);
}

function parsed(text: string): Answered {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const documentHandlers = {
  list: listDocuments,
  query: queryDocuments,
  create: createDocument,
  read: readDocument,
  update: updateDocument,
  delete: deleteDocument,
};

const userHandlers = {
  list: listUsers,
  query: queryUsers,
  create: createUser,
  read: readUser,
  update: updateUser,
  delete: deleteUser,
};

/** What the generator emits for a config, connected in memory. */
async function partsOf(
  config: ServiceConfig,
  moreRoutes: Routes,
): Promise<Pick<ServiceParts, 'contract' | 'routes' | 'newUser' | 'local'>> {
  const contract = describeConfig(config);
  const ir = irOf(config);
  const validators = await importValidators(ir);
  const stems = new Map(
    [...ir.collections, ...ir.globals].map(({ descriptor, names }) => [
      `${descriptor.kind} ${descriptor.slug}`,
      names.constant,
    ]),
  );
  const validator = (kind: string, slug: string, mode: string): Validator => {
    const found = validators[`${stems.get(`${kind} ${slug}`)}${mode}`];
    if (found === undefined) throw new Error(`There is no validator of ${slug}.`);
    return found;
  };
  const routes: Record<string, Routes[string]> = { ...moreRoutes };
  for (const collection of contract.collections) {
    const { kind, slug, builtIn } = collection;
    const handlers = builtIn === 'users' ? userHandlers : documentHandlers;
    routes[`/api/${slug}`] = {
      GET: handlers.list(collection),
      POST: collection.drafts
        ? createDocument(collection, validator(kind, slug, 'Create'), validator(kind, slug, 'Draft'))
        : handlers.create(collection, validator(kind, slug, 'Create')),
    };
    routes[`/api/${slug}/query`] = { POST: handlers.query(collection) };
    if (builtIn !== 'users') {
      routes[`/api/${slug}/bulk`] = {
        POST: bulkDocuments(
          collection,
          validator(kind, slug, 'Create'),
          validator(kind, slug, 'Update'),
          ...(collection.drafts ? ([validator(kind, slug, 'Draft')] as const) : []),
        ),
      };
    }
    routes[`/api/${slug}/:id`] = {
      GET: handlers.read(collection),
      PATCH: collection.drafts
        ? updateDocument(collection, validator(kind, slug, 'Update'), validator(kind, slug, 'Draft'))
        : handlers.update(collection, validator(kind, slug, 'Update')),
      DELETE: handlers.delete(collection),
    };
    if (collection.trash) {
      const mode = (name: string): Validator => validator(kind, slug, name);
      const drafts = collection.drafts ? ([mode('Draft')] as const) : [];
      routes[`/api/${slug}/:id/restore`] = { POST: restoreDocument(collection, mode('Update'), ...drafts) };
      routes[`/api/${slug}/trash/empty`] = { POST: emptyTrash(collection) };
    }
    if (collection.versions) {
      const mode = collection.drafts ? 'Draft' : 'Update';
      Object.assign(routes, versionRoutes(`/api/${slug}/:id`, collection, validator(kind, slug, mode)));
    }
    if (collection.drafts) {
      Object.assign(routes, draftRoutes(`/api/${slug}/:id`, collection, validator(kind, slug, 'Update')));
    }
  }
  for (const one of contract.globals) {
    routes[`/api/globals/${one.slug}`] = {
      GET: readDocument(one),
      PATCH: one.drafts
        ? updateDocument(one, validator(one.kind, one.slug, 'Update'), validator(one.kind, one.slug, 'Draft'))
        : updateDocument(one, validator(one.kind, one.slug, 'Update')),
    };
    if (one.versions) {
      const check = validator(one.kind, one.slug, one.drafts ? 'Draft' : 'Update');
      Object.assign(routes, versionRoutes(`/api/globals/${one.slug}`, one, check));
    }
    if (one.drafts) {
      Object.assign(
        routes,
        draftRoutes(`/api/globals/${one.slug}`, one, validator(one.kind, one.slug, 'Update')),
      );
    }
  }
  return {
    contract,
    routes,
    newUser: validator('collection', 'users', 'Create'),
    local: async () => localClient(contract),
  };
}

/** What the generator emits as `local.ts`. */
function localClient({ hash, collections, globals }: ContractDescriptor): LocalClient {
  const drafted = new Set([
    ...collections.flatMap(({ slug, drafts }) => (drafts ? [slug] : [])),
    ...globals.flatMap(({ slug, drafts }) => (drafts ? [`globals/${slug}`] : [])),
  ]);
  const client = {
    hash,
    pathOf: (name: string) => name.replace(/[A-Z]/g, '-$&').toLowerCase(),
    hasDrafts: (path: string) => drafted.has(path),
  };
  const trashed = collections.flatMap(({ slug, trash }) => (trash === undefined ? [] : [slug]));
  return {
    connect: (send) => connect(client, { baseUrl: '' }, send, trashOf(client, trashed)(send)),
    SvcError,
  };
}

function draftRoutes(path: string, document: DocumentDescriptor, validator: Validator): Routes {
  return {
    [`${path}/publish`]: { POST: publishDocument(document, validator) },
    [`${path}/unpublish`]: { POST: unpublishDocument(document) },
    [`${path}/draft`]: { DELETE: discardDraft(document) },
    [`${path}/preview-token`]: { POST: createPreviewToken(document) },
    [`${path}/schedule`]: { GET: readSchedule(document), DELETE: cancelSchedule(document) },
  };
}

function versionRoutes(path: string, document: DocumentDescriptor, validator: Validator): Routes {
  return {
    [`${path}/versions`]: { GET: listVersions(document) },
    [`${path}/versions/:versionId`]: { GET: readVersion(document) },
    [`${path}/versions/:versionId/restore`]: { POST: restoreVersion(document, validator) },
  };
}
