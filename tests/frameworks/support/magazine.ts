/** A service with one document, its SDK written by `svc generate`, and the frontend tools. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { type ServerProcess, startServer } from '../../support/server-process.js';
import {
  projectFolder,
  run,
  svc,
  type TemporaryFolder,
  temporaryFolder,
  writeFiles,
} from '../../support/svc-command.js';

const config = `import { defineConfig } from 'svc';
export default defineConfig({
  name: 'Magazine',
  collections: [{ slug: 'posts', drafts: false, fields: [{ name: 'title', type: 'text', required: true }] }],
});
`;

/**
 * Exact versions, so that a new version of a tool is tested when it is listed here, not when it is released.
 */
const tools = [
  ...['next@16.4.6', 'react@19.3.1', 'react-dom@19.3.1', '@types/react@19.3.0', '@types/node@22.20.5'],
  ...[
    'typescript@5.9.3',
    'vite@8.3.8',
    'vitest@4.1.12',
    'jest@30.5.2',
    'metro@0.87.1',
    '@babel/preset-env@7.29.14',
  ],
  ...['deno@2.9.6', 'bun@1.4.5', `node-${process.platform}-${process.arch}@24`],
];

export const title = 'Violets in the tram';

export interface Magazine extends AsyncDisposable {
  readonly url: string;
  /** Creates a folder below the tools with these files and the SDK in `generated/sdk`. */
  frontend(name: string, files: Readonly<Record<string, string>>): string;
  /** The path of a file of a tool. */
  tool(path: string): string;
}

/** Installs the tools, generates the SDK, then builds and serves the service. */
export async function openMagazine(): Promise<Magazine> {
  const service = projectFolder({ 'svc.config.ts': config });
  const frontends = temporaryFolder({ 'package.json': '{ "private": true, "type": "module" }' });
  const server = await serve(service);
  const install = ['install', '--no-audit', '--no-fund', '--loglevel=error', ...tools];
  const { code, stderr } = await run('npm', install, { cwd: frontends.path });
  if (code !== 0) throw new Error(`npm install failed: ${stderr}`);
  return {
    url: server.url,
    tool: (path) => join(frontends.path, 'node_modules', path),
    frontend(name, files) {
      const folder = join(frontends.path, name);
      writeFiles(folder, { 'package.json': '{ "private": true, "type": "module" }', ...files });
      cpSync(join(service.path, 'generated/sdk'), join(folder, 'generated/sdk'), { recursive: true });
      return folder;
    },
    [Symbol.asyncDispose]: async () => {
      await server.end('SIGKILL');
      service[Symbol.dispose]();
      frontends[Symbol.dispose]();
    },
  };
}

async function serve(service: TemporaryFolder): Promise<ServerProcess> {
  const { code, stderr } = await svc(['build'], { cwd: service.path });
  if (code !== 0) throw new Error(stderr);
  const server = await startServer(process.execPath, ['dist/server.js'], { cwd: service.path });
  const answer = await fetch(`${server.url}/api/posts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return server;
}
