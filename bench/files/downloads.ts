/**
 * Downloads beside sirv, which sends the same files from the same disk (docs/spec/uploads.md#promises):
 * processor time of the server for a response, the least of alternating rounds, and how many a second.
 *
 *   npm run build && node scripts/run.js bench/files/downloads.ts
 *   node scripts/run.js bench/files/downloads.ts --rounds 5 --seconds 1
 *   node scripts/run.js bench/files/downloads.ts --only range        # cases with this in their names
 *
 * sirv is installed into the folder of the run, which is removed at its end.
 */
import { deepStrictEqual } from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import type { LoadJob, LoadResult } from '../http/load.js';
import { cpuMicroseconds, endServers, type ServerProcess, startServer } from '../http/server-process.js';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
});

const config = `import { defineConfig } from 'svc';
const upload = { mimeTypes: ['application/pdf'], maxBytes: '2gb' };
const create = () => true;
export default defineConfig({
  auth: { secret: 'bench/downloads: 32 bytes and some more of them' },
  collections: [
    { slug: 'files', drafts: false, upload, fields: [], access: { create } },
    { slug: 'owned', drafts: false, upload, fields: [{ name: 'team', type: 'text', default: 'a' }],
      access: { create, read: () => ({ team: { equals: 'a' } }) } },
  ],
});
`;

const sirvServer = `import { createServer } from 'node:http';
import sirv from 'sirv';
const files = sirv('files', { maxAge: 3600, etag: true });
createServer((req, res) => files(req, res, () => res.writeHead(404).end())).listen(Number(process.env.PORT), '127.0.0.1');
`;

const sizes = { '1 KiB': 1024, '1 MiB': 1_048_576, '1 GiB': 1_073_741_824 } as const;

interface Case {
  readonly name: string;
  readonly size: keyof typeof sizes;
  readonly range?: string;
}

const allCases: readonly Case[] = [
  { name: '1 KiB', size: '1 KiB' },
  { name: '1 MiB', size: '1 MiB' },
  { name: '1 GiB', size: '1 GiB' },
  { name: 'range of 64 KiB of 1 GiB', size: '1 GiB', range: 'bytes=536870912-536936447' },
];

const root = join(import.meta.dirname, '../..');
mkdirSync(join(root, 'tmp'), { recursive: true });
const folder = mkdtempSync(join(root, 'tmp/bench-'));
const sirvFolder = join(folder, 'sirv');
try {
  await main();
} finally {
  endServers();
  rmSync(folder, { recursive: true, force: true });
}

async function main(): Promise<void> {
  const cases = allCases.filter(({ name }) => name.includes(values.only));
  const used = new Set(cases.map(({ size }) => size));
  await prepare(used);
  const service = await startServer({
    name: 'svc',
    cwd: folder,
    argv: () => ['dist/server.js'],
    env: { SVC_LOG_LEVEL: 'silent', SVC_RATE_LIMIT: 'off' },
    first: { path: '/health/ready' },
  });
  const other = await startServer({
    name: 'sirv',
    cwd: sirvFolder,
    argv: () => ['server.mjs'],
    first: { path: '/1.pdf' },
  });
  const paths = new Map<string, string>();
  for (const slug of ['files', 'owned'])
    for (const name of used) paths.set(`${slug} ${name}`, await upload(service, slug, sizes[name]));

  console.log(
    `Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}`,
  );
  for (const each of cases) await compare(each);

  async function compare({ name, size, range }: Case): Promise<void> {
    const headers = range === undefined ? {} : { Range: range };
    const contenders = [
      { label: 'sirv', server: other, path: `/${sizes[size]}.pdf` },
      { label: 'svc, open', server: service, path: paths.get(`files ${size}`) ?? '' },
      { label: 'svc, rule on rows', server: service, path: paths.get(`owned ${size}`) ?? '' },
    ];
    const expected = await lengthOf(other.url + (contenders[0]?.path ?? ''), headers);
    for (const { server, path } of contenders)
      deepStrictEqual(await lengthOf(server.url + path, headers), expected);
    const best = new Map<string, { cpu: number; rate: number }>();
    for (let round = 0; round < Number(values.rounds); round += 1)
      for (const { label, server, path } of contenders) {
        const before = cpuMicroseconds(server.pid);
        const { answers, failures, perSecond } = await load({
          url: server.url,
          connections: size === '1 GiB' && range === undefined ? 1 : 10,
          duration: Number(values.seconds),
          requests: [{ method: 'GET', path, headers }],
        });
        if (failures > 0) throw new Error(`${label}: ${failures} failures`);
        const cpu = (cpuMicroseconds(server.pid) - before) / answers;
        const known = best.get(label);
        best.set(label, {
          cpu: Math.min(cpu, known?.cpu ?? cpu),
          rate: Math.max(perSecond, known?.rate ?? perSecond),
        });
      }
    const reference = best.get('sirv');
    for (const [label, { cpu, rate }] of best)
      console.log(
        `${name.padEnd(26)}${label.padEnd(20)}${cpu.toFixed(0).padStart(9)} µs${rate.toFixed(1).padStart(10)}/s` +
          `  ${((reference?.cpu ?? 0) / cpu).toFixed(2)}x by processor time, ${(rate / (reference?.rate ?? 1)).toFixed(2)}x by rate`,
      );
  }
}

async function prepare(used: ReadonlySet<keyof typeof sizes>): Promise<void> {
  writeFileSync(join(folder, 'svc.config.ts'), config);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  execFileSync(process.execPath, [join(root, 'dist/bin/svc.js'), 'build'], { cwd: folder });
  mkdirSync(join(sirvFolder, 'files'), { recursive: true });
  writeFileSync(join(sirvFolder, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(join(sirvFolder, 'server.mjs'), sirvServer);
  await build({
    entryPoints: [join(import.meta.dirname, '../http/load.ts')],
    outfile: join(folder, 'load.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', 'sirv@3.0.2'], {
    cwd: sirvFolder,
  });
  for (const bytes of [...used].map((name) => sizes[name]))
    writeFileSync(join(sirvFolder, 'files', `${bytes}.pdf`), contentOf(bytes));
  writeFileSync(join(sirvFolder, 'files/1.pdf'), '%PDF-1.7');
}

function contentOf(bytes: number): Buffer {
  return Buffer.alloc(bytes, '%PDF-1.7 and so on. ');
}

async function upload(server: ServerProcess, slug: string, bytes: number): Promise<string> {
  const body = new FormData();
  body.set('file', new Blob([contentOf(bytes)], { type: 'application/pdf' }), 'a.pdf');
  const response = await fetch(`${server.url}/api/${slug}`, { method: 'POST', body });
  const document = (await response.json()) as { readonly url?: string; readonly error?: string };
  if (document.url === undefined) throw new Error(`${response.status} ${document.error}`);
  return document.url;
}

async function lengthOf(url: string, headers: Readonly<Record<string, string>>): Promise<readonly number[]> {
  const response = await fetch(url, { headers });
  let length = 0;
  for await (const chunk of response.body ?? []) length += (chunk as Uint8Array).length;
  return [response.status, length];
}

async function load(job: LoadJob): Promise<LoadResult> {
  const child = spawn(process.execPath, [join(folder, 'load.mjs')], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(job));
  return JSON.parse(await text(child.stdout)) as LoadResult;
}
