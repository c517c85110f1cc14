/** Runs the examples of docs/server.md that mount the service. */
import { readFileSync } from 'node:fs';
import { createServer, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { defineRoute } from '../../runtime/config/define-config.js';
import type { App } from '../../runtime/http/app.js';
import { startAuthServer } from '../support/auth-server.js';
import { type FastifyServer, fastify, getConnInfo, Hono, middie, serveHono } from './support/frameworks.js';
import { signInAndOut } from './support/sign-in-and-out.js';

const guide = readFileSync(new URL('../../docs/server.md', import.meta.url), 'utf8');

/** The example that mounts the service in a package. */
function exampleOf(framework: string): string {
  const [, section = ''] = guide.split('\n## Mounting\n');
  const examples = section.split('\n## ')[0]?.match(/(?<=```ts\n)[^`]*/g) ?? [];
  const found = examples.find((example) => example.includes(`from '${framework}';`));
  if (found === undefined) throw new Error(`There is no example of ${framework}.`);
  return found;
}

type Run = (names: Readonly<Record<string, unknown>>) => Promise<Server | string>;

/**
 * Turns an example into a function of its imports that resolves to the value of its last line. It listens on
 * a free port.
 */
function runnable(example: string): Run {
  const lines = example
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('import '));
  const last = (lines.pop() ?? '').replace(/^(await )?/, 'return ').replace('3000', '0');
  const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor;
  const body = `const { ${names.join(', ')} } = given;\n${[...lines, last].join('\n')}`;
  return new AsyncFunction('given', body);
}

const names = [
  'createServer',
  'express',
  'compressionOrWhatever',
  'Fastify',
  'middie',
  'Hono',
  'serve',
  'getConnInfo',
  'createApp',
];

test.each([
  ['express', '/cms'],
  ['fastify', '/cms'],
  ['hono', ''],
  ['node:http', ''],
])('the one of %s', async (framework, mount) => {
  const { app } = await startAuthServer();
  const sites: FastifyServer[] = [];
  const made = await runnable(exampleOf(framework))({
    ...{ express, middie, Hono, serve: serveHono, getConnInfo, createApp: (): App => app },
    compressionOrWhatever: express.json(),
    createServer,
    Fastify: () => {
      const site = fastify();
      sites.push(site);
      return site;
    },
  });
  onTestFinished(async () => {
    for (const site of sites) await site.close();
    if (made instanceof Server) made.close();
  });
  const url = typeof made === 'string' ? made : `http://127.0.0.1:${(made.address() as AddressInfo).port}`;
  await expect.poll(() => fetch(`${url}${mount}/api/auth/config`).then(({ status }) => status)).toBe(200);
  await signInAndOut(`${url}${mount}`);
});

const keepNote = defineRoute({
  id: 'keepNote',
  method: 'PUT',
  path: '/notes/:name',
  access: 'public',
  response: z.object({ kept: z.string() }),
  handler: ({ params }) => ({ kept: params.name }),
});

test('the one of Next.js', async () => {
  const { app } = await startAuthServer({ config: { routes: [keepNote] } });
  const [, exported = ''] = /export \{ (.+) \};/.exec(exampleOf('@/generated/server.js')) ?? [];
  const example = exampleOf('@/generated/server.js')
    .replace(/^(import|export) .+$/gm, '')
    .replace(': Request', '');
  const handle = new Function('createApp', `${example}; return handle;`)(() => app) as App['fetch'];
  const methods = exported.split(', ').map((name) => name.replace('handle as ', ''));
  // Next.js refuses a method that is not exported. It handles HEAD by GET itself.
  const send = async (method: string, path: string): Promise<number> =>
    methods.includes(method)
      ? (await handle(new Request(`http://localhost:3000${path}`, { method }))).status
      : 405;
  expect(await send('GET', '/api/auth/config')).toBe(200);
  expect(await send('PUT', '/api/notes/first')).toBe(200);
  expect(methods).toEqual(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
});
