/**
 * Kills a server with SIGKILL while files are uploaded (also directly), replaced, drafted, published,
 * deleted, trashed, restored and read. No file that was confirmed may be lost, none may be served in part,
 * and at the end, after the hours of the config, nothing may be left that no document names. In a bucket with
 * a public address, no file may be there of which the document is in the trash.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { createRandom } from '../fuzz/random.js';
import { startServer } from '../support/server-process.js';
import { svc } from '../support/svc-command.js';
import { createLoad } from './load.js';

export interface KillOptions {
  /** The folder of this package. */
  readonly root: string;
  /** Value of `SVC_STORAGE_URL`. */
  readonly storage: string;
  /** Value of `SVC_DATABASE_URL`. */
  readonly database: string;
  readonly kills: number;
  readonly seed: number;
}

export interface KillReport {
  readonly kills: number;
  /** Confirmed writes. */
  readonly writes: number;
  readonly reads: number;
  /** Documents that were there at the end. */
  readonly documents: number;
  readonly problems: readonly string[];
}

const config = `
import { defineConfig } from 'svc';
const upload = { mimeTypes: ['text/plain'] };
export default defineConfig({
  uploads: { stagingHours: 1, deleteAfterHours: 1, unfinished: 100000 },
  collections: [
    { slug: 'papers', drafts: false, upload, fields: [] },
    { slug: 'notes', versions: { max: 2 }, upload, fields: [] },
    { slug: 'leaves', drafts: false, trash: true, upload, fields: [] },
  ],
});
`;

export async function killFiles({ root, storage, database, kills, seed }: KillOptions): Promise<KillReport> {
  mkdirSync(join(root, 'tmp'), { recursive: true });
  const cwd = mkdtempSync(join(root, 'tmp/file-faults-'));
  const env = { SVC_DATABASE_URL: database, SVC_STORAGE_URL: storage, SVC_LOG_LEVEL: 'error' };
  try {
    writeFileSync(join(cwd, 'svc.config.ts'), config);
    const built = await svc(['build'], { cwd, env });
    if (built.code !== 0) throw new Error(built.stderr);
    const start = () => startServer(process.execPath, ['dist/server.js'], { cwd, env });
    const random = createRandom(seed);
    const load = createLoad(random);
    for (let kill = 0; kill < kills; kill += 1) {
      await using server = await start();
      await load.check(server.url);
      const stop = load.begin(server.url);
      // Some requests are confirmed, and others are on their way.
      await load.confirmed(1 + random.int(5));
      await pause(random.int(300));
      await server.end('SIGKILL');
      await stop();
    }
    const leaves = await (async () => {
      await using server = await start();
      await load.check(server.url);
      await load.checkAll(server.url);
      const found = await load.leaves(server.url);
      await server.end('SIGTERM');
      return found;
    })();
    const problems = [...load.problems];
    problems.push(...(await removeAfterHours(root, { cwd, env, leaves })));
    const checked = await svc(['media', 'check', '--checksums', '--json'], { cwd, env });
    if (checked.code !== 0) problems.push(`svc media check: ${checked.stdout}${checked.stderr}`);
    return { kills, ...load.counts(), problems };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** The parts of the package that work on the files of a project without a server. */
interface Parts {
  readonly openMedia: typeof import('../../runtime/cli/media/index.js').openMedia;
  readonly openFiles: typeof import('../../runtime/files/open-files.js').openFiles;
  readonly resolveFilesOptions: typeof import('../../runtime/config/files-options.js').resolveFilesOptions;
}

interface StoppedProject {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly leaves: { readonly kept: readonly string[]; readonly trashed: readonly string[] };
}

/**
 * Removes what is to be removed as if the hours of the config had passed. Returns what is wrong of the files
 * of documents in the trash.
 */
async function removeAfterHours(
  root: string,
  { cwd, env, leaves }: StoppedProject,
): Promise<readonly string[]> {
  const load = async (file: string): Promise<object> =>
    (await import(pathToFileURL(join(root, 'dist/runtime', file)).href)) as object;
  const { openMedia, openFiles, resolveFilesOptions } = {
    ...(await load('cli/media/index.js')),
    ...(await load('files/open-files.js')),
    ...(await load('config/files-options.js')),
  } as Parts;
  const upload = { mimeTypes: ['text/plain'] };
  const plain: ServiceConfig = {
    uploads: { stagingHours: 1, deleteAfterHours: 1 },
    collections: [
      { slug: 'papers', drafts: false, upload, fields: [] },
      { slug: 'notes', versions: { max: 2 }, upload, fields: [] },
      { slug: 'leaves', drafts: false, trash: true, upload, fields: [] },
    ],
  };
  const kept = new Map(Object.keys(env).map((name) => [name, process.env[name]]));
  Object.assign(process.env, env);
  const media = await openMedia({ config: plain, file: join(cwd, 'svc.config.ts') });
  try {
    const failures: unknown[] = [];
    const part = await openFiles({
      driver: media.driver,
      operations: { clock: () => Date.now() + 100 * 3_600_000 },
      logError: (fields) => failures.push(fields),
      files: resolveFilesOptions(plain, env, { auth: null, server: null }),
    });
    await part.work?.run();
    await part.work?.stop();
    if (failures.length > 0) throw new Error(JSON.stringify(failures));
    const isThere = async (id: string): Promise<boolean> =>
      (await media.places.get('')?.size(`leaves/${id}/original`)) !== null;
    const problems: string[] = [];
    for (const id of leaves.kept) if (!(await isThere(id))) problems.push(`${id} is not at its address`);
    if (media.publicPlaces.size > 0)
      for (const id of leaves.trashed) if (await isThere(id)) problems.push(`${id} is not hidden`);
    return problems;
  } finally {
    await media.close();
    // Another object instead of `process.env` would not reach `os.tmpdir` and others of the process.
    for (const [name, value] of kept) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}
