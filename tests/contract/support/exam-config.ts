/**
 * A config that uses every feature except accounts and drafts. Line numbers in the tests count from its first
 * line.
 */
export const examConfig = `import { defineConfig, refuse } from 'svc';

export default defineConfig({
  name: 'Exam',
  server: { cors: { origins: ['https://app.example.com'] } },
  collections: [
    /** What people read. */
    {
      slug: 'posts',
      drafts: false,
      indexes: [{ fields: ['kind', 'rank'], unique: true }],
      fields: [
        { name: 'title', type: 'text', required: true, maxLength: 50 },
        { name: 'mail', type: 'email', unique: true },
        { name: 'link', type: 'url' },
        { name: 'slug', type: 'slug', from: 'title' },
        { name: 'rank', type: 'number', integer: true, min: -100, max: 100 },
        { name: 'price', type: 'number' },
        { name: 'live', type: 'boolean', default: true },
        { name: 'day', type: 'date' },
        { name: 'at', type: 'date', time: true },
        { name: 'kind', type: 'select', options: ['a', { label: 'B', value: 'b' }] },
        { name: 'kinds', type: 'select', options: ['x', 'y', 'z'], hasMany: true },
        { name: 'labels', type: 'text', hasMany: true },
        { name: 'data', type: 'json' },
        { name: 'rich', type: 'richText' },
        { name: 'place', type: 'point' },
        { name: 'author', type: 'relationship', to: 'people' },
        { name: 'editor', type: 'relationship', to: 'people', onDelete: 'restrict' },
        { name: 'owner', type: 'relationship', to: 'people', onDelete: 'cascade' },
        { name: 'readers', type: 'relationship', to: 'people', hasMany: true },
        { name: 'about', type: 'relationship', to: ['people', 'tags'] },
        { name: 'abouts', type: 'relationship', to: ['people', 'tags'], hasMany: true },
        { name: 'meta_title', type: 'text' },
        {
          name: 'meta',
          type: 'group',
          fields: [
            { name: 'title', type: 'text' },
            { name: 'count', type: 'number', default: 7 },
          ],
        },
        {
          name: 'rows',
          type: 'array',
          maxRows: 4,
          fields: [
            { name: 'label', type: 'text', required: true },
            { name: 'price', type: 'number' },
            { name: 'who', type: 'relationship', to: 'people' },
          ],
        },
        {
          name: 'content',
          type: 'blocks',
          blocks: [
            { slug: 'hero', fields: [{ name: 'heading', type: 'text', required: true }] },
            { slug: 'quote', fields: [{ name: 'text', type: 'text' }, { name: 'by', type: 'relationship', to: 'people' }] },
          ],
        },
      ],
    },
    {
      slug: 'people',
      drafts: false,
      defaultSort: 'name',
      fields: [
        { name: 'name', type: 'text', required: true },
        { name: 'boss', type: 'relationship', to: 'people' },
        { name: 'written', type: 'join', collection: 'posts', on: 'author', sort: 'title' },
      ],
    },
    { slug: 'tags', drafts: false, fields: [{ name: 'name', type: 'text', required: true, unique: true }] },
    {
      slug: 'blog-notes',
      drafts: false,
      fields: [
        { name: 'words', type: 'text', hasMany: true, required: true },
        { name: 'post', type: 'relationship', to: 'posts', required: true },
      ],
    },
    {
      slug: 'hooked',
      drafts: false,
      hooks: {
        beforeValidate: [
          ({ data }) => ({ ...data, steps: [...(data.steps ?? []), 'one'] }),
          ({ data }) => ({ ...data, steps: [...(data.steps ?? []), 'two'] }),
        ],
        beforeChange: ({ data }) => {
          if (data.text === 'refuse') throw refuse('Not this text.', [{ path: 'text', message: 'Choose another.' }]);
          if (data.text === 'throw') throw new Error('SELECT secret FROM /etc/passwd');
        },
        afterChange: ({ data }) => {
          if (data.text === 'late') throw new Error('too late to matter');
        },
        afterRead: ({ data }) => ({ ...data, text: data.text === null ? null : String(data.text) + '!' }),
        beforeDelete: ({ document }) => {
          if (document?.text === 'keep') throw refuse('This one stays.');
        },
      },
      fields: [
        { name: 'text', type: 'text', validate: (value) => value !== 'odd' || 'Must be even.' },
        { name: 'steps', type: 'text', hasMany: true },
      ],
    },
  ],
  globals: [
    {
      slug: 'site',
      drafts: false,
      fields: [
        { name: 'title', type: 'text', default: 'Hi' },
        { name: 'tags', type: 'text', hasMany: true },
        { name: 'nav', type: 'group', fields: [{ name: 'home', type: 'text', default: '/' }] },
      ],
    },
  ],
});
`;
