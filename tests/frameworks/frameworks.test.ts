/** The emitted SDK in the tools that support it, each set up as users have it, against a real server. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer } from '../support/server-process.js';
import { type CommandResult, run } from '../support/svc-command.js';
import { type Magazine, openMagazine, title } from './support/magazine.js';

const isWanted = process.env['SVC_TEST_FRAMEWORKS'] === '1';

if (!isWanted)
  process.stdout.write(
    'The SDK is not built by frameworks; SVC_TEST_FRAMEWORKS=1 installs them with npm (minutes).\n',
  );

/** Reads a list and handles an error; the result is printed, so that any runtime can run the program. */
const program = `
import { createClient, isSvcError, type Post } from './generated/sdk/index.js';

const client = createClient({ baseUrl: 'BASE_URL' });
const { docs } = await client.posts.find({ select: ['title'], sort: 'title' });
const titles: Post['title'][] = docs.map(({ title }) => title);
const { error } = await client.safe.posts.findById('none');
console.log(JSON.stringify({ titles, code: error?.code, isError: isSvcError(error) }));
`;

/** The same without types and without top-level `await`, which bundles of React Native do not support. */
const script = `
import { createClient, isSvcError } from './generated/sdk/index.js';

async function read(client) {
  const { docs } = await client.posts.find({ select: ['title'], sort: 'title' });
  const { error } = await client.safe.posts.findById('none');
  return { titles: docs.map(({ title }) => title), code: error?.code, isError: isSvcError(error) };
}

read(createClient({ baseUrl: 'BASE_URL' })).then((result) => console.log(JSON.stringify(result)));
`;

const answer = JSON.stringify({ titles: [title], code: 'NOT_FOUND', isError: true });

const suite = `
import { createClient } from './generated/sdk/index.js';

test('the SDK calls the service', async () => {
  const { docs } = await createClient({ baseUrl: 'BASE_URL' }).posts.find();
  expect(docs.map(({ title }) => title)).toEqual([${JSON.stringify(title)}]);
});
`;

const page = `
import { createClient } from '../generated/sdk/index.js';
import { Count } from './count';

export const dynamic = 'force-dynamic';

export default async function Page() {
  const { docs } = await createClient({ baseUrl: 'BASE_URL' }).posts.find({ select: ['title'] });
  return <main><h1>{docs[0]?.title}</h1><Count /></main>;
}
`;

const count = `'use client';
import { useState } from 'react';
import { createClient, isSvcError } from '../generated/sdk/index.js';

const client = createClient({ baseUrl: 'BASE_URL' });

export function Count() {
  const [text, setText] = useState('count');
  const load = () => client.posts.count().then((count) => setText(String(count)), (error) => setText(isSvcError(error) ? error.code : ''));
  return <button onClick={load}>{text}</button>;
}
`;

const layout = `
import type { ReactNode } from 'react';

export default function Layout({ children }: { children: ReactNode }) {
  return <html lang="en"><body>{children}</body></html>;
}
`;

