/** Twenty changes of a config, each with the expected documents after it. */

interface Field {
  readonly name: string;
  readonly [option: string]: unknown;
}

interface Documents {
  readonly slug: string;
  readonly fields: Field[];
  readonly [option: string]: unknown;
}

export interface EvolvingConfig {
  collections: Documents[];
  globals: Documents[];
}

export interface EvolutionStep {
  readonly name: string;
  change(config: EvolvingConfig): void;
  readonly confirm?: readonly string[];
  /** SQL that creates data which the step must refuse, the refusal, and the SQL that fixes the data. */
  readonly dirty?: { readonly sql?: string; readonly refusal: string; readonly cure: string };
  /** Inserted into the SQL before the first column is dropped, or at the end of the up migration. */
  readonly extraSql?: string;
  /** Whether the step is undone and run again; the data must be the same afterwards. */
  readonly isRoundTrip?: boolean;
  /** Path → the required content of the response. */
  readonly expected: Readonly<Record<string, object>>;
}

export const firstConfig: EvolvingConfig = {
  collections: [
    { slug: 'tags', drafts: false, fields: [{ name: 'name', type: 'text' }] },
    { slug: 'authors', drafts: false, fields: [{ name: 'name', type: 'text' }] },
    {
      slug: 'posts',
      versions: true,
      fields: [
        { name: 'title', type: 'text' },
        { name: 'body', type: 'textarea' },
        { name: 'views', type: 'number', integer: true },
        { name: 'tag', type: 'relationship', to: 'tags' },
        { name: 'status', type: 'select', options: ['new', 'live', 'old'] },
        { name: 'day', type: 'date' },
        {
          name: 'items',
          type: 'array',
          fields: [
            { name: 'label', type: 'text' },
            { name: 'n', type: 'number' },
            { name: 'at', type: 'date' },
          ],
        },
      ],
    },
  ],
  globals: [],
};

function documents(config: EvolvingConfig, slug: string): Documents {
  const found = config.collections.find((one) => one.slug === slug);
  if (found === undefined) throw new Error(`There is no collection ${slug}.`);
  return found;
}

/** Replaces, adds or removes a field. */
function put(config: EvolvingConfig, slug: string, field: Field | null, former = field?.name): void {
  const { fields } = documents(config, slug);
  const position = fields.findIndex(({ name }) => name === former);
  const items = field === null ? [] : [field];
  fields.splice(position === -1 ? fields.length : position, position === -1 ? 0 : 1, ...items);
}

function options(config: EvolvingConfig, slug: string, given: object): void {
  const position = config.collections.findIndex((one) => one.slug === slug);
  config.collections[position] = { ...documents(config, slug), ...given };
}

const post = '/api/posts/{post}';
const draft = '/api/posts/{post}?draft=true';
const article = '/api/articles/{post}';

