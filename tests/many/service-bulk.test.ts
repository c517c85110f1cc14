/** `POST /api/svc/bulk`: several collections and globals in one transaction. */
import { describe, expect, test } from 'vitest';
import { anonymous } from '../access/support/guarded-service.js';
import { done } from '../drafts/support/desk.js';
import { openShop } from './support/shop.js';

const bulk = '/api/svc/bulk';
const maker = { op: 'create', collection: 'makers', data: { name: 'Ada', number: 1 } };

describe('several collections', () => {
  test('are written in one transaction, and refer to each other', async () => {
    const { editor } = await openShop();
    const answer = await editor.post(bulk, {
      operations: [
        maker,
        {
          op: 'create',
          collection: 'products',
          data: {
            name: 'Lamp',
            maker: { $ref: 0 },
            seen: [{ $ref: 0 }, { collection: 'makers', id: { $ref: 0 } }],
            rows: [{ count: 1, maker: { $ref: 0 } }],
          },
        },
        { op: 'update', global: 'site', data: { title: 'Shop' } },
      ],
      return: 'documents',
    });
    expect(answer).toMatchObject({ status: 200, body: { matched: 3, changed: 3, failed: 0 } });
    const [made, product, site] = answer.body.results;
    expect(made).toMatchObject({ status: 201, revision: 1, document: { name: 'Ada' } });
    expect(product.document).toMatchObject({
      maker: made.id,
      seen: [
        { collection: 'makers', id: made.id },
        { collection: 'makers', id: made.id },
      ],
      rows: [{ maker: made.id }],
    });
    expect(site).toMatchObject({ status: 200, id: 'global', document: { title: 'Shop' } });
    expect(done(await editor.get(`/api/products/${product.id}`))).toEqual(product.document);
  });

  test('are all rolled back by one fault, which is named', async () => {
    const { editor } = await openShop();
    const answer = await editor.post(bulk, {
      operations: [
        maker,
        { op: 'create', collection: 'products', data: { name: 'Lamp', maker: { $ref: 0 }, stock: -1 } },
        { op: 'create', collection: 'products', data: { maker: { $ref: 1 } } },
      ],
    });
    expect(answer.status).toBe(400);
    expect(answer.body.details.map(({ path }: { path: string }) => path)).toEqual([
      'operations[2].data.maker',
    ]);
    const next = await editor.post(bulk, {
      operations: [
        maker,
        { op: 'create', collection: 'products', data: { name: 'Lamp', maker: { $ref: 0 }, stock: -1 } },
      ],
    });
    expect(next.status).toBe(400);
    expect(next.body.details).toMatchObject([{ path: 'operations[1].data.stock' }]);
    expect(done(await editor.get('/api/makers?limit=0')).totalDocs).toBe(0);
  });

  test.each([
    ['itself', { $ref: 1 }, 'below 1'],
    ['a later one', { $ref: 2 }, 'below 1'],
    ['a negative one', { $ref: -1 }, 'below 1'],
    ['no number', { $ref: '0' }, 'below 1'],
    ['another type', { $ref: 0 }, 'takes makers'],
  ])('$ref to %s is refused', async (_, reference, message) => {
    const { editor } = await openShop();
    const first = { op: 'create', collection: 'products', data: { name: 'Lamp' } };
    const second = { op: 'create', collection: 'products', data: { name: 'B', maker: reference } };
    const answer = await editor.post(bulk, { operations: [first, second, maker] });
    expect(answer.status).toBe(400);
    expect(answer.body.details).toMatchObject([
      { path: 'operations[1].data.maker', message: expect.stringContaining(message) },
    ]);
  });

  test('a reference to what has failed fails too, each by itself', async () => {
    const { editor } = await openShop();
    const answer = await editor.post(bulk, {
      atomic: false,
      operations: [
        { op: 'create', collection: 'makers', data: { name: 'Ada' } },
        { op: 'create', collection: 'products', data: { name: 'Lamp', maker: { $ref: 0 } } },
        { op: 'create', collection: 'products', data: { name: 'Desk' } },
      ],
    });
    expect(answer).toMatchObject({ status: 207, body: { changed: 1, failed: 2 } });
    expect(answer.body.results[1]).toMatchObject({ status: 400, details: [{ path: 'maker' }] });
  });

  test('$ref means nothing elsewhere: in another field, or in a bulk of one collection', async () => {
    const { editor } = await openShop();
    const inText = { op: 'create', collection: 'products', data: { name: { $ref: 0 } } };
    expect((await editor.post(bulk, { operations: [maker, inText] })).status).toBe(400);
    const own = [
      { op: 'create', data: { name: 'Lamp' } },
      { op: 'create', data: { name: 'Desk', seen: [{ $ref: 0 }] } },
    ];
    expect((await editor.post('/api/products/bulk', { operations: own })).status).toBe(400);
  });
});

