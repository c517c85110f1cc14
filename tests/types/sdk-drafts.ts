/** Drafts: their input, the fields that they may lack, and collections without drafts. */
import {
  type Article,
  type ArticleShape,
  type CollectionDocument,
  createClient,
  type DocumentReference,
  type DocumentVersion,
  type DraftData,
  type Drafted,
  type FrontPage,
  isSvcError,
  type Json,
  type Letter,
  type PopulatedReference,
  type ReferenceInput,
} from '../../fixtures/drafts/expected/sdk/index.js';
import { is } from './sdk-equal.js';

const client = createClient({ baseUrl: 'http://localhost' });
const { articles, authors, corrections, letters } = client;
const id = '01990b5e-6c2f-7a41-9d3e-2b8f4c6a7e10';

// A draft accepts any subset of the fields, also in groups and rows, and the result may lack them.
is<Drafted<Article, ArticleShape['filled']>>()(await articles.create({}, { draft: true }));
is<Drafted<Article, ArticleShape['filled']>>()(
  await articles.create(
    { title: null, seo: { title: null }, content: [{ blockType: 'quote' }] },
    { draft: true, timeout: 1000 },
  ),
);
is<Drafted<Article, ArticleShape['filled']>>()(
  await articles.update(
    id,
    { title: null, content: [{ blockType: 'picture', url: null }] },
    { draft: true, ifMatch: 3 },
  ),
);
is<Article>()(await articles.create({ title: 'x', body: 'y', author: id }));
is<Article>()(await articles.create({ title: 'x', body: 'y', author: id }, { draft: false }));
is<Article>()(await articles.update(id, { title: 'x' }, { ifMatch: 3 }));
is<Drafted<Article, ArticleShape['filled']>>()(
  await articles.mutate(id, ({ title }) => ({ title: title ?? null }), { draft: true }),
);
is<Article>()(await articles.mutate(id, ({ title }) => ({ title: title.trim() })));
await client.globals.frontPage.update({ headline: null }, { draft: true });

// @ts-expect-error: only a draft may lack the title
articles.create({ body: 'y', author: id });
// @ts-expect-error: only a draft may empty it
articles.update(id, { title: null });
// @ts-expect-error: a draft checks types, too
articles.create({ title: 1 }, { draft: true });
// @ts-expect-error: a draft has the same fields
articles.create({ titel: 'x' }, { draft: true });
// @ts-expect-error: not a type of block
articles.create({ content: [{ blockType: 'video' }] }, { draft: true });
// @ts-expect-error: `mutate` without draft must not empty the title
articles.mutate(id, () => ({ title: null }));
// @ts-expect-error: corrections have no drafts
corrections.create({ article: id, text: 'x' }, { draft: true });
// @ts-expect-error: letters have no drafts either
letters.update(id, { text: 'x' }, { draft: true });
// @ts-expect-error: letters have no `_status` to filter by
letters.find({ where: { _status: 'draft' } });
// @ts-expect-error: letters have no drafts to read
letters.find({ draft: true });
// @ts-expect-error: a new draft has no revision yet
articles.create({}, { draft: true, ifMatch: 1 });

// Drafts that are read may lack required fields; the fields of every document are always present.
const draft = await articles.findById(id, { draft: true });
is<Drafted<Article, ArticleShape['filled']>>()(draft);
is<string | null>()(draft.title);
is<string | null>()(draft.author);
is<string | null>()(draft.seo.title);
// Not required of a draft, but the default replaces null.
is<'news' | 'culture' | 'sports'>()(draft.section);
is<Drafted<Article>['section']>()(null as 'news' | 'culture' | 'sports' | null);
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

// Populated documents of collections without drafts are complete; their relations may lead to drafts.
type Settled = CollectionDocument & { name: string; boss: Article<0> | null };
interface Page<Slug extends string = string> extends CollectionDocument {
  _status: 'draft' | 'published';
  title: string;
  place: [longitude: number, latitude: number];
  extra: Json | null;
  owner: Settled | null;
  owners: Settled[];
  subject: PopulatedReference<'letters', Letter | null> | PopulatedReference<'articles', Article | null>;
  subjects: (PopulatedReference<'letters', Letter> | PopulatedReference<'articles', Article>)[];
  origin: DocumentReference<'letters' | 'articles'>;
  rows: { id: string; collection: Slug; label: string; by: Settled | null }[];
}
declare const page: Drafted<Page>;
is<string | null>()(page.title);
is<Json | null>()(page.extra);
is<[longitude: number, latitude: number] | null>()(page.place);
is<string | undefined>()(page.owner?.name);
is<string | undefined>()(page.owners[0]?.name);
is<string | null | undefined>()(page.owner?.boss?.title);
is<string | undefined>()(page.owner?.boss?.id);
is<'letters' | 'articles' | undefined>()(page.subject?.collection);
is<string | undefined>()(page.subject?.id);
if (page.subject?.collection === 'letters') is<string | undefined>()(page.subject.doc?.text);
if (page.subject?.collection === 'articles') is<string | null | undefined>()(page.subject.doc?.title);
const [subject] = page.subjects;
is<'letters' | 'articles' | undefined>()(subject?.collection);
if (subject?.collection === 'letters') is<string>()(subject.doc.text);
if (subject?.collection === 'articles') is<string | null>()(subject.doc.title);
is<'letters' | 'articles' | undefined>()(page.origin?.collection);
is<string | null | undefined>()(page.rows[0]?.collection);
is<string | undefined>()(page.rows[0]?.id);
is<string | null | undefined>()(page.rows[0]?.label);
is<string | undefined>()(page.rows[0]?.by?.name);
if (block) is<'quote' | 'picture'>()(block.blockType);
if (block) is<string>()(block.id);
// @ts-expect-error: the owner has no drafts, so its name is never null
is<string | null | undefined>()(page.owner?.name);
is<Letter>()((await letters.findById(id)) satisfies Drafted<Letter>);

