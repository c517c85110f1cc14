/** The server accepts every body that the document allows, and its responses match the document. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ir, IrCollection } from '../../generator/ir/ir.js';
import { bodyOf, type IdSource } from '../support/openapi-bodies.js';
import { fixtureIr } from '../support/openapi-fixture.js';
import { type GeneratedServer, generatedServer } from '../support/openapi-server.js';

let server: GeneratedServer;
let ir: Ir;
const ids = new Map<string, string[]>();

beforeAll(async () => {
  [server, ir] = await Promise.all([generatedServer('every-field'), fixtureIr('every-field')]);
  for (const [slug, body] of [
    ['people', { name: 'Ada' }],
    ['places', { name: 'Rome' }],
    ['things', { title: 'Thing' }],
  ] as const) {
    const response = await server.send('POST', `/api/${slug}`, body);
    ids.set(slug, [((await response.json()) as { readonly id: string }).id]);
  }
});
afterAll(() => server.close());

const known: IdSource = (slug) => fc.constant(null).map(() => ids.get(slug)?.at(-1) ?? '');

function things(): IrCollection {
  const found = ir.collections.find(({ descriptor }) => descriptor.slug === 'things');
  if (!found) throw new Error('every-field has no things.');
  return found;
}

/**
 * Whether a write was accepted. It may be refused only for a reason that no schema covers: a value already in
 * use, or a rule of the config.
 */
async function written(response: Response): Promise<boolean> {
  if (response.ok) return true;
  const { code, details = [] } = (await response.json()) as {
    readonly code: string;
    readonly details?: readonly { readonly path: string }[];
  };
  const isOwnRule = code === 'BAD_USER_INPUT' && details.every(({ path }) => path === 'even');
  expect({ code, details, isRefusable: code === 'CONFLICT' || isOwnRule }).toMatchObject({
    isRefusable: true,
  });
  return false;
}

test('creations and changes with random bodies', async () => {
  let taken = 0;
  const write = fc.tuple(bodyOf(things().fields, 'Create', known), bodyOf(things().fields, 'Update', known));
  await fc.assert(
    fc.asyncProperty(write, async ([created, changes]) => {
      const response = await server.send('POST', '/api/things', created);
      const id = response.headers.get('location')?.split('/').at(-1);
      if (!(await written(response)) || id === undefined) return;
      taken += 1;
      await written(await server.send('PATCH', `/api/things/${id}`, changes));
      for (const depth of [0, 1, 2])
        expect((await server.fetch(`/api/things/${id}?depth=${depth}`)).status).toBe(200);
    }),
    { numRuns: 60, seed: 5 },
  );
  expect(taken).toBeGreaterThan(20);
  expect((await server.fetch('/api/things?limit=200&depth=1')).status).toBe(200);
}, 60_000);
