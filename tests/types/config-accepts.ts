/** Configs that must compile. */
import {
  atLeast,
  type CollectionConfig,
  defineCollection,
  defineConfig,
  defineGlobal,
  type FieldConfig,
  type GlobalConfig,
  refuse,
  type ServiceConfig,
  sqlite,
  sqliteSessions,
} from '../../runtime/config/index.js';

export const empty: ServiceConfig = defineConfig({});

export const everyOption: ServiceConfig = defineConfig({
  name: 'Blog',
  baseUrl: 'https://example.com',
  output: 'generated',
  sdk: { emit: 'ts' },
  db: sqlite({ path: 'data.db' }),
  limits: { maxLimit: 500, maxDepth: 3, bodyBytes: 1000 },
  server: {
    port: 4000,
    host: '127.0.0.1',
    trustProxy: 'loopback',
    cors: { origins: ['https://example.com'] },
    requestTimeout: 1000,
  },
  email: {
    from: 'News <news@example.com>',
    templates: { welcome: (link, userName) => ({ subject: 'Hi', html: link, text: userName }) },
  },
  collections: [
    {
      slug: 'authors',
      labels: { singular: 'Author', plural: 'Authors' },
      description: 'Who writes.',
      access: {
        read: () => true,
        create: ['admin'],
        update: atLeast('editor'),
        delete: ({ req }) => req.user?.role === 'admin',
      },
      admin: { useAsTitle: 'name', defaultColumns: ['name', 'seo.title', 'createdAt'], group: 'People' },
      defaultSort: 'name_asc,createdAt_desc',
      indexes: [{ fields: ['name', 'seo.title'], unique: true }],
      drafts: { readRoles: ['editor'] },
      versions: { max: 10 },
      fields: [
        {
          name: 'name',
          type: 'text',
          required: true,
          index: true,
          minLength: 1,
          maxLength: 80,
          pattern: /^\S/,
        },
        { name: 'nicknames', type: 'text', hasMany: true, minRows: 1, maxRows: 3, default: ['Al'] },
        { name: 'seen', type: 'number', default: 0, readOnly: true, required: true },
        { name: 'loud', type: 'text', virtual: ({ document }) => String(document['name']) },
        { name: 'late', type: 'text', virtual: async () => 'a' },
        { name: 'mood', type: 'select', options: ['a', 'b'], virtual: () => 'a' },
        { name: 'ids', type: 'text', hasMany: true, virtual: ({ siblingData }) => Object.keys(siblingData) },
        { name: 'age', type: 'number', integer: true, min: 0, max: 150, default: () => 30 },
        {
          name: 'scores',
          type: 'number',
          hasMany: true,
          min: 0,
          validate: (values) => values.length > 0 || 'none',
        },
        {
          name: 'posts',
          type: 'join',
          collection: 'posts',
          on: 'author',
          limit: 3,
          sort: 'title',
          where: { title: { exists: true } },
        },
        { name: 'featured', type: 'join', collection: 'posts', on: 'meta.reviewer' },
        {
          name: 'seo',
          type: 'group',
          fields: [
            { name: 'title', type: 'text' },
            { name: 'slug', type: 'slug', from: 'title' },
          ],
        },
      ],
    },
    {
      slug: 'posts',
      fields: [
        {
          name: 'title',
          type: 'text',
          required: true,
          validate: (value) => value.length > 1 || 'Too short.',
        },
        { name: 'slug', type: 'slug', from: 'title' },
        {
          name: 'author',
          type: 'relationship',
          to: 'authors',
          required: true,
          onDelete: 'cascade',
          unique: true,
        },
        { name: 'about', type: 'relationship', to: ['authors', 'posts'], hasMany: true, maxRows: 2 },
        {
          name: 'kind',
          type: 'select',
          options: ['news', { label: 'Essay', value: 'essay' }],
          default: 'essay',
        },
        { name: 'tags', type: 'select', hasMany: true, options: ['a', 'b'], default: ['a'] },
        { name: 'at', type: 'point', default: [1, 2] },
        { name: 'on', type: 'date', time: true, validate: async (value) => value > '2000' || 'Too old.' },
        { name: 'extra', type: 'json', default: { a: [1] } },
        { name: 'text', type: 'richText' },
        { name: 'live', type: 'boolean', index: true, default: false },
        { name: 'meta', type: 'group', fields: [{ name: 'reviewer', type: 'relationship', to: 'authors' }] },
        {
          name: 'items',
          type: 'array',
          minRows: 1,
          fields: [{ name: 'label', type: 'text', validate: (value) => value !== '' || 'Empty.' }],
        },
        {
          name: 'layout',
          type: 'blocks',
          blocks: [
            { slug: 'hero', fields: [{ name: 'target', type: 'relationship', to: 'posts' }] },
            { slug: 'quote', label: 'Quote', fields: [{ name: 'text', type: 'textarea', maxLength: 10 }] },
          ],
        },
      ],
      hooks: {
        beforeValidate: ({ data, operation }) =>
          operation === 'create' ? { ...data, live: false } : undefined,
        beforeChange: [
          ({ data, document }) => {
            const title: string | undefined = data.title;
            const kind: 'news' | 'essay' | null | undefined = data.kind;
            const tags: ('a' | 'b')[] | null | undefined = data.tags;
            const before: string | undefined = document?.title;
            const reviewer: string | null | undefined = document?.meta.reviewer;
            if (title === before && kind === 'news')
              throw refuse('Nothing new.', [{ path: 'title', message: 'same' }]);
            data.on = reviewer === null ? '2020-01-01' : null;
            return { ...data, tags };
          },
        ],
        afterChange: ({ document }) => {
          const id: string = document.id;
          const about: { collection: 'authors' | 'posts'; id: string }[] | null =
            document.about?.map((each) => ({ ...each })) ?? null;
          return [
            id,
            about,
            document.items.map((item) => item.label),
            document.layout.map((block) => block.blockType),
          ];
        },
        afterRead: ({ document, req }) => ({
          ...document,
          title: req.user?.email ?? req.apiKey?.name ?? req.method,
        }),
        beforeDelete: async ({ document }) => {
          if (document.live === true) throw refuse(`${document.title} is live.`);
        },
      },
    },
  ],
  globals: [
    {
      slug: 'site',
      label: 'Site',
      access: { read: ['guest'], update: ['admin'] },
      fields: [
        { name: 'title', type: 'text' },
        { name: 'home', type: 'relationship', to: 'posts' },
      ],
      hooks: { beforeChange: ({ data }) => ({ ...data, title: data.title?.trim() ?? null }) },
    },
  ],
});

