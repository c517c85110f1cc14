import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const dist = join(import.meta.dirname, '../../../dist');

/** A service in its own process, for tests of signals, ports and exit codes. */
export interface Program {
  readonly folder: string;
  readonly process: ChildProcess;
  /** Everything written to stdout and stderr so far. */
  readonly stdout: string;
  readonly stderr: string;
  /** Resolves with the URL that it prints. */
  url(): Promise<string>;
  /** Resolves with its exit code, or the signal that ended it. */
  exit(): Promise<number | NodeJS.Signals | null>;
}

export interface ProgramOptions {
  /** The config, as JavaScript. */
  readonly config?: string;
  /** The config that the contract is derived from, if it differs from `config`. */
  readonly generatedFrom?: string;
  /** The versions that the generated code says it fits. */
  readonly fits?: string;
  /** Statements that run before the service is created. */
  readonly before?: string;
  /** The options of `serve`. */
  readonly serveOptions?: string;
  /** Statements that use `app` without listening, in the place of `serve`. */
  readonly script?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly folder?: string;
}

const oneCollection = `{ collections: [{ slug: 'notes', drafts: false, fields: [{ name: 'title', type: 'text' }] }] }`;
const folders: string[] = [];
const children: ChildProcess[] = [];

/** Starts a program on a free port, in a new folder. */
export function startProgram(options: ProgramOptions = {}): Program {
  const folder = options.folder ?? newFolder();
  const file = join(folder, 'server.mjs');
  writeFileSync(file, source(options));
  const child = spawn(process.execPath, [...(options.args ?? []), file], {
    cwd: folder,
    env: { PATH: process.env['PATH'], PORT: '0', HOST: '127.0.0.1', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    output.stdout += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output.stderr += chunk;
  });
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal));
  });

  async function url(): Promise<string> {
    const printed = new Promise<string>((resolve) => {
      function look(): void {
        const found = /http:\/\/[^\s"]+/.exec(output.stdout)?.[0];
        if (found !== undefined) resolve(found);
      }
      child.stdout.on('data', look);
      look();
    });
    return Promise.race([
      printed,
      ended.then((code) => {
        throw new Error(`The program ended with ${code}: ${output.stderr}`);
      }),
    ]);
  }

  return {
    folder,
    process: child,
    get stdout() {
      return output.stdout;
    },
    get stderr() {
      return output.stderr;
    },
    url,
    exit: () => ended,
  };
}

/** Creates a folder that {@link stopPrograms} removes. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-http-'));
  folders.push(folder);
  return folder;
}

/** Ends the programs of a test that still run, and removes their folders. */
export function stopPrograms(): void {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

function source({
  config = oneCollection,
  generatedFrom = config,
  before = '',
  fits,
  serveOptions = '{}',
  script,
}: ProgramOptions): string {
  const from = (path: string): string => JSON.stringify(pathToFileURL(join(dist, path)).href);
  return `
import { bulkDocuments, createService, createDocument, deleteDocument, listDocuments, readDocument, serve, updateDocument } from ${from('runtime/index.js')};
import { describeConfig } from ${from('runtime/codegen/describe-config.js')};
${before}
const config = ${config};
const contract = describeConfig(${generatedFrom});
const anything = { safeParse: (data) => ({ success: true, data }) };
const routes = Object.assign({}, ...contract.collections.map((collection) => ({
  ['/api/' + collection.slug]: { GET: listDocuments(collection), POST: createDocument(collection, anything) },
  ['/api/' + collection.slug + '/bulk']: { POST: bulkDocuments(collection, anything, anything) },
  ['/api/' + collection.slug + '/:id']: { GET: readDocument(collection), PATCH: updateDocument(collection, anything), DELETE: deleteDocument(collection) },
})));
const app = createService({ config, contract, routes, openapi: new URL(import.meta.url), fits: ${JSON.stringify(fits)} });
${script ?? `await serve(app, ${serveOptions});`}
`;
}
