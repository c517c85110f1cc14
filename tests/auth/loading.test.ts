import { afterEach, expect, test } from 'vitest';
import { startProgram, stopPrograms } from '../http/support/program.js';

afterEach(stopPrograms);

/** A loader hook that prints every loaded module. */
const printing = `export async function load(url, context, next) {
  process._rawDebug(url);
  return next(url, context);
}`;
const module = `data:text/javascript,${encodeURIComponent(printing)}`;
const registering = `import { register } from 'node:module'; register(${JSON.stringify(module)});`;

const ofAuthentication = ['argon2', 'jose', 'nodemailer', 'handlebars', 'cookie', 'rate-limiter-flexible'];

/**
 * The packages that a service has loaded by the time it listens. Without those that it loads by `require`,
 * such as the one file of the rate limiter that it needs.
 */
async function loadedBy(config: string): Promise<readonly string[]> {
  const program = startProgram({
    config,
    args: ['--import', `data:text/javascript,${encodeURIComponent(registering)}`],
    env: { SVC_SECRET: 'tests/auth/loading: 32 bytes and some more' },
  });
  await program.url();
  return ofAuthentication.filter((name) => program.stderr.includes(`/node_modules/${name}/`));
}

test('a service without auth loads nothing of it', async () => {
  expect(
    await loadedBy(`{ collections: [{ slug: 'notes', fields: [{ name: 'title', type: 'text' }] }] }`),
  ).toEqual([]);
});

test('a service with auth loads its routes before it listens, and what hashes and signs when it has to', async () => {
  const config = `{ auth: { secret: process.env.SVC_SECRET }, collections: [] }`;
  expect(await loadedBy(config)).toEqual(['cookie']);
});
