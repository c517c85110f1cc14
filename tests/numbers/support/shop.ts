/** A shop whose documents are grouped and summed. */
import { defineConfig } from '../../../runtime/config/index.js';
import { type Client, type GuardedService, openGuarded, user } from '../../access/support/guarded-service.js';

const every = ['super_admin', 'admin', 'editor', 'author', 'customer'];

const shopConfig = defineConfig({
  auth: { secret: 'not looked at in these tests, but long enough' },
  collections: [
    {
      slug: 'sales',
      drafts: false,
      fields: [
        { name: 'name', type: 'text' },
        { name: 'kind', type: 'select', options: ['book', 'map', 'pen'] },
        { name: 'isGift', type: 'boolean' },
        { name: 'price', type: 'number' },
        { name: 'pieces', type: 'number', integer: true },
        { name: 'day', type: 'date' },
        { name: 'at', type: 'date', time: true },
        { name: 'tags', type: 'text', hasMany: true },
        { name: 'sizes', type: 'number', hasMany: true },
        { name: 'colours', type: 'select', options: ['red', 'blue'], hasMany: true },
        { name: 'shop', type: 'relationship', to: 'shops' },
        { name: 'about', type: 'relationship', to: ['shops', 'makers'] },
        { name: 'makers', type: 'relationship', to: 'makers', hasMany: true },
        { name: 'more', type: 'group', fields: [{ name: 'weight', type: 'number' }] },
        { name: 'lines', type: 'array', fields: [{ name: 'amount', type: 'number' }] },
        { name: 'any', type: 'json' },
        { name: 'margin', type: 'number', access: { read: ['admin'] } },
        { name: 'secretShop', type: 'relationship', to: 'shops', access: { read: ['admin'] } },
        { name: 'isHidden', type: 'boolean' },
      ],
      access: {
        read: ({ req }) => {
          if (req.user?.role === 'admin') return true;
          if (req.user?.role === 'customer') return false;
          return { isHidden: { not_equals: true } };
        },
        create: every,
        update: every,
      },
    },
    {
      slug: 'shops',
      drafts: false,
      fields: [
        { name: 'name', type: 'text' },
        { name: 'isOpen', type: 'boolean' },
      ],
      access: {
        read: ({ req }) => (req.user?.role === 'admin' ? true : { isOpen: { equals: true } }),
        create: every,
      },
    },
    {
      slug: 'makers',
      fields: [{ name: 'name', type: 'text' }],
      access: { read: ({ req }) => req.user?.role !== 'author', create: every, update: every },
    },
    {
      slug: 'articles',
      fields: [
        { name: 'title', type: 'text' },
        { name: 'section', type: 'select', options: ['news', 'sport'] },
        { name: 'views', type: 'number', integer: true },
        { name: 'words', type: 'text', hasMany: true },
        { name: 'maker', type: 'relationship', to: 'makers' },
      ],
      access: { create: every, update: every, delete: every },
      drafts: { readRoles: ['admin', 'editor'] },
    },
  ],
});

export interface Shop {
  readonly service: GuardedService;
  readonly admin: Client;
  readonly editor: Client;
}

export async function openShop(): Promise<Shop> {
  const service = await openGuarded(shopConfig);
  return { service, admin: service.as(user('admin')), editor: service.as(user('editor')) };
}

/** Creates a document and returns its id. */
export async function made(client: Client, slug: string, data: object, isDraft = false): Promise<string> {
  const { status, body } = await client.post(`/api/${slug}`, data, isDraft ? { 'x-draft': 'true' } : {});
  if (status !== 201) throw new Error(JSON.stringify(body));
  return String(body.id);
}
