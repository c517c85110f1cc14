/**
 * The generated service of a config in this process, for programs that start many of them: emitted, bundled
 * and run by the built package, on a database of its own, with a clock that the program sets.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { emitAll } from '../../generator/emit/emit-all.js';
import { buildIr } from '../../generator/ir/build-ir.js';
import { readRouteSchemas } from '../../generator/load/route-schemas.js';
import type { DialectName } from '../../runtime/codegen/databases.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import type { createService } from '../../runtime/create-service.js';
import type { App } from '../../runtime/http/app.js';
import type { ServiceParts } from '../../runtime/service-parts.js';
import { keeper } from '../fuzz/fuzzed-server.js';
import { createSchema } from './tested-databases.js';

export interface GeneratedCode extends Omit<ServiceParts, 'config'> {
  /** The folder of the config. */
  readonly folder: string;
  /** Removes the emitted files. */
  remove(): void;
}

export interface GeneratedApp {
  readonly app: App;
  /** Milliseconds; it does not advance by itself. */
  readonly time: { now: number };
  /** Lines of level `error`. */
  readonly log: readonly string[];
  /** Stops it, and drops its database. */
  close(): Promise<void>;
}

interface Package {
  readonly createService: typeof createService;
}

const entry = `export { contract } from './generated/descriptors.js';
export { routes } from './generated/routes/index.js';
`;
const localEntry = `import { localClient } from './generated/local.js';
export const local = async () => localClient;
`;

/** Emits the code of a config into a folder of this repository, where its packages resolve, and loads it. */
export async function generateCode(root: string, config: ServiceConfig): Promise<GeneratedCode> {
  mkdirSync(join(root, 'tmp'), { recursive: true });
  const folder = mkdtempSync(join(root, 'tmp/generated-'));
  const output = join(folder, 'generated');
  const file = join(folder, 'svc.config.ts');
  const { schemas: routeSchemas } = await readRouteSchemas(config);
  const ir = buildIr({ config, file, docs: {}, routeSchemas }, { output, version: '0.0.0' });
  for (const { path, content } of emitAll(ir)) {
    mkdirSync(dirname(join(output, path)), { recursive: true });
    writeFileSync(join(output, path), content);
  }
  const users = config.auth ? `export { usersCreate as newUser } from './generated/validators.js';\n` : '';
  const local = existsSync(join(output, 'local.ts')) ? localEntry : '';
  writeFileSync(join(folder, 'entry.ts'), entry + users + local);
  const outfile = join(folder, 'entry.mjs');
  await build({
    entryPoints: [join(folder, 'entry.ts')],
    ...{ outfile, bundle: true, packages: 'external', platform: 'node', format: 'esm', target: 'node20' },
  });
  const loaded = (await import(pathToFileURL(outfile).href)) as Omit<ServiceParts, 'config' | 'openapi'>;
  return {
    ...loaded,
    folder,
    openapi: pathToFileURL(join(output, 'openapi.json')),
    admin: pathToFileURL(join(output, 'admin.json')),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Starts a service on a new database, with the account of the keeper and cheap password hashes. */
export async function startGenerated(
  root: string,
  config: ServiceConfig,
  { remove: _remove, folder: _folder, ...code }: GeneratedCode,
  database: DialectName,
): Promise<GeneratedApp> {
  const { createService: create } = (await import(
    pathToFileURL(join(root, 'dist/runtime/index.js')).href
  )) as Package;
  mkdirSync(join(root, 'tmp'), { recursive: true });
  const place = mkdtempSync(join(root, 'tmp/service-'));
  const schema = database === 'postgres' ? await createSchema(`generated_${process.pid}_${schemas++}`) : null;
  const time = { now: Date.UTC(2026, 0, 1) };
  const log: string[] = [];
  const app = create(
    { config, ...code },
    {
      env: {
        SVC_DATABASE_URL: schema?.url ?? `file:${join(place, 'data.db')}`,
        SVC_SESSIONS_URL: `file:${join(place, 'sessions.db')}`,
        SVC_BASE_URL: 'http://localhost:3000',
        SVC_LOG_LEVEL: 'error',
        SVC_RATE_LIMIT: 'off',
        SVC_ADMIN_EMAIL: keeper.email,
        SVC_ADMIN_PASSWORD: keeper.password,
      },
      logOutput: { write: (line) => void log.push(line) },
    },
    {
      clock: () => time.now,
      hashing: { memoryKiB: 64, timeCost: 2, parallelism: 1 },
      outboxFolder: join(place, 'outbox'),
    },
  );
  await app.ready();
  return {
    app,
    time,
    log,
    async close() {
      await app.close();
      rmSync(place, { recursive: true, force: true });
      await schema?.drop();
    },
  };
}

let schemas = 0;
