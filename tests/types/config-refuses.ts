/** Mistakes that must not compile, each reported where it is made. */
import {
  atLeast,
  type CollectionConfig,
  defineCollection,
  defineConfig,
} from '../../runtime/config/index.js';

defineConfig({
  // @ts-expect-error: unknown option
  colections: [],
});

defineConfig({
  collections: [
    {
      slug: 'authors',
      fields: [
        { name: 'name', type: 'text' },
        { name: 'boss', type: 'relationship', to: 'authors' },
        { name: 'deep', type: 'group', fields: [{ name: 'friend', type: 'relationship', to: 'authors' }] },
      ],
    },
    {
      slug: 'posts',
      fields: [
        // @ts-expect-error: an option of number fields
        { name: 'a', type: 'text', min: 3 },
        // @ts-expect-error: an option of text fields
        { name: 'b', type: 'number', minLength: 3 },
        // @ts-expect-error: unknown type
        { name: 'c', type: 'txt' },
        // @ts-expect-error: no name
        { type: 'text' },
        // @ts-expect-error: a group has no value itself
        { name: 'g', type: 'group', readOnly: true, fields: [{ name: 'a', type: 'text' }] },
        // @ts-expect-error: not a number
        { name: 'i', type: 'number', virtual: () => 'x' },
        // @ts-expect-error: not text
        { name: 'j', type: 'select', options: ['x', 'y'], virtual: () => 1 },
        // @ts-expect-error: a slug is stored
        { name: 'k', type: 'slug', virtual: () => 'x' },
        // @ts-expect-error: not a list
        { name: 'l', type: 'text', hasMany: true, virtual: () => 'x' },
        // @ts-expect-error: neither true nor false
        { name: 'h', type: 'text', readOnly: 'yes' },
        // @ts-expect-error: no options
        { name: 'd', type: 'select' },
        // @ts-expect-error: not one of its options
        { name: 'e', type: 'select', options: ['x', 'y'], default: 'z' },
        // @ts-expect-error: a list takes no unique
        { name: 'f', type: 'text', hasMany: true, unique: true },
        // @ts-expect-error: minRows needs a list
        { name: 'g', type: 'text', minRows: 3 },
        // @ts-expect-error: unknown collection
        { name: 'h', type: 'relationship', to: 'author' },
        // @ts-expect-error: unknown collection in a list
        { name: 'i', type: 'relationship', to: ['authors', 'author'] },
        // @ts-expect-error: unknown onDelete
        { name: 'j', type: 'relationship', to: 'authors', onDelete: 'delete' },
        // @ts-expect-error: unknown collection
        { name: 'k', type: 'join', collection: 'author', on: 'boss' },
        // @ts-expect-error: unknown field
        { name: 'l', type: 'join', collection: 'authors', on: 'bos' },
        // @ts-expect-error: not a relation
        { name: 'm', type: 'join', collection: 'authors', on: 'name' },
        // @ts-expect-error: unknown field to sort by
        { name: 'n', type: 'join', collection: 'authors', on: 'boss', sort: 'nam_asc' },
        // @ts-expect-error: unknown field
        { name: 'o', type: 'slug', from: 'titel' },
        // @ts-expect-error: joins hold no value
        { name: 'p', type: 'join', collection: 'authors', on: 'boss', required: true },
        // @ts-expect-error: the value is a number
        { name: 'q', type: 'number', default: 'one' },
        // @ts-expect-error: must return true or a message
        { name: 'r', type: 'number', validate: (value) => value },
        {
          name: 's',
          type: 'group',
          fields: [
            // @ts-expect-error: unknown collection
            { name: 'a', type: 'relationship', to: 'author' },
            // @ts-expect-error: an option of number fields
            { name: 'b', type: 'text', max: 1 },
          ],
        },
        {
          name: 't',
          type: 'array',
          fields: [
            {
              name: 'a',
              type: 'group',
              // @ts-expect-error: unknown collection
              fields: [{ name: 'r', type: 'relationship', to: 'author' }],
            },
          ],
        },
        {
          name: 'u',
          type: 'blocks',
          blocks: [
            {
              slug: 'a',
              fields: [
                // @ts-expect-error: unknown collection
                { name: 'r', type: 'relationship', to: 'author' },
                // @ts-expect-error: an option of number fields
                { name: 's', type: 'text', integer: true },
              ],
            },
            // @ts-expect-error: no fields
            { slug: 'b' },
          ],
        },
        // @ts-expect-error: a group needs fields
        { name: 'v', type: 'group' },
      ],
      admin: {
        // @ts-expect-error: unknown field
        useAsTitle: 'titel',
        // @ts-expect-error: unknown column
        defaultColumns: ['a', 'titel'],
      },
      // @ts-expect-error: unknown field
      defaultSort: 'titel_desc',
      indexes: [
        // @ts-expect-error: unknown field
        { fields: ['titel'] },
      ],
      hooks: {
        // @ts-expect-error: no such field
        beforeChange: ({ data }) => ({ x: data.titel }),
      },
    },
  ],
  globals: [
    {
      slug: 'site',
      // @ts-expect-error: unknown collection
      fields: [{ name: 'home', type: 'relationship', to: 'pages' }],
      // @ts-expect-error: globals cannot be deleted
      access: { delete: ['admin'] },
    },
  ],
});

