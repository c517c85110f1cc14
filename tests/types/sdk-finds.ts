/** Reads of one or some documents, schedules, and the creation of many. */
import {
  type Article,
  createClient,
  type DocumentSchedule,
  type Drafted,
  type PreviewToken,
} from '../../fixtures/drafts/expected/sdk/index.js';
import { createClient as createWebsite } from '../../fixtures/website/expected/sdk/index.js';
import { is } from './sdk-equal.js';

const client = createClient({ baseUrl: 'http://localhost' });
const { articles, authors, letters } = client;
const id = '01990b5e-6c2f-7a41-9d3e-2b8f4c6a7e10';

// The first document of a query, in the form of `find`.
is<Article | null>()(await articles.findOne());
is<Article | null>()(await articles.findOne({ where: { title: 'x' }, sort: 'title_desc' }));
is<Drafted<Article, 'section'> | null>()(await articles.findOne({ draft: true }));
is<{ id: string; title: string } | null>()(await articles.findOne({ select: ['title'] }));
is<string | undefined>()((await articles.findOne({ depth: 1 }))?.author?.name);
// @ts-expect-error: it may be null
(await articles.findOne()).title;
// @ts-expect-error: it returns one document
await articles.findOne({ limit: 2 });
// @ts-expect-error: it has no pages
await articles.findOne({ cursor: '' });
// @ts-expect-error: no such field
await articles.findOne({ where: { titel: 'x' } });

// By a unique field.
is<Article | null>()(await articles.findByKey({ slug: 'x' }));
is<Article | null>()(await articles.findByKey({ number: 1 }));
is<Drafted<Article, 'section'> | null>()(await articles.findByKey({ slug: 'x' }, { draft: true }));
is<{ id: string; title: string } | null>()(await articles.findByKey({ slug: 'x' }, { select: ['title'] }));
// @ts-expect-error: a number is no text
await articles.findByKey({ number: '1' });
// @ts-expect-error: titles are not unique
await articles.findByKey({ title: 'x' });
// @ts-expect-error: one of them
await articles.findByKey({ slug: 'x', number: 1 });
// @ts-expect-error: one of them
await articles.findByKey({});
// @ts-expect-error: no conditions
await articles.findByKey({ slug: { equals: 'x' } });
// @ts-expect-error: authors have no unique field
await authors.findByKey({ name: 'x' });
const website = createWebsite({ baseUrl: 'http://localhost' });
await website.safe.redirects.findByKey({ from: '/old' });

// By ids.
is<Article[]>()(await articles.findByIds([id]));
is<Drafted<Article, 'section'>[]>()(await articles.findByIds([id], { draft: true }));
is<{ id: string; title: string }[]>()(await articles.findByIds([id], { select: ['title'] }));
// @ts-expect-error: a list of ids
await articles.findByIds(id);
// @ts-expect-error: the ids are the filter
await articles.findByIds([id], { where: { title: 'x' } });

// Schedules, where there are drafts.
is<DocumentSchedule>()(await articles.schedule(id));
is<DocumentSchedule>()(await articles.cancelSchedule(id));
is<string | null>()((await client.globals.frontPage.schedule()).publishAt);
is<PreviewToken>()(await articles.previewToken(id));
is<string>()((await client.globals.frontPage.previewToken()).token);
// @ts-expect-error: letters have no drafts
await letters.previewToken(id);
// @ts-expect-error: letters have no drafts
await letters.schedule(id);
// @ts-expect-error: a global has no id
await client.globals.frontPage.schedule(id);

// The creation of many.
const { results } = await authors.createMany([{ name: 'x' }]);
for (const row of results) {
  if (row.code === undefined) is<string>()(row.id);
  else is<string>()(row.error);
}
await articles.createMany([{ title: 'Half' }, {}], { draft: true });
// @ts-expect-error: what is required is missing
await articles.createMany([{ title: 'Half' }]);
// @ts-expect-error: letters have no drafts
await letters.createMany([{}], { draft: true });
// @ts-expect-error: each is written by itself
await authors.createMany([], { atomic: true });
const { data } = await client.safe.authors.createMany([]);
if (data) is<number>()(data.failed);

// A key for a creation.
await authors.create({ name: 'x' }, { idempotencyKey: 'a' });
await articles.create({}, { idempotencyKey: 'a', draft: true });
// @ts-expect-error: a key is text
await authors.create({ name: 'x' }, { idempotencyKey: 1 });
// @ts-expect-error: only creations have keys
await authors.update(id, { name: 'x' }, { idempotencyKey: 'a' });