declare const change: DraftData<{
  origin: ReferenceInput<'letters'>;
  rows: { id?: string; label: string }[];
}>;
is<ReferenceInput<'letters'> | null | undefined>()(change.origin);
is<string | undefined>()(change.rows?.[0]?.id);
is<string | null | undefined>()(change.rows?.[0]?.label);

// Fields with a default are never null, in groups, rows and blocks too.
interface Flagged extends CollectionDocument {
  _status: 'draft' | 'published';
  shown: boolean;
  label: string;
  seo: { indexed: boolean; title: string };
  rows: { id: string; done: boolean; note: string }[];
  body: (
    | { id: string; blockType: 'quote'; wide: boolean }
    | { id: string; blockType: 'note'; wide: boolean }
  )[];
}
declare const flagged: Drafted<Flagged, 'shown' | 'seo.indexed' | 'rows.done' | 'body.quote.wide'>;
is<boolean>()(flagged.shown);
is<string | null>()(flagged.label);
is<boolean>()(flagged.seo.indexed);
is<string | null>()(flagged.seo.title);
const [flaggedRow] = flagged.rows;
if (flaggedRow) is<boolean>()(flaggedRow.done);
if (flaggedRow) is<string | null>()(flaggedRow.note);
const [flaggedBlock] = flagged.body;
if (flaggedBlock?.blockType === 'quote') is<boolean>()(flaggedBlock.wide);
if (flaggedBlock?.blockType === 'note') is<boolean | null>()(flaggedBlock.wide);
is<Drafted<Flagged>>()(null as unknown as Drafted<Flagged>);
flagged satisfies Drafted<Flagged>;

// What is pending: only in reads of drafts.
is<boolean>()((await articles.findById(id, { draft: true }))._pending);
is<boolean>()((await articles.findById(id, { draft: true, select: ['_pending'] }))._pending);
is<boolean>()((await articles.create({}, { draft: true }))._pending);
is<boolean>()((await client.globals.frontPage.get({ draft: true }))._pending);
await articles.find({ where: { _pending: true }, draft: true });
await articles.find({ where: { _pending: { not_equals: true } }, draft: true });
await articles.find({ where: { 'related._pending': true }, draft: true });
// @ts-expect-error: the published view does not know what is pending
(await articles.findById(id))._pending;
// @ts-expect-error: letters have no drafts
(await letters.findById(id))._pending;
// @ts-expect-error: letters have no drafts
await letters.find({ where: { _pending: true } });
// @ts-expect-error: it is a boolean
await articles.find({ where: { _pending: 'yes' } });
// @ts-expect-error: lists cannot be sorted by it
await articles.find({ sort: '_pending' });
// @ts-expect-error: the service sets it
await articles.update(id, { _pending: true });

// State transitions of a document.
is<Article>()(await articles.publish(id));
is<Article>()(await articles.publish(id, { unpublishAt: '2026-06-01T08:00:00Z' }));
is<Drafted<Article, ArticleShape['filled']>>()(
  await articles.publish(id, { publishAt: '2026-05-01T08:00:00Z' }, { ifMatch: 4 }),
);
is<Drafted<Article, ArticleShape['filled']>>()(await articles.unpublish(id));
is<Article>()(await articles.discardDraft(id, { ifMatch: 4 }));
const versions = await articles.versions(id, { page: 2, limit: 5 });
is<DocumentVersion<Omit<Drafted<Article, ArticleShape['filled']>, '_pending'>>[]>()(versions.docs);
// @ts-expect-error: what was saved does not know what is pending now
versions.docs[0]?.document._pending;
is<'draft' | 'published' | undefined>()(versions.docs[0]?.status);
is<Drafted<Article, ArticleShape['filled']>>()(await articles.restore(id, versions.docs[0]?.id ?? ''));
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
// @ts-expect-error: letters have neither drafts nor versions
letters.restore(id, id);
// @ts-expect-error: no such option
articles.publish(id, { publishedAt: '2026-05-01T08:00:00Z' });
// @ts-expect-error: must be a text
articles.publish(id, { publishAt: new Date() });