defineConfig({
  collections: [
    {
      slug: 'posts',
      fields: [{ name: 'title', type: 'text' }],
      // @ts-expect-error: no such hook
      hooks: { beforeChange: ({ data }) => data, beforeUpdate: () => undefined },
    },
  ],
});

defineConfig({
  // @ts-expect-error: unknown option
  collections: [{ slug: 'posts', fields: [{ name: 'title', type: 'text' }], versons: true }],
});

defineConfig({
  // @ts-expect-error: no secret
  auth: { emailVerification: false },
});

defineConfig({
  // @ts-expect-error: unknown option
  auth: { secret: 'x', lockouts: { attempts: 3 } },
});

defineConfig({
  auth: {
    secret: 'x',
    // @ts-expect-error: registration never gives the role super_admin
    registration: { enabled: true, defaultRole: 'super_admin' },
  },
});

defineConfig({
  // @ts-expect-error: a role without a rank
  auth: { secret: 'x', roles: [{ name: 'moderator' }] },
});

defineConfig({
  // @ts-expect-error: a limit without its window
  auth: { secret: 'x', rateLimit: { api: { max: 10 } } },
});

defineConfig({
  auth: { secret: 'x' },
  collections: [
    {
      slug: 'posts',
      fields: [
        // @ts-expect-error: unknown collection
        { name: 'owner', type: 'relationship', to: 'user' },
      ],
    },
  ],
});

defineConfig({
  collections: [
    {
      slug: 'posts',
      fields: [
        // @ts-expect-error: without auth there are no users
        { name: 'owner', type: 'relationship', to: 'users' },
      ],
    },
  ],
});

defineConfig({
  auth: { secret: 'x' },
  collections: [
    {
      slug: 'users',
      fields: [{ name: 'bio', type: 'text' }],
      // @ts-expect-error: unknown field
      defaultSort: 'emial_asc',
    },
  ],
});

// @ts-expect-error: no fields
export const noFields: CollectionConfig = { slug: 'posts' };

// @ts-expect-error: not a role's name
atLeast(90);

defineCollection({
  slug: 'posts',
  fields: [{ name: 'title', type: 'text' }],
  // @ts-expect-error: unknown field
  admin: { useAsTitle: 'titel' },
});

defineConfig({
  collections: [
    { slug: 'media', upload: true, fields: [] },
    {
      slug: 'pages',
      fields: [
        { name: 'title', type: 'text' },
        // @ts-expect-error: a collection without files
        { name: 'a', type: 'upload', to: 'pages' },
        // @ts-expect-error: a collection without files in a list
        { name: 'b', type: 'upload', to: ['media', 'pages'] },
        // @ts-expect-error: an option of upload fields
        { name: 'c', type: 'relationship', to: 'media', mimeTypes: ['video/*'] },
      ],
    },
  ],
});

defineConfig({
  admin: {
    overview: [
      // @ts-expect-error: unknown collection
      { collection: 'book', groupBy: 'kind' },
      // @ts-expect-error: unknown field
      { collection: 'books', groupBy: 'kinds' },
      // @ts-expect-error: unknown part of a date
      { collection: 'books', groupBy: { field: 'createdAt', by: 'decade' } },
      // @ts-expect-error: unknown field
      { collection: 'books', groupBy: 'kind', metrics: { total: { sum: 'prize' } } },
      // @ts-expect-error: unknown operation
      { collection: 'books', groupBy: 'kind', metrics: { total: { median: 'price' } } },
    ],
  },
  collections: [
    {
      slug: 'books',
      // @ts-expect-error: unknown icon
      admin: { icon: 'boook' },
      fields: [
        { name: 'kind', type: 'text' },
        { name: 'price', type: 'number' },
      ],
    },
  ],
  // @ts-expect-error: unknown icon
  globals: [{ slug: 'site', admin: { icon: 'web' }, fields: [{ name: 'title', type: 'text' }] }],
});
