/** The configs of docs/local.md compile with the types generated from them, and do what the page says. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generate } from '../../generator/generate.js';
import { loadConfig } from '../../generator/load/load-config.js';
import { type AuthServer, startAuthServer } from '../support/auth-server.js';
import { scratchFolder } from '../support/emitted.js';
import { of } from './support/of.js';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/local.md'), 'utf8');
const configs = [...page.matchAll(/```ts\n([\s\S]*?)```/g)]
  .map(([, code = '']) => code)
  .filter((code) => code.includes('defineConfig'));

async function serverOf(index: number): Promise<AuthServer> {
  const folder = scratchFolder();
  writeFileSync(join(folder, 'svc.config.ts'), configs[index] ?? '');
  const { config } = await loadConfig({ cwd: folder });
  return startAuthServer({ config });
}

test.each(configs.map((code, index) => [index, code] as const))(
  'config %i compiles with its generated types',
  async (_, code) => {
    const folder = scratchFolder();
    writeFileSync(join(folder, 'svc.config.ts'), code);
    await generate({ cwd: folder });
    const compilerOptions = {
      paths: { svc: [join(root, 'dist/runtime/config/index.d.ts')] },
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
      skipLibCheck: true,
      isolatedDeclarations: false,
      declaration: false,
      noPropertyAccessFromIndexSignature: false,
    };
    const include = [join(folder, 'svc.config.ts'), join(folder, 'svc-env.d.ts')];
    const project = join(folder, 'tsconfig.json');
    const extended = { extends: join(root, 'tsconfig.json'), compilerOptions, include, exclude: [] };
    writeFileSync(project, JSON.stringify(extended));
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [compiler, '-p', project], { encoding: 'utf8' });
    expect(stdout).toBe('');
  },
  60_000,
);

test('an order and the stock are written together', async () => {
  const server = await serverOf(0);
  const products = of(server.app.local.as('system'), 'products');
  const { id } = await products.create({ name: 'Lamp', stock: 3 });
  const visitor = server.client();
  expect((await visitor.post('/api/orders', { product: id, amount: 2 })).status).toBe(201);
  expect(await visitor.post('/api/orders', { product: id, amount: 2 })).toMatchObject({
    status: 400,
    body: { error: 'Only 1 left.' },
  });
  expect((await visitor.post('/api/orders', { product: 'none', amount: 1 })).status).toBe(400);
  expect(await products.findById(id)).toMatchObject({ stock: 1 });
});

test('a cascade has the rights of its user', async () => {
  const server = await serverOf(1);
  const admin = await server.signedIn();
  const { body } = await admin.post('/api/customers', { name: 'Ada' });
  expect((await admin.get('/api/projects')).body.docs).toMatchObject([{ name: 'Ada: first steps' }]);
  expect((await server.client().delete(`/api/customers/${body.id}`)).status).toBe(403);
  const system = server.app.local.as('system');
  expect(await of(system, 'projects').count()).toBe(1);
});

test('a route writes as the service', async () => {
  const server = await serverOf(2);
  const visitor = server.client();
  const subscribe = async (): Promise<unknown> =>
    (await visitor.post('/api/subscribe', { email: 'ada@example.com' })).body;
  expect(await subscribe()).toEqual({ known: false });
  expect(await subscribe()).toEqual({ known: true });
  expect((await visitor.post('/api/subscribers', { email: 'bob@example.com' })).status).toBe(403);
});

test('a route writes two collections together', async () => {
  const server = await serverOf(3);
  const order = { email: 'ada@example.com', product: 'Lamp' };
  const visitor = server.client();
  for (const _ of [1, 2]) expect((await visitor.post('/api/orders', order)).status).toBe(200);
  const system = server.app.local.as('system');
  const [buyer] = (await of(system, 'buyers').find()).docs;
  const { docs } = await of(system, 'purchases').find();
  expect(docs.map((one) => one['buyer'])).toEqual([buyer?.id, buyer?.id]);
});
