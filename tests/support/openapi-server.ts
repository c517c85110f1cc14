import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIObject } from 'openapi3-ts/oas31';
import { generate } from '../../generator/generate.js';
import type { Routes } from '../../runtime/http/api.js';
import type { App } from '../../runtime/http/app.js';
import { packageRoot } from '../../runtime/util/package-root.js';
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
  /** Closes the server and removes its folder. */
  close(): Promise<void>;
}

interface ServerModule {
  createApp(options: { readonly env: NodeJS.ProcessEnv }): App;
}

const admin = { email: 'admin@example.com', password: 'Correct-Horse-7-Battery' };

/**
 * Generates a project (a fixture by its name, or the text of a config) into a folder of this repository and
 * loads its server, on a new database. With authentication, requests without a cookie get the session of a
 * super_admin.
 */
export async function generatedServer(
  project: string | { readonly config: string },
  env: NodeJS.ProcessEnv = {},
): Promise<GeneratedServer> {
  const folder = scratchFolder();
  if (typeof project === 'string')
    cpSync(join(packageRoot, 'fixtures', project), folder, { recursive: true });
  else writeFileSync(join(folder, 'svc.config.ts'), project.config);
  const { output } = await generate({ cwd: folder });
  const server = (await import(join(output, 'server.ts'))) as ServerModule;
  const { routes } = (await import(join(output, 'routes/index.ts'))) as { readonly routes: Routes };
  const openapi = JSON.parse(readFileSync(join(output, 'openapi.json'), 'utf8')) as OpenAPIObject;
  const hasLogin = openapi.paths?.['/api/auth/login'] !== undefined;
  const app = server.createApp({
    env: {
      SVC_DATABASE_URL: await testDatabaseUrl(join(folder, 'data.db')),
      SVC_SESSIONS_URL: `file:${join(folder, 'sessions.db')}`,
      SVC_STORAGE_URL: `file:${join(folder, 'files')}`,
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
      rmSync(folder, { recursive: true, force: true });
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

/** Inside the repository, so that the generated code resolves its packages. */
function scratchFolder(): string {
  mkdirSync(join(packageRoot, 'tmp'), { recursive: true });
  return mkdtempSync(join(packageRoot, 'tmp/openapi-'));
}
