/** Random requests of many writes against a plain model. */
import { expect, test } from 'vitest';
import type { Answer } from '../access/support/guarded-service.js';
import { done } from '../drafts/support/desk.js';
import { draws } from '../support/draws.js';
import { openShop } from './support/shop.js';

interface Product {
  readonly sku: string;
  readonly stock: number;
  readonly labels: readonly string[];
}

/** Park and Miller's generator: the same numbers from the same seed. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

type Drawn = Readonly<Record<string, unknown>> & { readonly op: string };

/** What an operation makes of the model; null where it must fail. */
function applied(
  model: ReadonlyMap<string, Product>,
  { op, id, key, data }: Answer,
): ReadonlyMap<string, Product> | null {
  const known = [...model].find(([own, { sku }]) => (op === 'upsert' ? sku === key.sku : own === id));
  const next = new Map(model);
  if (op === 'delete') return known !== undefined && next.delete(known[0]) ? next : null;
  const before = known?.[1] ?? null;
  if (op === 'update' && before === null) return null;
  if (op === 'create' && [...model.values()].some(({ sku }) => sku === data.sku)) return null;
  const change = data.stock?.$inc;
  // An operator is no value of a new document.
  if (before === null && (change !== undefined || data.labels?.$add)) return null;
  const stock = change === undefined ? (data.stock ?? before?.stock ?? 0) : (before?.stock ?? 0) + change;
  if (stock < 0 || stock > 1000) return null;
  const added: readonly string[] = data.labels?.$add ?? [];
  const labels = [...new Set([...(before?.labels ?? []), ...added])];
  next.set(known?.[0] ?? 'new', {
    sku: op === 'upsert' ? key.sku : (data.sku ?? before?.sku),
    stock,
    labels,
  });
  return next;
}

function draw(random: (below: number) => number, ids: readonly string[]): Drawn {
  const sku = `s${random(6)}`;
  const id = ids[random(Math.max(1, ids.length))] ?? '00000000-0000-7000-8000-000000000000';
  const stock = random(3) === 0 ? { $inc: random(900) - 300 } : random(1000);
  switch (random(4)) {
    case 0:
      return { op: 'create', data: { name: 'P', sku, stock: random(1000) } };
    case 1:
      return { op: 'update', id, data: { stock, labels: { $add: [`l${random(3)}`] } } };
    case 2:
      return { op: 'upsert', key: { sku }, data: { name: 'P', stock } };
    default:
      return { op: 'delete', id };
  }
}

test('all of an atomic request is written or none, and of others what succeeds', async () => {
  for (let seed = 1; seed <= draws(6); seed += 1) {
    const random = randomFrom(seed * 7919);
    const { editor } = await openShop();
    let model: ReadonlyMap<string, Product> = new Map();
    for (let round = 0; round < 8; round += 1) {
      const operations = Array.from({ length: 1 + random(5) }, () => draw(random, [...model.keys()]));
      const atomic = random(2) === 0;
      const { status, body } = await editor.post('/api/products/bulk', { operations, atomic });
      let next = model;
      const failed: number[] = [];
      for (const [index, operation] of operations.entries()) {
        const made = applied(next, operation);
        if (made === null) failed.push(index);
        else next = named(made, body.results?.[index]?.id ?? `new${index}`);
      }
      const rows = (body.results ?? []) as readonly { index: number; code?: string }[];
      if (atomic) expect([seed, round, status < 300]).toEqual([seed, round, failed.length === 0]);
      else expect(rows.filter(({ code }) => code).map(({ index }) => index)).toEqual(failed);
      if (!atomic || failed.length === 0) model = next;
      expect(await stored(editor)).toEqual(
        [...model]
          .map(([id, product]) => ({ id, ...product }))
          .sort((one, other) => (one.id < other.id ? -1 : 1)),
      );
    }
  }
}, 60_000);

function named(model: ReadonlyMap<string, Product>, id: string): ReadonlyMap<string, Product> {
  return new Map([...model].map(([own, product]) => [own === 'new' ? id : own, product]));
}

async function stored(editor: Awaited<ReturnType<typeof openShop>>['editor']): Promise<readonly object[]> {
  const { docs } = done(await editor.get('/api/products?sort=id_asc&limit=100'));
  return docs.map(({ id, sku, stock, labels }: Answer) => ({ id, sku, stock: stock ?? 0, labels }));
}
