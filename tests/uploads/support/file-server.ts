/** A generated service with files, in this process, whose clock and background work the test controls. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Local } from '../../../runtime/config/local-types.js';
import type { ServiceConfig } from '../../../runtime/config/service-config.js';
import type { createService } from '../../../runtime/create-service.js';
import type { FileStorage } from '../../../runtime/files/storage/file-storage.js';
import type { App } from '../../../runtime/http/app.js';
import type { OpenStore } from '../../../runtime/http/routing/store-holder.js';
import { packageRoot } from '../../../runtime/util/package-root.js';
import type { RemoteNetwork } from '../../../runtime/util/remote-network.js';
import { keysOf } from '../../conformance/file-storage.js';
import type { Body } from '../../contract/support/exam.js';
import { generateCode } from '../../support/generated-app.js';
import { testDatabaseUrl } from '../../support/test-database.js';
import { emptyPlaceOf, openPlaceOf, placeOf } from '../../support/test-storage.js';

/** The public address of the server. */
const base = 'http://localhost:3000';

export const keeper = { email: 'keeper@example.com', password: 'Correct-Horse-7-Battery' };

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined where it is no JSON. */
  readonly body: Body;
}

export interface FileServer {
  /** Milliseconds; it does not advance by itself. */
  readonly time: { now: number };
  send(method: string, path: string, init?: RequestInit): Promise<Reply>;
  /** `app.fetch`. */
  readonly fetch: App['fetch'];
  /** Logs the administrator in: the cookies of a session. */
  cookies(): Promise<string>;
  /** Does what the removal of files has to do now, in all instances at once. */
  removeFiles(): Promise<void>;
  /** Ends it, and starts it again with another config, on the same database and files. */
  restart(config: ServiceConfig): Promise<void>;
  /** The service as a middleware. */
  readonly app: App;
  /** Serves it on a port, and returns the address. */
  listen(): Promise<string>;
  /** Serves it by another instance, with the same database and files, and returns the address. */
  listenAgain(): Promise<string>;
  /** `app.local`. */
  readonly local: Local;
  /** The database, for `openTestDriver`. */
  readonly databasePath: string;
  /** The lines of the log. */
  readonly log: readonly string[];
  /** Where files are, unless the config has another place. */
  readonly storage: FileStorage;
  /** The keys of what is stored there. */
  stored(): Promise<readonly string[]>;
}

interface Package {
  readonly createService: typeof createService;
}

export interface FileServerOptions {
  readonly logLevel?: string;
  /** Where files of other servers are fetched from. */
  readonly network?: RemoteNetwork;
  /** Takes what stops the server. Default: it runs at the end of the test. */
  readonly whenDone?: (stop: () => Promise<void>) => void;
  /** Starts one instance in spite of `SVC_TEST_INSTANCES`, for what each instance has for itself. */
  readonly alone?: boolean;
}

/**
 * Starts a service of the config, with files in a folder of its own unless the config has another place. With
 * `SVC_TEST_INSTANCES=2` a second instance runs beside it, and the calls of `send` and `fetch` alternate.
 */
export async function startFileServer(
  given: ServiceConfig,
  { logLevel = 'silent', network, whenDone = onTestFinished, alone = false }: FileServerOptions = {},
): Promise<FileServer> {
  const log: string[] = [];
  mkdirSync(join(packageRoot, 'tmp'), { recursive: true });
  const folder = mkdtempSync(join(packageRoot, 'tmp/files-'));
  const files = join(folder, 'files');
  const storage = await openPlaceOf(files);
  let config: ServiceConfig = { storage: placeOf(files), ...given };
  let { remove, folder: _code, ...code } = await generateCode(packageRoot, config);
  const built = pathToFileURL(join(packageRoot, 'dist/runtime/index.js')).href;
  const { createService: create } = (await import(built)) as Package;
  const time = { now: Date.UTC(2026, 0, 1) };
  let stores: OpenStore[] = [];
  const databasePath = join(folder, 'data.db');
  const env = {
    SVC_DATABASE_URL: await testDatabaseUrl(databasePath),
    SVC_SESSIONS_URL: `file:${join(folder, 'sessions.db')}`,
    SVC_BASE_URL: base,
    SVC_LOG_LEVEL: logLevel,
    SVC_RATE_LIMIT: 'off',
    SVC_ADMIN_EMAIL: keeper.email,
    SVC_ADMIN_PASSWORD: keeper.password,
  };
  const instance = (): ReturnType<typeof createService> =>
    create(
      { config, ...code },
      { env, logOutput: { write: (line) => void log.push(line) } },
      {
        clock: () => time.now,
        ...(network && { network }),
        hashing: { memoryKiB: 64, timeCost: 2, parallelism: 1 },
        outboxFolder: join(folder, 'outbox'),
        opened: (store) => void stores.push(store),
      },
    );
  const count = process.env['SVC_TEST_INSTANCES'] === '2' && !alone ? 2 : 1;
  const apps: App[] = [];
  async function start(): Promise<App> {
    for (let index = 0; index < count; index += 1) {
      apps[index] = instance();
      // The first one makes the tables.
      await apps[index]?.ready();
    }
    return apps[0] as App;
  }
  const end = (): Promise<unknown> => Promise.all(apps.map((each) => each.close()));
  let app = await start();
  let calls = 0;
  const fetched: App['fetch'] = (...call) => {
    calls += 1;
    return (apps[calls % apps.length] ?? app).fetch(...call);
  };
  whenDone(async () => {
    await end();
    remove();
    await emptyPlaceOf(files);
    rmSync(folder, { recursive: true, force: true });
  });

  async function send(method: string, path: string, init: RequestInit = {}): Promise<Reply> {
    // Addresses in documents are absolute.
    const url = path.startsWith(base) ? path : `${base}${path}`;
    const response = await fetched(url, { method, ...init });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : undefined,
    };
  }

  return {
    listen: async () => (await app.listen({ port: 0 })).url,
    fetch: fetched,
    async restart(changed) {
      await end();
      remove();
      stores = [];
      config = { storage: placeOf(files), ...changed };
      ({ remove, folder: _code, ...code } = await generateCode(packageRoot, config));
      app = await start();
    },
    async listenAgain() {
      const other = instance();
      whenDone(() => other.close().then(() => undefined));
      return (await other.listen({ port: 0 })).url;
    },
    get app() {
      return app;
    },
    get local() {
      return app.local;
    },
    databasePath,
    log,
    time,
    send,
    async cookies() {
      const { headers, status, text } = await send('POST', '/api/auth/login', {
        body: JSON.stringify(keeper),
        headers: { 'content-type': 'application/json' },
      });
      if (status !== 200) throw new Error(text);
      return headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ');
    },
    async removeFiles() {
      await Promise.all(stores.map(({ parts }) => parts?.get('files')?.work?.run()));
    },
    storage,
    stored: () => keysOf(storage),
  };
}

/** A form with a file, and the data of its document. */
export function fileForm(text: string, data?: object): FormData {
  const form = new FormData();
  if (data !== undefined) form.append('data', JSON.stringify(data));
  form.append('file', new Blob([text], { type: 'text/plain' }), 'a.txt');
  return form;
}