export const everyAuthOption: ServiceConfig = defineConfig({
  auth: {
    secret: undefined,
    previousSecrets: ['x'],
    sessions: sqliteSessions({ path: 'sessions.db' }),
    registration: { enabled: true, defaultRole: 'author' },
    emailVerification: false,
    passwordPolicy: { minLength: 14, uppercase: false, lowercase: false, digit: false, symbol: false },
    lockout: { attempts: 3, minutes: 5, deviceCookie: true },
    rateLimit: { api: { max: 10, windowSeconds: 60 } },
    trustedOrigins: ['https://app.example.com'],
    roles: [{ name: 'moderator', rank: 60 }],
    auditRetentionDays: 90,
    magicLink: false,
    invites: false,
    pages: { login: 'https://app.example.com/login' },
    tokenInBody: true,
  },
  collections: [
    {
      slug: 'posts',
      access: {
        create: atLeast('moderator'),
        update: async ({ req, document }) => document?.['title'] === req.user?.id,
      },
      fields: [
        { name: 'title', type: 'text', access: { read: ['admin'], update: atLeast('editor') } },
        { name: 'owner', type: 'relationship', to: 'users' },
        { name: 'parties', type: 'relationship', to: ['users', 'posts'], hasMany: true },
      ],
    },
  ],
});

export const overviewOfNumbers: ServiceConfig = defineConfig({
  auth: { secret: 'x' },
  admin: {
    overview: [
      { collection: 'books', groupBy: 'kind', title: { en: 'Books', de: 'Bücher' } },
      {
        collection: 'books',
        groupBy: { field: 'createdAt', by: 'month', offset: '+02:00' },
        metrics: { n: 'count', total: { sum: 'seo.price' }, kinds: { countDistinct: 'kind' } },
        limit: 12,
      },
      { collection: 'users', groupBy: 'role' },
      { collection: 'books', groupBy: '_status' },
    ],
  },
  collections: [
    {
      slug: 'books',
      admin: { icon: 'book', useAsTitle: 'kind' },
      fields: [
        { name: 'kind', type: 'text' },
        { name: 'seo', type: 'group', fields: [{ name: 'price', type: 'number' }] },
        {
          name: 'body',
          type: 'blocks',
          blocks: [{ slug: 'hero', admin: { icon: 'image' }, fields: [{ name: 'a', type: 'text' }] }],
        },
      ],
    },
  ],
  globals: [{ slug: 'site', admin: { icon: 'settings' }, fields: [{ name: 'title', type: 'text' }] }],
});

