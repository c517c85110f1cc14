import { atLeast, defineConfig, defineRoute, refuse } from 'svc';
import { z } from 'zod';

const search = defineRoute({
  id: 'search',
  method: 'GET',
  path: '/searches/:place',
  access: 'public',
  params: z.object({ place: z.enum(['here', 'there']) }),
  query: z.object({
    words: z.array(z.string().max(40)).max(5).optional(),
    from: z.iso.date().optional(),
    limit: z.coerce.number().int().min(1).max(50).default(10),
  }),
  response: z.object({ place: z.string(), words: z.array(z.string()), limit: z.int() }),
  handler: ({ params, query }) => ({ place: params.place, words: query.words ?? [], limit: query.limit }),
});

const order = defineRoute({
  id: 'order',
  method: 'PUT',
  path: '/orders/:id',
  access: atLeast('customer'),
  body: z.strictObject({
    name: z.string().min(1).max(80),
    mail: z.email(),
    lines: z.array(z.object({ count: z.int().min(1).max(99), note: z.string().nullable() })).max(10),
    state: z.union([z.literal('open'), z.object({ closed: z.iso.datetime() })]),
    more: z.record(z.string(), z.number()).optional(),
  }),
  responses: { 200: z.object({ id: z.string() }), 202: z.object({ waits: z.literal(true) }) },
  handler: ({ params, body, reply }) => {
    if (body.name === 'REFUSED')
      throw refuse('This name is refused.', [{ path: 'name', message: 'refused' }]);
    return body.lines.length > 3 ? reply(202, { waits: true }) : reply(200, { id: params.id });
  },
});

const ping = defineRoute({
  id: 'ping',
  method: 'POST',
  path: '/pings',
  access: ({ req }) => req.user !== undefined || req.apiKey !== undefined,
  handler: () => {},
});

