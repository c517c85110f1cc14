import { defineConfig } from 'svc';

/** Every kind of write: with and without drafts, relations, unique fields, a trash, users, keys, mails. */
export default defineConfig({
  name: 'Faults',
  auth: { registration: { enabled: true }, emailVerification: false },
  collections: [
    {
      slug: 'teams',
      drafts: false,
      fields: [
        { name: 'name', type: 'text', required: true, unique: true },
        { name: 'slug', type: 'slug', from: 'name' },
        { name: 'points', type: 'number', default: 0 },
      ],
    },
    {
      slug: 'articles',
      versions: true,
      fields: [
        { name: 'title', type: 'text', required: true },
        { name: 'slug', type: 'slug', from: 'title' },
        { name: 'code', type: 'text', unique: true },
        { name: 'items', type: 'array', fields: [{ name: 'label', type: 'text', required: true }] },
        { name: 'team', type: 'relationship', to: 'teams', onDelete: 'cascade' },
        { name: 'related', type: 'relationship', to: 'articles', hasMany: true },
      ],
    },
    {
      slug: 'boxes',
      drafts: false,
      trash: true,
      fields: [{ name: 'name', type: 'text', required: true, unique: true }],
    },
    {
      slug: 'notes',
      versions: true,
      trash: true,
      admin: { useAsTitle: 'title' },
      fields: [
        { name: 'title', type: 'text', required: true, unique: true },
        { name: 'slug', type: 'slug', from: 'title' },
        { name: 'box', type: 'relationship', to: 'boxes', onDelete: 'cascade' },
        { name: 'related', type: 'relationship', to: 'notes', hasMany: true },
      ],
    },
  ],
  globals: [{ slug: 'site', versions: true, fields: [{ name: 'headline', type: 'text' }] }],
});
