/** A shop: unique keys, numbers, lists, relations into two collections, and fields of few roles. */
import type { CollectionConfig, GlobalConfig } from '../../../runtime/config/collection-config.js';
import type { ServiceConfig } from '../../../runtime/config/service-config.js';
import { type Client, type GuardedService, openGuarded, user } from '../../access/support/guarded-service.js';
import { auth } from '../../drafts/support/desk.js';

export const products: CollectionConfig = {
  slug: 'products',
  drafts: false,
  fields: [
    { name: 'name', type: 'text', required: true },
    { name: 'sku', type: 'text', unique: true },
    { name: 'slug', type: 'slug', from: 'name' },
    { name: 'stock', type: 'number', integer: true, min: 0, max: 1000 },
    { name: 'price', type: 'number' },
    {
      name: 'cost',
      type: 'number',
      max: 50,
      access: { read: ['admin'], update: ['admin', 'editor'] },
    },
    { name: 'margin', type: 'number', access: { update: ['admin'] } },
    { name: 'labels', type: 'text', hasMany: true },
    { name: 'maker', type: 'relationship', to: 'makers' },
    { name: 'seen', type: 'relationship', to: ['makers', 'products'], hasMany: true },
    { name: 'data', type: 'json' },
    { name: 'stats', type: 'group', fields: [{ name: 'views', type: 'number' }] },
    {
      name: 'rows',
      type: 'array',
      fields: [
        { name: 'count', type: 'number' },
        { name: 'maker', type: 'relationship', to: 'makers' },
      ],
    },
  ],
};

export const makers: CollectionConfig = {
  slug: 'makers',
  drafts: false,
  fields: [
    { name: 'name', type: 'text', required: true },
    { name: 'country', type: 'text' },
    { name: 'number', type: 'number', required: true, unique: true },
  ],
  indexes: [{ fields: ['name', 'country'], unique: true }],
};

const site: GlobalConfig = { slug: 'site', drafts: false, fields: [{ name: 'title', type: 'text' }] };

export interface Shop {
  readonly service: GuardedService;
  readonly editor: Client;
  readonly admin: Client;
}

export async function openShop(config: Partial<ServiceConfig> = {}): Promise<Shop> {
  const collections = [products, makers];
  const service = await openGuarded({ auth, collections, globals: [site], ...config });
  return { service, editor: service.as(user('editor')), admin: service.as(user('admin')) };
}