describe('what a requester may not do', () => {
  test('accounts are not written by it, whatever the role', async () => {
    const { admin } = await openShop();
    const operations = [
      { op: 'create', collection: 'users', data: { email: 'x@example.com', role: 'super_admin' } },
    ];
    const answer = await admin.post(bulk, { operations });
    expect(answer.status).toBe(400);
    expect(answer.body.details).toMatchObject([
      { path: 'operations[0].collection', message: expect.stringContaining('/api/users') },
    ]);
    const system = [{ op: 'update', global: 'system', data: {} }];
    expect((await admin.post(bulk, { operations: system })).status).toBe(400);
  });

  test('is refused before the form of the body is looked at', async () => {
    const { service } = await openShop();
    const answer = await service.as(anonymous).post(bulk, { operations: [{ ...maker, nonsense: 1 }] });
    expect(answer.status).toBe(403);
  });

  test('no more operations and bytes than the limits of the config', async () => {
    const { editor } = await openShop({ limits: { bulkOperations: 2, bulkBytes: 2000 } });
    const three = await editor.post(bulk, { operations: [maker, maker, maker] });
    expect(three).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } });
    const large = await editor.post(bulk, { operations: [{ ...maker, data: { name: 'x'.repeat(3000) } }] });
    expect(large.status).toBe(413);
  });

  test('a body of more than 8 MiB is not read, however few operations it has', async () => {
    const data = { name: 'x', data: 'x'.repeat(1_000_000) };
    const operations = Array.from({ length: 9 }, () => ({ op: 'create', data }));
    const { editor } = await openShop();
    for (const path of [bulk, '/api/products/bulk']) {
      const { status, body } = await editor.post(path, { operations });
      expect([status, body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    }
    const larger = (await openShop({ limits: { bulkBytes: 16 * 1024 * 1024 } })).editor;
    const taken = await larger.post('/api/products/bulk', { operations, dryRun: true });
    expect([taken.status, taken.body.failed]).toEqual([200, 0]);
  });

  test('1,000 operations of 8 MiB and 64 levels are read, and one more is not', async () => {
    const { editor } = await openShop();
    let nested: unknown = 1;
    for (let level = 0; level < 59; level += 1) nested = [nested];
    const operation = (index: number): object => ({
      op: 'create',
      data: { name: `${index}${'x'.repeat(7900)}`, data: nested },
    });
    const operations = Array.from({ length: 1000 }, (_, index) => operation(index));
    const answer = await editor.post('/api/products/bulk', { operations, dryRun: true });
    expect(answer.body).toMatchObject({ matched: 1000, failed: 0 });
    const more = await editor.post('/api/products/bulk', { operations: [...operations, operation(1000)] });
    expect(more.status).toBe(413);
    const deeper = [{ op: 'create', data: { name: 'x', data: [[nested]] } }];
    expect((await editor.post('/api/products/bulk', { operations: deeper })).status).toBe(400);
  }, 60_000);
});