export const usersWithMore: ServiceConfig = defineConfig({
  auth: { secret: 'x', rateLimit: false },
  collections: [
    { slug: 'posts', fields: [{ name: 'owner', type: 'relationship', to: 'users' }] },
    {
      slug: 'users',
      admin: { useAsTitle: 'email', defaultColumns: ['name', 'role', 'bio'] },
      defaultSort: 'email_asc,bio',
      indexes: [{ fields: ['role', 'bio'] }],
      fields: [
        { name: 'bio', type: 'text' },
        { name: 'posts', type: 'join', collection: 'posts', on: 'owner', sort: 'createdAt_desc' },
      ],
      hooks: {
        afterChange: ({ document }) => {
          const email: string = document.email;
          const bio: string | null = document.bio;
          const verified: boolean = document.emailVerified;
          return [email, bio, verified, document.role === 'admin'];
        },
      },
    },
  ],
});

export const usersWithoutAuth: ServiceConfig = defineConfig({
  collections: [
    {
      slug: 'users',
      admin: { useAsTitle: 'name' },
      fields: [
        { name: 'name', type: 'text', required: true },
        { name: 'boss', type: 'relationship', to: 'users' },
      ],
      hooks: {
        afterChange: ({ document }) => {
          const name: string = document.name;
          return name;
        },
      },
    },
  ],
});

export const usersFromElsewhere: ServiceConfig = defineConfig({
  auth: { secret: 'x' },
  collections: [
    defineCollection({
      slug: 'users',
      fields: [{ name: 'bio', type: 'text' }],
      hooks: { beforeChange: ({ data }) => ({ ...data, bio: data.email?.slice(0, 3) ?? null }) },
    }),
    { slug: 'posts', fields: [{ name: 'owner', type: 'relationship', to: 'users' }] },
  ],
});

// The compiler does not know computed values, so it accepts them.
declare const collections: CollectionConfig[];
declare const globals: readonly GlobalConfig[];
declare const fields: FieldConfig[];
declare const field: FieldConfig;
declare const slugs: string[];
declare const title: string;
declare const flag: boolean;

export const computed: readonly ServiceConfig[] = [
  defineConfig({ collections, globals }),
  defineConfig({
    collections: [
      ...collections,
      { slug: 'more', fields: [{ name: 'r', type: 'relationship', to: 'unknown-here' }] },
    ],
  }),
  defineConfig({
    collections: slugs.map((slug) => ({ slug, fields: [{ name: 'title', type: 'text' as const }] })),
  }),
  defineConfig({
    collections: [
      { slug: 'a', fields, admin: { useAsTitle: 'anything' } },
      {
        slug: 'b',
        fields: [...fields, { name: 'r', type: 'relationship', to: 'a' }],
        defaultSort: 'whatever_desc',
      },
      { slug: 'c', fields: [field, { name: 'x', type: 'text' }], indexes: [{ fields: ['x', 'y'] }] },
      {
        slug: 'd',
        fields: [
          { name: title, type: 'text' },
          { name: 'r', type: 'relationship', to: title },
        ],
      },
      { slug: 'e', fields: [{ name: 'x', type: 'text', hasMany: flag }] },
      { slug: 'f', fields: [{ name: 'j', type: 'join', collection: 'b', on: 'anything' }] },
      ...(flag ? [{ slug: 'g', fields: [{ name: 'x', type: 'text' }] } as const] : []),
    ],
  }),
];

const seo = {
  name: 'seo',
  type: 'group',
  fields: [{ name: 'title', type: 'text' }],
} as const satisfies FieldConfig;

const loose = { name: 'seo', type: 'group', fields: [] } satisfies FieldConfig;

/** The parameters of callbacks are typed where the field determines the type. */
const checked: readonly FieldConfig[] = [
  { name: 'a', type: 'text', validate: (value) => value.length > 1 || 'Too short.' },
  { name: 'b', type: 'text', hasMany: true, validate: (values) => values.includes('x') || 'No x.' },
  { name: 'c', type: 'number', validate: () => true, default: () => 1 },
  { name: 'd', type: 'textarea', validate: (value) => value.length > 1 || 'Too short.' },
  { name: 'e', type: 'date', time: true, validate: async (value) => value > '2000' || 'Too old.' },
  {
    name: 'f',
    type: 'select',
    options: ['x'],
    hasMany: true,
    validate: (values) => values.length > 0 || 'None.',
  },
  { name: 'g', type: 'relationship', to: 'x', validate: (value) => typeof value === 'string' || value.id },
  { name: 'h', type: 'array', fields: [], validate: (rows) => rows.length > 1 || 'Too few.' },
];