export const steps: readonly EvolutionStep[] = [
  {
    name: 'a field is added',
    change: (config) => put(config, 'posts', { name: 'subtitle', type: 'text' }),
    isRoundTrip: true,
    expected: {
      [post]: { title: 'First', subtitle: null, views: 5, tag: '{tag}' },
      [draft]: { title: 'Draft', subtitle: null },
    },
  },
  {
    name: 'a required field with a default is added',
    change: (config) => put(config, 'posts', { name: 'lang', type: 'text', required: true, default: 'en' }),
    expected: { [post]: { lang: 'en' }, [draft]: { lang: 'en', title: 'Draft' } },
  },
  {
    name: 'a field is renamed',
    change: (config) =>
      put(config, 'posts', { name: 'headline', type: 'text', renamedFrom: 'title' }, 'title'),
    isRoundTrip: true,
    expected: {
      [post]: { headline: 'First' },
      [draft]: { headline: 'Draft' },
      '/api/posts/{post}/versions': {
        docs: [{ document: { headline: 'Draft' } }, { document: { headline: 'First' } }],
      },
    },
  },
  {
    name: 'a number becomes a text',
    change: (config) => put(config, 'posts', { name: 'views', type: 'text' }),
    isRoundTrip: true,
    expected: { [post]: { views: '5' }, [draft]: { views: '5' } },
  },
  {
    name: 'a text becomes a number',
    change: (config) => put(config, 'posts', { name: 'views', type: 'number' }),
    confirm: ['posts.views'],
    dirty: {
      sql: `UPDATE posts SET views = 'many' WHERE headline = 'Second'`,
      refusal: 'posts.views is number now, and a value is not a number',
      cure: `UPDATE posts SET views = '7.5' WHERE headline = 'Second'`,
    },
    expected: { [post]: { views: 5 }, '/api/posts/{second}': { views: 7.5 } },
  },
  {
    name: 'a field gets an index',
    change: (config) => put(config, 'posts', { name: 'headline', type: 'text', index: true }),
    isRoundTrip: true,
    expected: { '/api/posts?sort=headline_desc': { docs: [{ headline: 'Second' }, { headline: 'First' }] } },
  },
  {
    name: 'a field becomes unique over dirty data',
    change: (config) => put(config, 'posts', { name: 'subtitle', type: 'text', unique: true }),
    dirty: {
      sql: `UPDATE posts SET subtitle = 'same'`,
      refusal: 'posts: the index on subtitle is unique now, and documents have the same value',
      cure: `UPDATE posts SET subtitle = headline`,
    },
    expected: { [post]: { subtitle: 'First' } },
  },
  {
    name: 'a field moves into a group',
    change: (config) => {
      put(config, 'posts', null, 'subtitle');
      const field = { name: 'subtitle', type: 'text', unique: true, renamedFrom: 'subtitle' };
      put(config, 'posts', { name: 'seo', type: 'group', fields: [field] });
    },
    isRoundTrip: true,
    expected: { [post]: { seo: { subtitle: 'First' } } },
  },
  {
    name: 'a relation takes several documents',
    change: (config) =>
      put(config, 'posts', { name: 'tag', type: 'relationship', to: 'tags', hasMany: true }),
    isRoundTrip: true,
    expected: { [post]: { tag: ['{tag}'] }, [draft]: { tag: ['{tag}'] } },
  },
  {
    name: 'a relation takes one document again',
    change: (config) => put(config, 'posts', { name: 'tag', type: 'relationship', to: 'tags' }),
    confirm: ['posts.tag'],
    expected: { [post]: { tag: '{tag}' }, '/api/posts?where={"tag":{"equals":"{tag}"}}': { totalDocs: 2 } },
  },
  {
    name: 'an optional field becomes required',
    change: (config) => put(config, 'posts', { name: 'body', type: 'textarea', required: true }),
    dirty: {
      refusal: 'posts.body is required now, and is empty (found once; for example document {second})',
      cure: `UPDATE posts SET body = 'Text' WHERE body IS NULL`,
    },
    expected: { '/api/posts/{second}': { body: 'Text' } },
  },
  {
    name: 'a collection is renamed',
    change: (config) => options(config, 'posts', { slug: 'articles', renamedFrom: 'posts' }),
    isRoundTrip: true,
    expected: {
      [article]: { headline: 'First', seo: { subtitle: 'First' }, tag: '{tag}' },
      [`${article}?draft=true`]: { headline: 'Draft' },
      [`${article}/versions`]: { totalDocs: 2 },
    },
  },
  {
    name: 'a relation leads to another collection',
    change: (config) => put(config, 'articles', { name: 'tag', type: 'relationship', to: 'authors' }),
    confirm: ['articles.tag'],
    expected: { [article]: { tag: null } },
  },
  {
    name: 'a global is added',
    change: (config) =>
      config.globals.push({ slug: 'site', fields: [{ name: 'title', type: 'text', default: 'Home' }] }),
    expected: { '/api/globals/site': { title: 'Home' } },
  },
  {
    name: 'a field inside rows is renamed, and another has another type',
    change: (config) =>
      put(config, 'articles', {
        name: 'items',
        type: 'array',
        fields: [
          { name: 'caption', type: 'text', renamedFrom: 'label' },
          { name: 'n', type: 'text' },
          { name: 'at', type: 'date', time: true },
        ],
      }),
    isRoundTrip: false,
    expected: {
      [article]: {
        items: [
          { caption: 'one', n: '1.5', at: '2026-01-02T00:00:00.000Z' },
          { caption: null, n: '2', at: null },
        ],
      },
    },
  },
  {
    name: 'a date becomes a timestamp',
    change: (config) => put(config, 'articles', { name: 'day', type: 'date', time: true }),
    expected: { [article]: { day: '2026-03-04T00:00:00.000Z' } },
  },
  {
    name: 'a select loses an option',
    change: (config) => put(config, 'articles', { name: 'status', type: 'select', options: ['new', 'live'] }),
    dirty: {
      refusal:
        'articles.status has a value that is no longer one of its options (found once; for example document {second} with "old")',
      cure: `UPDATE articles SET status = 'live' WHERE status = 'old'`,
    },
    expected: { '/api/articles/{second}': { status: 'live' } },
  },
  {
    name: 'a field is split',
    change: (config) => {
      put(config, 'articles', null, 'headline');
      put(config, 'articles', { name: 'head', type: 'text' });
      put(config, 'articles', { name: 'tail', type: 'text' });
    },
    confirm: ['articles.headline'],
    extraSql: `UPDATE "articles" SET "head" = substr("headline", 1, 2), "tail" = substr("headline", 3);`,
    expected: { [article]: { head: 'Fi', tail: 'rst' } },
  },
  {
    name: 'drafts and versions are switched off',
    change: (config) => options(config, 'articles', { drafts: false, versions: false }),
    confirm: ['articles:drafts', 'articles:versions'],
    expected: { [article]: { head: 'Fi' }, '/api/articles': { totalDocs: 2 } },
  },
  {
    name: 'drafts and versions are switched on',
    change: (config) => options(config, 'articles', { drafts: true, versions: true }),
    isRoundTrip: true,
    expected: { [`${article}?draft=true`]: { head: 'Fi', _status: 'published' } },
  },
  {
    name: 'a field and a collection are dropped',
    change: (config) => {
      put(config, 'articles', null, 'body');
      config.collections = config.collections.filter(({ slug }) => slug !== 'tags');
    },
    confirm: ['articles.body', 'tags'],
    expected: { [article]: { head: 'Fi', seo: { subtitle: 'First' }, views: 5, lang: 'en' } },
  },
];