describe.runIf(isWanted)('the SDK in', { timeout: 300_000 }, () => {
  let magazine: Magazine;
  const at = (text: string): string => text.replaceAll('BASE_URL', magazine.url);

  beforeAll(async () => {
    magazine = await openMagazine();
  }, 900_000);
  afterAll(() => magazine?.[Symbol.asyncDispose](), 300_000);

  /** Runs a program of the tools in its own frontend folder. */
  async function runs(
    name: string,
    command: readonly string[],
    files: Readonly<Record<string, string>>,
  ): Promise<CommandResult> {
    const [tool = '', ...args] = command;
    return await run(magazine.tool(tool), args, { cwd: magazine.frontend(name, files) });
  }

  test.each([
    ['Turbopack', 'turbopack', []],
    ['webpack', 'webpack', ['--webpack']],
  ] as const)('Next.js, App Router, by %s', async (_, name, flags) => {
    const folder = magazine.frontend(`next-${name}`, {
      'app/page.tsx': at(page),
      'app/count.tsx': at(count),
      'app/layout.tsx': layout,
      'next.config.mjs':
        "import { resolve } from 'node:path';\nexport default { turbopack: { root: resolve('..') }, outputFileTracingRoot: resolve('..') };\n",
    });
    const next = magazine.tool('next/dist/bin/next');
    const env = { NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' };
    const built = await run(process.execPath, [next, 'build', ...flags], { cwd: folder, env });
    expect(built.code, built.stdout + built.stderr).toBe(0);
    await using server = await startServer(
      process.execPath,
      [next, 'start', '--hostname', '127.0.0.1', '--port', '0'],
      { cwd: folder, env },
    );
    expect(await (await fetch(server.url)).text()).toContain(`<h1>${title}</h1>`);
  });

  test('Vite, whose bundle is run', async () => {
    const files = {
      'main.ts': at(program),
      'vite.config.js':
        "export default { build: { lib: { entry: 'main.ts', formats: ['es'], fileName: 'main' } } };\n",
    };
    const { code, stdout, stderr } = await runs('vite', ['.bin/vite', 'build'], files);
    expect(code, stdout + stderr).toBe(0);
    const bundle = magazine.tool('../vite/dist/main.js');
    expect(await run(process.execPath, [bundle], { cwd: magazine.tool('..') })).toMatchObject({
      stdout: `${answer}\n`,
    });
  });

  test('Metro, the bundler of React Native, whose bundle is run', async () => {
    const files = {
      'main.js': at(script),
      'babel.config.cjs': "module.exports = { presets: [['@babel/preset-env', { modules: 'commonjs' }]] };\n",
      'metro.config.cjs': "module.exports = { watchFolders: [require('node:path').resolve('..')] };\n",
    };
    const { code, stdout, stderr } = await runs(
      'metro',
      ['.bin/metro', 'build', 'main.js', '--out', 'bundle.js', '--config', 'metro.config.cjs'],
      files,
    );
    expect(code, stdout + stderr).toBe(0);
    const bundle = magazine.tool('../metro/bundle.js');
    expect(existsSync(bundle)).toBe(true);
    expect(await run(process.execPath, [bundle], { cwd: magazine.tool('..') })).toMatchObject({
      stdout: `${answer}\n`,
    });
  });

  test.each([
    ['Node, which strips types', 'node', [`node-${process.platform}-${process.arch}/bin/node`]],
    ['Deno', 'deno', ['.bin/deno', 'run', '--allow-net']],
    ['Bun', 'bun', ['.bin/bun', 'run']],
  ] as const)('%s', async (_, name, command) => {
    expect(await runs(name, [...command, 'main.ts'], { 'main.ts': at(program) })).toMatchObject({
      code: 0,
      stdout: `${answer}\n`,
    });
  });

  test('Deno knows the types', async () => {
    const wrong = `${at(program)}\nconst wrong: number = docs[0].title;\n`;
    const { code, stderr } = await runs('deno-types', ['.bin/deno', 'check', 'main.ts'], {
      'main.ts': wrong,
    });
    expect(code).toBe(1);
    expect(stderr.match(/TS\d+/g)).toEqual(['TS2322']);
  });

  test('Vitest', async () => {
    const files = { 'sdk.test.ts': `import { expect, test } from 'vitest';\n${at(suite)}` };
    const { code, stdout, stderr } = await runs('vitest', ['.bin/vitest', 'run'], files);
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).toMatch(/1 passed/);
  });

  test('Jest, with modules of JavaScript', async () => {
    const folder = magazine.frontend('jest', {
      'sdk.test.js': at(suite),
      'jest.config.js': 'export default { transform: {} };\n',
    });
    const args = ['--experimental-vm-modules', join(magazine.tool('jest/bin/jest.js'))];
    const { code, stdout, stderr } = await run(process.execPath, args, { cwd: folder });
    expect(code, stdout + stderr).toBe(0);
    expect(stderr).toMatch(/1 passed/);
  });
});