const named = (name: string): FieldConfig => ({ name, type: 'text' });

const collection = (slug: string, own: readonly FieldConfig[]): CollectionConfig => ({
  slug,
  fields: [...own, named('made')],
  hooks: { beforeChange: ({ data }) => ({ ...data, made: data['made'] }) },
});

export const split: ServiceConfig = defineConfig({
  collections: [
    { slug: 'pages', fields: [seo, loose, named('x'), ...checked], admin: { useAsTitle: 'seo.title' } },
    collection('people', [seo]),
  ],
});

const posts = defineCollection({
  slug: 'posts',
  fields: [
    { name: 'title', type: 'text', required: true },
    { name: 'author', type: 'relationship', to: 'authors' },
  ],
  admin: { useAsTitle: 'title' },
  hooks: { beforeChange: ({ data }) => ({ ...data, title: data.title?.trim() }) },
});

const site = defineGlobal({ slug: 'site', fields: [{ name: 'home', type: 'relationship', to: 'posts' }] });

// Callbacks of fields with untyped parameters, together with a hook whose data is typed by the fields.
const products = defineCollection({
  slug: 'products',
  access: { read: ({ req }) => req.user !== undefined },
  fields: [
    { name: 'code', type: 'text', pattern: /^\w+$/, validate: (value) => value.length > 1 || 'Too short.' },
    { name: 'price', type: 'number', default: ({ req }) => (req.user ? 1 : 2) },
    { name: 'owner', type: 'relationship', to: 'users', default: ({ req }) => req.user?.id },
    { name: 'editor', type: 'relationship', to: 'users', default: async ({ req }) => req.user?.id ?? null },
    {
      name: 'seo',
      type: 'group',
      fields: [{ name: 'title', type: 'text', validate: async (value, { path }) => value !== '' || path }],
    },
    {
      name: 'rows',
      type: 'array',
      fields: [{ name: 'post', type: 'relationship', to: 'posts', validate: (id) => id !== '' || 'Empty.' }],
    },
    {
      name: 'content',
      type: 'blocks',
      blocks: [
        {
          slug: 'quote',
          fields: [{ name: 'text', type: 'text', validate: (value) => value !== '' || 'No.' }],
        },
      ],
    },
  ],
  hooks: {
    beforeChange: ({ data }) => ({ ...data, price: data.price ?? null }),
    afterRead: [({ document }) => ({ ...document, code: document.code ?? '' })],
  },
});

const footer = defineGlobal({
  slug: 'footer',
  fields: [{ name: 'text', type: 'text', validate: (value) => value !== '' || 'Empty.' }],
  hooks: { beforeChange: ({ data }) => ({ ...data, text: data.text ?? null }) },
});

// Here, too, the compiler accepts what it does not know.
declare const base: CollectionConfig;
const copied = defineCollection({ ...base, drafts: false });

export const fromModules: ServiceConfig = defineConfig({
  collections: [
    posts,
    products,
    copied,
    { slug: 'authors', fields: [{ name: 'posts', type: 'join', collection: 'posts', on: 'author' }] },
  ],
  globals: [site, footer],
});

/** A hook typed by a generated document type. */
interface Post {
  id: string;
  title: string;
  createdAt: string;
}

export const typedHook: ServiceConfig = defineConfig({
  collections: [
    {
      slug: 'posts',
      fields: [{ name: 'title', type: 'text', required: true }],
      hooks: {
        afterRead: ({ document }: { document: Post }) => ({ ...document, title: document.createdAt }),
      },
    },
  ],
});

const asConst = {
  collections: [{ slug: 'posts', fields: [{ name: 'title', type: 'text' }] }],
} as const satisfies ServiceConfig;

export const annotated: ServiceConfig = defineConfig(asConst);

export const files: ServiceConfig = defineConfig({
  collections: [
    { slug: 'media', upload: true, fields: [] },
    {
      slug: 'pages',
      fields: [
        { name: 'cover', type: 'upload', to: 'media', mimeTypes: ['video/*'], required: true },
        { name: 'gallery', type: 'upload', to: ['media'], hasMany: true, maxRows: 3 },
      ],
      hooks: {
        afterChange: ({ document }) => {
          const cover: string = document.cover;
          const first: { readonly collection: 'media'; readonly id: string } | undefined =
            document.gallery[0];
          void [cover, first];
        },
      },
    },
  ],
});
