/** A service with drafts and histories, and its users. */
import type { CollectionConfig, GlobalConfig } from '../../../runtime/config/collection-config.js';
import type { ServiceConfig } from '../../../runtime/config/service-config.js';
import {
  type Answer,
  anonymous,
  type Client,
  type GuardedService,
  openGuarded,
  type Result,
  user,
} from '../../access/support/guarded-service.js';

export const asDraft = { 'x-draft': 'true' };

export const auth = { secret: 'not looked at in these tests, but long enough' };

/** Articles with fields of most types, with a history. */
export const articles: CollectionConfig = {
  slug: 'articles',
  versions: true,
  fields: [
    { name: 'title', type: 'text', required: true, maxLength: 40 },
    { name: 'slug', type: 'slug', from: 'title' },
    { name: 'code', type: 'text', unique: true },
    { name: 'rank', type: 'number', min: 0 },
    {
      name: 'seo',
      type: 'group',
      fields: [
        { name: 'title', type: 'text' },
        { name: 'robots', type: 'text', required: true, default: 'index' },
      ],
    },
    {
      name: 'items',
      type: 'array',
      fields: [
        { name: 'label', type: 'text', required: true },
        { name: 'price', type: 'number' },
      ],
    },
    { name: 'related', type: 'relationship', to: 'articles', hasMany: true },
  ],
};

export interface Desk {
  readonly service: GuardedService;
  readonly editor: Client;
  readonly anonymous: Client;
  /** Creates a published article. */
  publish(data?: object): Promise<Answer>;
  /** Creates an article that is not published. */
  draft(data?: object): Promise<Answer>;
  /** Saves a draft of an article. */
  save(id: string, data: object, headers?: Readonly<Record<string, string>>): Promise<Result>;
  /** The response to an anonymous read: status and body. */
  published(id: string): Promise<Result>;
  /** The document as the editor reads it, in the draft view. */
  merged(id: string): Promise<Answer>;
}

export interface DeskOptions {
  readonly collections?: readonly CollectionConfig[];
  readonly globals?: readonly GlobalConfig[];
  /** Default: with authentication. */
  readonly secured?: boolean;
}

export async function openDesk({
  collections = [articles],
  globals,
  secured = true,
}: DeskOptions = {}): Promise<Desk> {
  const config: ServiceConfig = {
    collections,
    ...(globals && { globals }),
    ...(secured && { auth }),
  };
  const service = await openGuarded(config);
  const editor = service.as(secured ? user('editor') : anonymous);
  const reader = service.as(anonymous);
  return {
    service,
    editor,
    anonymous: reader,
    publish: async (data = { title: 'Hello' }) => done(await editor.post('/api/articles', data)),
    draft: async (data = { title: 'Hello' }) => done(await editor.post('/api/articles', data, asDraft)),
    save: (id, data, headers) => editor.patch(`/api/articles/${id}`, data, { ...asDraft, ...headers }),
    published: (id) => reader.get(`/api/articles/${id}`),
    merged: async (id) => done(await editor.get(`/api/articles/${id}?draft=true`)),
  };
}

/** The body of a request that succeeded. */
export function done({ status, body }: Result): Answer {
  if (status < 300) return body;
  throw new Error(`${status}: ${JSON.stringify(body)}`);
}