/** Every field type, every kind of rule, drafts, versions, hooks and every flow of authentication. */
export default defineConfig({
  name: 'Fuzzed',
  routes: [search, order, ping],
  auth: {
    registration: { enabled: true },
    emailVerification: false,
    roles: [{ name: 'reviewer', rank: 60 }],
  },
  collections: [
    {
      slug: 'users',
      fields: [
        { name: 'department', type: 'text', maxLength: 80 },
        { name: 'costCentre', type: 'text', access: { read: atLeast('admin'), update: atLeast('admin') } },
        { name: 'favourites', type: 'relationship', to: 'things', hasMany: true },
      ],
    },

    /** Every field type, with trash and search. */
    {
      slug: 'things',
      versions: { max: 5 },
      trash: { days: 7 },
      search: { fields: { title: 4, tags: 2, story: 1, 'size.secret': 1, 'content.text': 1 } },
      defaultSort: 'title_asc',
      indexes: [{ fields: ['kind', 'price'] }, { fields: ['title', 'serial'], unique: true }],
      fields: [
        { name: 'title', type: 'text', required: true, minLength: 1, maxLength: 120 },
        { name: 'serial', type: 'text', unique: true, pattern: /^[A-Z]{2}\d{4}$/ },
        { name: 'tags', type: 'text', hasMany: true, maxRows: 20 },
        { name: 'summary', type: 'textarea', maxLength: 500 },
        { name: 'story', type: 'richText' },
        { name: 'contact', type: 'email', unique: true },
        { name: 'homepage', type: 'url' },
        { name: 'slug', type: 'slug', from: 'title' },
        { name: 'price', type: 'number', min: 0, max: 1_000_000, index: true },
        { name: 'stock', type: 'number', integer: true, default: 0 },
        { name: 'ratings', type: 'number', hasMany: true, min: 1, max: 5, maxRows: 100 },
        { name: 'active', type: 'boolean', default: true },
        { name: 'madeOn', type: 'date' },
        { name: 'checkedAt', type: 'date', time: true },
        { name: 'kind', type: 'select', options: ['tool', 'toy', 'art'] },
        { name: 'colors', type: 'select', hasMany: true, options: ['red', 'green', 'blue'] },
        { name: 'tint', type: 'color', index: true },
        { name: 'extra', type: 'json' },
        { name: 'place', type: 'point' },
        { name: 'owner', type: 'relationship', to: 'users' },
        { name: 'maker', type: 'relationship', to: 'notes', onDelete: 'restrict' },
        { name: 'origin', type: 'relationship', to: ['notes', 'articles'] },
        { name: 'seenBy', type: 'relationship', to: ['notes', 'things'], hasMany: true, maxRows: 10 },
        { name: 'partOf', type: 'relationship', to: 'things', onDelete: 'cascade' },
        { name: 'parts', type: 'join', collection: 'things', on: 'partOf' },
        {
          name: 'size',
          type: 'group',
          fields: [
            { name: 'width', type: 'number', min: 0 },
            { name: 'secret', type: 'text', access: { read: atLeast('editor'), update: ['admin'] } },
          ],
        },
        {
          name: 'images',
          type: 'array',
          maxRows: 10,
          fields: [
            { name: 'source', type: 'url', required: true },
            { name: 'credit', type: 'relationship', to: 'users' },
          ],
        },
        {
          name: 'content',
          type: 'blocks',
          blocks: [
            { slug: 'heading', fields: [{ name: 'text', type: 'text', required: true }] },
            { slug: 'links', fields: [{ name: 'to', type: 'relationship', to: 'things', hasMany: true }] },
          ],
        },
        {
          name: 'even',
          type: 'number',
          validate: (value) => typeof value !== 'number' || value % 2 === 0 || 'Must be even.',
        },
      ],
    },

    /** Drafts that only editors see, rules by callbacks and constraints. */
    {
      slug: 'articles',
      versions: true,
      trash: true,
      search: { fields: { title: 2, verdict: 1 } },
      drafts: { readRoles: atLeast('editor'), autosave: true },
      access: {
        read: ({ req }) =>
          req.user && atLeast('author').includes(req.user.role) ? true : { released: { equals: true } },
        create: atLeast('author'),
        update: async ({ req, document }) =>
          req.user !== undefined &&
          (atLeast('editor').includes(req.user.role) || document?.['author'] === req.user.id),
        delete: ['editor', 'admin', 'super_admin'],
      },
      fields: [
        { name: 'title', type: 'text', required: true },
        { name: 'slug', type: 'slug', from: 'title' },
        { name: 'released', type: 'boolean', default: false },
        { name: 'author', type: 'relationship', to: 'users' },
        { name: 'related', type: 'relationship', to: 'articles', hasMany: true },
        {
          name: 'verdict',
          type: 'textarea',
          access: { read: [...atLeast('editor'), 'reviewer'], update: ['reviewer', 'super_admin'] },
        },
        { name: 'notes', type: 'join', collection: 'notes', on: 'article' },
      ],
      hooks: {
        beforeChange: ({ data, draft }) => {
          if (!draft && data['title'] === 'REFUSED') throw refuse('This title is refused.');
        },
      },
    },

    /** Its authors see their own. No drafts, no versions. */
    {
      slug: 'notes',
      drafts: false,
      trash: true,
      access: {
        read: ({ req }) => {
          if (!req.user) return false;
          return atLeast('editor').includes(req.user.role) || { author: req.user.id };
        },
        create: ({ req }) => req.user !== undefined || req.apiKey !== undefined,
        update: ({ req, document }) => req.user !== undefined && document?.['author'] === req.user.id,
        delete: atLeast('author'),
      },
      fields: [
        { name: 'text', type: 'textarea', required: true, maxLength: 2000 },
        { name: 'author', type: 'relationship', to: 'users', onDelete: 'cascade' },
        { name: 'article', type: 'relationship', to: 'articles', onDelete: 'cascade' },
      ],
      hooks: { afterRead: ({ document }) => document },
    },

    /** Role lists. */
    {
      slug: 'secrets',
      drafts: false,
      access: { read: ['admin', 'super_admin'], create: ['super_admin'], update: ['super_admin'] },
      fields: [{ name: 'name', type: 'text', required: true, unique: true }],
    },
  ],
  globals: [
    {
      slug: 'front-page',
      versions: true,
      fields: [
        { name: 'headline', type: 'text', required: true, default: 'Good morning' },
        { name: 'lead', type: 'relationship', to: 'articles' },
      ],
    },
    {
      slug: 'billing',
      drafts: false,
      access: { read: atLeast('admin'), update: ['super_admin'] },
      fields: [{ name: 'iban', type: 'text' }],
    },
  ],
});
