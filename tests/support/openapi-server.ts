import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenAPIObject } from 'openapi3-ts/oas31';
import type { Routes } from '../../runtime/http/api.js';
import type { App } from '../../runtime/http/app.js';
import { fixtureFiles, generatedProject } from './generated-project.js';
import { type AnswerChecker, createAnswerChecker } from './openapi-validator.js';
import { testDatabaseUrl } from './test-database.js';

export interface GeneratedServer {
  readonly app: App;
  /** The emitted `openapi.json`. */
  readonly openapi: OpenAPIObject;
  /** The emitted routing table. */
  readonly routes: Routes;
  readonly check: AnswerChecker;
  /** Calls the server in process, with a path or a URL. Checks every response. */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** The same with a JSON body. */
  readonly send: (
    method: string,
    path: string,
    body: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Response>;
  /** Closes the server and removes its data. */
  close(): Promise<void>;
}

interface ServerModule {
  createApp(options: { readonly env: NodeJS.ProcessEnv }): App;
}

const admin = { email: 'admin@example.com', password: 'Correct-Horse-7-Battery' };

/**
 * Generates a project (a fixture by its name, or the text of a config) and loads its server, on a new
 * database. With authentication, requests without a cookie get the session of a super_admin.
 */
export async function generatedServer(
  project: string | { readonly config: string },
  env: NodeJS.ProcessEnv = {},
): Promise<GeneratedServer> {
  const folder = await generatedProject(
    typeof project === 'string' ? fixtureFiles(project) : { 'svc.config.ts': project.config },
  );
  const output = join(folder, 'generated');
  const data = mkdtempSync(join(tmpdir(), 'svc-openapi-'));
  const server = (await import(join(output, 'server.ts'))) as ServerModule;
  const { routes } = (await import(join(output, 'routes/index.ts'))) as { readonly routes: Routes };
  const openapi = JSON.parse(readFileSync(join(output, 'openapi.json'), 'utf8')) as OpenAPIObject;
  const hasLogin = openapi.paths?.['/api/auth/login'] !== undefined;
  const app = server.createApp({
    env: {
      SVC_DATABASE_URL: await testDatabaseUrl(join(data, 'data.db')),
      SVC_SESSIONS_URL: `file:${join(data, 'sessions.db')}`,
      SVC_STORAGE_URL: `file:${join(data, 'files')}`,
      SVC_LOG_LEVEL: 'silent',
      // For projects with authentication.
      SVC_SECRET: 'tests/openapi-server: 32 bytes and some more of them',
      SVC_RATE_LIMIT: 'off',
      ...(hasLogin && {
        SVC_BASE_URL: 'http://localhost',
        SVC_ADMIN_EMAIL: admin.email,
        SVC_ADMIN_PASSWORD: admin.password,
      }),
      ...env,
    },
  });
  const check = createAnswerChecker(openapi);
  const cookie = hasLogin ? await logIn(app) : null;
  const checked = check.fetch((request) => {
    if (cookie !== null && !request.headers.has('cookie')) request.headers.set('cookie', cookie);
    return app.fetch(request);
  });
  const fetch: GeneratedServer['fetch'] = (path, init) => checked(new URL(path, 'http://localhost'), init);
  return {
    app,
    openapi,
    routes,
    check,
    fetch,
    send: (method, path, body, headers) =>
      fetch(path, {
        method,
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    async close() {
      await app.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Logs in as the first administrator and returns the session cookie. */
async function logIn(app: App): Promise<string> {
  const response = await app.fetch('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  const session = response.headers.getSetCookie().find((line) => line.startsWith('svc_session='));
  if (session === undefined) throw new Error(`The login answered ${response.status}.`);
  return session.replace(/;.*/, '');
}
