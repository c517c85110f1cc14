import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenAPIObject } from 'openapi3-ts/oas31';
import type { App } from '../../../runtime/http/app.js';
import { freePort } from '../../support/free-port.js';
import {
  fixtureFiles,
  generatedProject,
  ownGeneratedProject,
  type ProjectFiles,
} from '../../support/generated-project.js';
import { testDatabaseUrl } from '../../support/test-database.js';

/** A fixture whose dashboard is tested. */
export type Fixture =
  | 'blog'
  | 'website'
  | 'every-field'
  | 'access'
  | 'drafts'
  | 'minimal'
  | 'own-routes'
  | 'uploads'
  | 'content-tools'
  | 'layouts';

/** The built-in roles; the server has one user of each. */
export const roles = ['super_admin', 'admin', 'editor', 'author', 'customer', 'guest'] as const;

export type Role = (typeof roles)[number];

/** The password of every user. */
export const password = 'Correct-Horse-7-Battery';

export interface DashboardOptions {
  /**
   * Adds `auth` to fixtures without it (`website`, `every-field`, `drafts`). Default false: everything is
   * public.
   */
  readonly auth?: boolean;
  /** Source text of properties that override those of the config: `"admin: { name: 'Acme' }"`. */
  readonly config?: string;
  /** Import lines that `config` needs: `import { refuse } from 'svc';`. */
  readonly imports?: string;
  /** More files of the project, by path. */
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: NodeJS.ProcessEnv;
  /** Whether the test changes the project. Default false: others share its folder. */
  readonly ownFolder?: boolean;
  /** Whether there is a user of each role. False: no users yet, as on the first day. Default true. */
  readonly users?: boolean;
}

export interface DashboardUser {
  readonly id: string;
  readonly email: string;
  readonly role: string;
}

/**
 * A JSON response. Untyped, so that tests can read any property; a missing one is undefined and fails the
 * expectation.
 */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the responses of arbitrary endpoints have no type.
  readonly body: any;
}

/** Calls the API as one user, or anonymously: `api('POST', '/api/posts', { title: 'A' })`. */
export type Api = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<ApiAnswer>;

export interface DashboardServer {
  readonly app: App;
  /** `http://localhost:40123`, which is also the `baseUrl` of the service. */
  readonly url: string;
  /** The folder of the project: `svc.config.ts`, `generated/`. */
  readonly folder: string;
  /** The folder of this server's own data: `data.db`, `files/`. */
  readonly data: string;
  /** The environment of the server; `svc` commands in the folder need the same. */
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly openapi: OpenAPIObject;
  readonly hasAuth: boolean;
  /**
   * One user of each built-in role, `<role>@example.com`; empty without authentication or with
   * `users: false`.
   */
  readonly users: ReadonlyMap<string, DashboardUser>;
  /** Calls as the user of a role, or anonymously (null). Logs in on first use. Default `super_admin`. */
  api(role?: Role | null): Promise<Api>;
  /** Starts a new session for the user of a role. Returns its `Cookie` header. */
  session(role: Role): Promise<string>;
  /** Closes the server and removes its data. */
  close(): Promise<void>;
}

interface ServerModule {
  createApp(options: { readonly env: NodeJS.ProcessEnv }): App;
}

/**
 * Serves a generated fixture on a free port, on a new database. With authentication it has a user of each
 * role.
 */
export async function startDashboard(
  fixture: Fixture,
  options: DashboardOptions = {},
): Promise<DashboardServer> {
  const project = options.ownFolder ? ownGeneratedProject : generatedProject;
  const folder = await project(projectFiles(fixture, options));
  const output = join(folder, 'generated');
  const data = mkdtempSync(join(tmpdir(), 'svc-admin-'));
  const openapi = JSON.parse(readFileSync(join(output, 'openapi.json'), 'utf8')) as OpenAPIObject;
  const hasAuth = openapi.paths?.['/api/auth/login'] !== undefined;
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const { createApp } = (await import(join(output, 'server.ts'))) as ServerModule;
  const hasUsers = hasAuth && options.users !== false;
  const env: NodeJS.ProcessEnv = {
    SVC_DATABASE_URL: await testDatabaseUrl(join(data, 'data.db')),
    SVC_LOG_LEVEL: 'silent',
    SVC_BASE_URL: url,
    SVC_SECRET: 'tests/admin: 32 bytes and some more of them',
    SVC_RATE_LIMIT: 'off',
    SVC_STORAGE_URL: `file:${join(data, 'files')}`,
    ...(hasUsers && { SVC_ADMIN_EMAIL: emailOf('super_admin'), SVC_ADMIN_PASSWORD: password }),
    ...options.env,
  };
  const app = createApp({ env });
  await app.listen({ port, host: '127.0.0.1' });
  const session = (role: string): Promise<string> => logIn(url, emailOf(role));
  const known = new Map<string | null, Promise<Api>>();
  const api: DashboardServer['api'] = (role = hasAuth ? 'super_admin' : null) => {
    const made = known.get(role) ?? apiOf(url, role === null ? null : session(role));
    known.set(role, made);
    return made;
  };
  const users = hasUsers ? await addUsers(await api('super_admin')) : new Map<string, DashboardUser>();
  return {
    ...{ app, url, folder, data, env, openapi, hasAuth, users, api, session },
    async close() {
      await app.close();
      rmSync(data, { recursive: true, force: true });
      if (options.ownFolder) rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function emailOf(role: string): string {
  return `${role.replaceAll('_', '-')}@example.com`;
}

function projectFiles(
  fixture: Fixture,
  { auth = false, config, imports = '', files = {} }: DashboardOptions,
): ProjectFiles {
  const { 'svc.config.ts': source = '', ...others } = fixtureFiles(fixture);
  if (!auth && config === undefined) return { 'svc.config.ts': source, ...others, ...files };
  const more = [...(auth ? ["auth: { secret: process.env['SVC_SECRET'] }"] : []), config ?? ''];
  return {
    ...others,
    ...files,
    'fixture.config.ts': source,
    'svc.config.ts': `import { defineConfig } from 'svc';
${imports}
import fixture from './fixture.config.js';

export default defineConfig({ ...fixture, ${more.join(', ')} } as never);
`,
  };
}

async function addUsers(api: Api): Promise<ReadonlyMap<string, DashboardUser>> {
  const me = await api('GET', '/api/auth/me');
  const users = new Map<string, DashboardUser>([['super_admin', me.body.user as DashboardUser]]);
  for (const role of roles.filter((one) => one !== 'super_admin')) {
    const name = `${role.charAt(0).toUpperCase()}${role.slice(1)} Person`;
    const made = await api('POST', '/api/users', { email: emailOf(role), password, role, name });
    if (made.status !== 201) throw new Error(`POST /api/users: ${made.status} ${JSON.stringify(made.body)}`);
    users.set(role, made.body as DashboardUser);
  }
  return users;
}

async function logIn(url: string, email: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (response.status !== 200)
    throw new Error(`Login of ${email}: ${response.status} ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((line) => line.replace(/;.*/, ''))
    .join('; ');
}

async function apiOf(url: string, session: Promise<string> | null): Promise<Api> {
  const cookie = await session;
  return async function call(method, path, body, headers = {}) {
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(cookie !== null && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parsed(text) };
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
