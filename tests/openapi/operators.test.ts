/** `$inc`, `$add` and `$remove` in bodies of changes: the document declares what the service takes. */
import { expect, test } from 'vitest';
import { asDraft, done } from '../drafts/support/desk.js';
import { makers, openShop, products } from '../many/support/shop.js';
import { irOf } from '../support/emitted.js';
import { openApiText } from '../support/openapi-fixture.js';
import { createSchemaCheck } from '../support/openapi-schemas.js';

const id = '01990b5e-6c2f-7a41-9d3e-2b8f4c6a7e10';

const taken = [
  { stock: { $inc: 2 } },
  { price: { $inc: -0.5 } },
  { labels: { $add: ['a', 'b'] } },
  { labels: { $remove: ['a'] } },
  { stats: { views: { $inc: 1 } } },
  { data: { $inc: 1 } },
];

const refused = [
  { stock: { $inc: 'x' } },
  { stock: { $inc: 1, $add: [1] } },
  { stock: { $add: [1] } },
  { name: { $inc: 1 } },
  { labels: { $inc: 1 } },
  { labels: { $add: 'a' } },
  { labels: { $add: [1] } },
  { labels: { $push: ['a'] } },
  { maker: { $add: [id] } },
  { seen: { $add: [id] } },
  { rows: [{ count: { $inc: 1 } }] },
];

test('the schema of a change takes what the service takes, and refuses what it refuses', async () => {
  const config = { collections: [products, makers] };
  const check = createSchemaCheck(JSON.parse(openApiText(irOf(config))) as object, {
    formats: { uuid: () => true },
  });
  const accepts = (role: string, body: object): boolean =>
    check(`/components/schemas/Product${role}`, body).length === 0;
  const { editor } = await openShop();
  const one = done(await editor.post('/api/products', { name: 'Lamp' }));
  const maker = done(await editor.post('/api/makers', { name: 'Ada', number: 1 }));
  const seen = { seen: { $add: [{ collection: 'makers', id: maker.id }] } };
  for (const body of [...taken, seen]) {
    const { status } = await editor.patch(`/api/products/${one.id}`, body);
    expect({ body, status, isDeclared: accepts('Update', body) }).toEqual({
      ...{ body, status: 200, isDeclared: true },
    });
  }
  for (const body of refused) {
    const { status } = await editor.patch(`/api/products/${one.id}`, body);
    expect({ body, status, isDeclared: accepts('Update', body) }).toEqual({
      ...{ body, status: 400, isDeclared: false },
    });
  }
});

test('a creation declares none', async () => {
  const check = createSchemaCheck(
    JSON.parse(openApiText(irOf({ collections: [products, makers] }))) as object,
    {
      formats: { uuid: () => true },
    },
  );
  const { editor } = await openShop();
  for (const operator of [{ stock: { $inc: 2 } }, { labels: { $add: ['a'] } }]) {
    const body = { name: 'Lamp', ...operator };
    expect(check('/components/schemas/ProductCreate', body)).not.toEqual([]);
    expect((await editor.post('/api/products', body)).status).toBe(400);
  }
});

test('a creation of a draft declares none, and a change of a draft does', async () => {
  const collections = [{ ...products, drafts: true }, makers];
  const check = createSchemaCheck(JSON.parse(openApiText(irOf({ collections }))) as object, {
    formats: { uuid: () => true },
  });
  const declares = (role: string, body: object): boolean =>
    check(`/components/schemas/Product${role}`, body).length === 0;
  const { editor } = await openShop({ collections });
  const one = done(await editor.post('/api/products', {}, asDraft));
  for (const body of [{ stock: { $inc: 2 } }, { labels: { $add: ['a'] } }]) {
    expect([declares('CreateDraft', body), declares('Draft', body)]).toEqual([false, true]);
    expect((await editor.post('/api/products', body, asDraft)).status).toBe(400);
    expect((await editor.patch(`/api/products/${one.id}`, body, asDraft)).status).toBe(200);
  }
  // Nothing is required, and no revision is expected of what is not there yet.
  expect([declares('CreateDraft', {}), declares('CreateDraft', { _revision: 1 })]).toEqual([true, false]);
  expect((await editor.post('/api/products', { _revision: 1 }, asDraft)).status).toBe(400);
});
