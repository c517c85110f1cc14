/** Groups and metrics: keys and results follow from the literal of the call. */
import { createClient as createBlog } from '../../fixtures/blog/expected/sdk/index.js';
import { createClient } from '../../fixtures/content-tools/expected/sdk/index.js';
import { is } from './sdk-equal.js';

const client = createClient({ baseUrl: 'http://localhost' });
const blog = createBlog({ baseUrl: 'http://localhost' });
const { posts, products, users } = client;

const { groups, hasMore } = await products.aggregate({
  where: { stock: { gt: 0 }, 'category.name': 'Maps' },
  groupBy: ['category', { field: 'soldAt', by: 'month' }],
  metrics: {
    n: 'count',
    total: { sum: 'price' },
    usual: { avg: 'price' },
    first: { min: 'soldAt' },
    dearest: { max: 'price' },
    names: { countDistinct: 'name' },
  },
  having: { n: { gte: 2 }, first: { gt: '2026-01-01' }, total: 3 },
  sort: ['n_desc', 'category'],
  limit: 10,
});
is<boolean>()(hasMore);
const [group] = groups;
if (group !== undefined) {
  is<{ category: string | null; soldAt: string | null }>()(group.key);
  is<number>()(group.n);
  is<number>()(group.total);
  is<number | null>()(group.usual);
  is<string | null>()(group.first);
  is<number | null>()(group.dearest);
  is<number>()(group.names);
  // @ts-expect-error: no such metric
  group.sum;
  // @ts-expect-error: not grouped by it
  group.key.name;
}

// Without groups there is one, with an empty key.
const { groups: all } = await products.aggregate({ metrics: { n: 'count' } });
is<object>()(all[0]?.key ?? {});
is<number | undefined>()(all[0]?.n);

// Values of selects, members of lists, and the built-in fields.
const byStatus = await posts.aggregate({
  groupBy: ['status', 'tags', '_status'],
  metrics: { n: 'count' },
  draft: true,
});
const status: 'idea' | 'written' | 'checked' | null | undefined = byStatus.groups[0]?.key.status;
is<string | null | undefined>()(byStatus.groups[0]?.key.tags);
void status;
await posts.aggregate({
  groupBy: [{ field: 'createdAt', by: 'week', offset: '+02:00' }],
  metrics: { n: 'count' },
});
await blog.posts.aggregate({ groupBy: ['featured', 'seo.title'], metrics: { n: { sum: 'readingMinutes' } } });
await users.aggregate({ groupBy: ['role'], metrics: { n: 'count' } });

// @ts-expect-error: needs metrics
await products.aggregate({ groupBy: ['category'] });
// @ts-expect-error: no such field
await products.aggregate({ groupBy: ['categori'], metrics: { n: 'count' } });
// @ts-expect-error: no such field
await products.aggregate({ metrics: { n: { sum: 'prize' } } });
// @ts-expect-error: a text has no sum
await products.aggregate({ metrics: { n: { sum: 'name' } } });
// @ts-expect-error: a date has no sum
await products.aggregate({ metrics: { n: { sum: 'soldAt' } } });
// @ts-expect-error: a text has no extremes
await products.aggregate({ metrics: { n: { max: 'name' } } });
// @ts-expect-error: a text has no months
await products.aggregate({ groupBy: [{ field: 'name', by: 'month' }], metrics: { n: 'count' } });
// @ts-expect-error: no part of a date
await products.aggregate({ groupBy: [{ field: 'soldAt', by: 'decade' }], metrics: { n: 'count' } });
// @ts-expect-error: no operation
await products.aggregate({ metrics: { n: { median: 'price' } } });
// @ts-expect-error: no such metric
await products.aggregate({ metrics: { n: 'count' }, having: { m: 1 } });
// @ts-expect-error: neither a metric nor a group
await products.aggregate({ metrics: { n: 'count' }, sort: 'm_desc' });
// @ts-expect-error: a count is a number
await products.aggregate({ metrics: { n: 'count' }, having: { n: 'x' } });
// @ts-expect-error: lists of relations are no groups
await posts.aggregate({ groupBy: ['products'], metrics: { n: 'count' } });
// @ts-expect-error: fields of related documents are none of the document itself
await products.aggregate({ groupBy: ['category.name'], metrics: { n: 'count' } });
// @ts-expect-error: products have no drafts
await products.aggregate({ metrics: { n: 'count' }, draft: true });
