/** Drafts: what they take, what reads of them may lack, and where there are none. */
import {
  type Article,
  createClient,
  type DocumentVersion,
  type Drafted,
  type FrontPage,
  isSvcError,
} from '../../fixtures/drafts/expected/sdk/index.js';
import { is } from './sdk-equal.js';

const client = createClient({ baseUrl: 'http://localhost' });
const { articles, authors, corrections, letters } = client;
const id = '01990b5e-6c2f-7a41-9d3e-2b8f4c6a7e10';

// A draft takes any of the fields, down into groups and rows, and answers what may lack them.
is<Drafted<Article>>()(await articles.create({}, { draft: true }));
is<Drafted<Article>>()(
  await articles.create(
    { title: null, seo: { title: null }, content: [{ blockType: 'quote' }] },
    { draft: true, timeout: 1000 },
  ),
);
is<Drafted<Article>>()(
  await articles.update(
    id,
    { title: null, content: [{ blockType: 'picture', url: null }] },
    { draft: true, ifMatch: 3 },
  ),
);
is<Article>()(await articles.create({ title: 'x', body: 'y', author: id }));
is<Article>()(await articles.create({ title: 'x', body: 'y', author: id }, { draft: false }));
is<Article>()(await articles.update(id, { title: 'x' }, { ifMatch: 3 }));
is<Drafted<Article>>()(await articles.mutate(id, ({ title }) => ({ title: title ?? null }), { draft: true }));
is<Article>()(await articles.mutate(id, ({ title }) => ({ title: title.trim() })));
await client.globals.frontPage.update({ headline: null }, { draft: true });

// @ts-expect-error: only a draft may lack the title
articles.create({ body: 'y', author: id });
// @ts-expect-error: only a draft may empty it
articles.update(id, { title: null });
// @ts-expect-error: a draft is of the right types
articles.create({ title: 1 }, { draft: true });
// @ts-expect-error: a draft has the same fields
articles.create({ titel: 'x' }, { draft: true });
// @ts-expect-error: a block is of one of its types
articles.create({ content: [{ blockType: 'video' }] }, { draft: true });
// @ts-expect-error: here the title must be there
articles.mutate(id, () => ({ title: null }));
// @ts-expect-error: corrections have no drafts
corrections.create({ article: id, text: 'x' }, { draft: true });
// @ts-expect-error: nor letters
letters.update(id, { text: 'x' }, { draft: true });
// @ts-expect-error: nor are they filtered by what they never are
letters.find({ where: { _status: 'draft' } });
// @ts-expect-error: nor can they be read
letters.find({ draft: true });
// @ts-expect-error: a draft that is a creation has no revision yet
articles.create({}, { draft: true, ifMatch: 1 });

// Reads of drafts may lack what is required; what every document has is there.
const draft = await articles.findById(id, { draft: true });
is<Drafted<Article>>()(draft);
is<string | null>()(draft.title);
is<string | null>()(draft.author);
is<string | null>()(draft.seo.title);
is<'news' | 'culture' | 'sports' | null>()(draft.section);
is<string[]>()(draft.related);
is<string>()(draft.id);
is<number>()(draft._revision);
is<string>()(draft.createdAt);
const [block] = draft.content;
if (block?.blockType === 'quote') is<string | null>()(block.text);
is<string>()((await articles.findById(id)).title);
is<string>()((await articles.findById(id, { draft: false })).title);
const drafts = await articles.find({ draft: true, depth: 1, select: ['title', 'author.name'] });
is<string | null>()(drafts.docs[0]?.title ?? null);
is<string | null>()(drafts.docs[0]?.author?.name ?? null);
// @ts-expect-error: not selected
drafts.docs[0]?.body;
for await (const each of articles.iterate({ draft: true })) is<string | null>()(each.title);
is<number>()(await articles.count({ draft: true }));
is<string | null>()((await client.globals.frontPage.get({ draft: true })).headline);

// Steps in the life of a document.
is<Article>()(await articles.publish(id));
is<Article>()(await articles.publish(id, { unpublishAt: '2026-06-01T08:00:00Z' }));
is<Drafted<Article>>()(await articles.publish(id, { publishAt: '2026-05-01T08:00:00Z' }, { ifMatch: 4 }));
is<Drafted<Article>>()(await articles.unpublish(id));
is<Article>()(await articles.discardDraft(id, { ifMatch: 4 }));
const versions = await articles.versions(id, { page: 2, limit: 5 });
is<DocumentVersion<Drafted<Article>>[]>()(versions.docs);
is<'draft' | 'published' | undefined>()(versions.docs[0]?.status);
is<Drafted<Article>>()(await articles.restore(id, versions.docs[0]?.id ?? ''));
is<FrontPage>()(await client.globals.frontPage.publish());
await client.globals.frontPage.versions();
await client.globals.frontPage.restore(id);
await client.globals.frontPage.discardDraft();
await authors.publish(id);
await corrections.versions(id);
const { data, error } = await client.safe.articles.publish(id);
if (data) is<Article>()(data);
if (error?.code === 'BAD_USER_INPUT') is<string | undefined>()(error.details?.[0]?.path);
if (isSvcError(error) && error.code === 'CONFLICT') is<number | undefined>()(error.currentRevision);

// @ts-expect-error: authors keep no history
authors.versions(id);
// @ts-expect-error: corrections have no drafts
corrections.publish(id);
// @ts-expect-error: letters have neither
letters.restore(id, id);
// @ts-expect-error: no such time
articles.publish(id, { publishedAt: '2026-05-01T08:00:00Z' });
// @ts-expect-error: a text
articles.publish(id, { publishAt: new Date() });
