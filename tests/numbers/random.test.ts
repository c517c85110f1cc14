/** Random groups and metrics over random documents, against a plain model of what lists return. */
import { expect, test } from 'vitest';
import type { Client } from '../access/support/guarded-service.js';
import { draws } from '../support/draws.js';
import { createDice, type Dice } from './support/dice.js';
import { aggregate, type Document, type Group, type Metric, type Request } from './support/plain-model.js';
import { made, openShop } from './support/shop.js';

const parts = ['year', 'quarter', 'month', 'week', 'day', 'hour'] as const;
const offsets = ['+00:00', '+02:00', '-03:30', '+14:00'];
const texts = ['a', 'B', 'b', 'ä', '\u{1f600}', 'x y', '"'];

const fieldsOf = {
  sales: {
    plain: ['name', 'kind', 'isGift', 'price', 'pieces', 'day', 'at', 'shop'],
    lists: ['tags', 'sizes', 'colours'],
    numbers: ['price', 'pieces'],
  },
  articles: { plain: ['section', 'views', '_status'], lists: ['words'], numbers: ['views'] },
} as const;

test.each([1, 2])('random aggregates of random documents: seed %i', async (seed) => {
  const dice = createDice(seed);
  const { admin, editor } = await openShop();
  await fill(dice, admin);
  for (const client of [admin, editor]) {
    for (let count = 0; count < draws(60); count += 1) {
      const slug = dice.pick(['sales', 'articles'] as const);
      const documents = await listed(client, slug);
      const request = requestFor(dice, slug);
      const { status, body } = await client.post(`/api/${slug}/aggregate`, { ...request, limit: 1_000 });
      expect({ status, request, groups: rounded(body.groups) }).toEqual({
        ...{ status: 200, request },
        groups: rounded(aggregate(documents, request)),
      });
    }
  }
});

/** The model adds in another order, and rounds nothing. */
function rounded(groups: unknown): unknown {
  const round = (_: string, value: unknown): unknown =>
    typeof value === 'number' ? Number(value.toFixed(8)) : value;
  return JSON.parse(JSON.stringify(groups, round));
}

async function listed(client: Client, slug: string): Promise<readonly Document[]> {
  const { body } = await client.get(`/api/${slug}?limit=100`);
  if (slug !== 'sales') return body.docs;
  const open = await client.get('/api/shops?limit=100');
  const seen = new Set(open.body.docs.map(({ id }: { readonly id: string }) => id));
  return body.docs.map((one: Document) => ({ ...one, shop: seen.has(one['shop']) ? one['shop'] : null }));
}

async function fill(dice: Dice, admin: Client): Promise<void> {
  const shops: string[] = [];
  for (const isOpen of [true, true, false]) shops.push(await made(admin, 'shops', { name: 'x', isOpen }));
  const some = <T>(value: () => T): T | undefined => (dice.chance(0.2) ? undefined : value());
  const several = <T>(of: readonly T[]): readonly T[] => of.filter(() => dice.chance(0.4));
  for (let count = 0; count < 40; count += 1) {
    const time = Date.UTC(
      dice.between(1999, 2003),
      dice.between(0, 11),
      dice.between(1, 28),
      dice.between(0, 23),
    );
    const at = new Date(time).toISOString();
    await made(admin, 'sales', {
      name: some(() => dice.pick(texts)),
      kind: some(() => dice.pick(['book', 'map', 'pen'])),
      isGift: some(() => dice.chance(0.5)),
      price: some(() => dice.between(-2_000, 2_000) / 100),
      pieces: some(() => dice.between(-3, 3)),
      day: some(() => at.slice(0, 10)),
      at: some(() => at),
      tags: [...several(texts), ...several(texts)],
      sizes: several([0, 1.5, 10, -2]),
      colours: several(['red', 'blue']),
      shop: some(() => dice.pick(shops)),
      isHidden: dice.chance(0.3),
    });
    const article = {
      title: 'x',
      section: some(() => dice.pick(['news', 'sport'])),
      views: dice.between(0, 5),
    };
    const id = await made(admin, 'articles', { ...article, words: several(texts) }, dice.chance(0.3));
    if (dice.chance(0.5)) {
      const change = { views: dice.between(0, 5), words: several(texts) };
      await admin.patch(`/api/articles/${id}`, change, { 'x-draft': 'true' });
    }
  }
}

function requestFor(dice: Dice, slug: keyof typeof fieldsOf): Request {
  const { plain, lists, numbers } = fieldsOf[slug];
  const fields = [...plain, ...lists].filter(() => dice.chance(0.3)).slice(0, 3);
  const groupBy = fields.map((field): Group => {
    if (field === 'day' && dice.chance(0.8)) return { field, by: dice.pick(parts.slice(0, 5)) };
    if (field !== 'at' || dice.chance(0.2)) return { field };
    return { field, by: dice.pick(parts), ...(dice.chance(0.6) && { offset: dice.pick(offsets) }) };
  });
  const metric = (): Metric => {
    const operation = dice.pick(['count', 'sum', 'avg', 'min', 'max', 'countDistinct']);
    if (operation === 'count') return 'count';
    return { [operation]: dice.pick(operation === 'countDistinct' ? plain : numbers) };
  };
  return { groupBy, metrics: { n: 'count', a: metric(), b: metric() } };
}
