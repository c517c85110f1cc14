/** A service whose editors work with drafts, and helpers for its tests. */
import type { ServiceConfig } from '../../../runtime/config/service-config.js';
import {
  type Answer,
  anonymous,
  type Client,
  type GuardedService,
  openGuarded,
  user,
} from '../../access/support/guarded-service.js';

/** Authors may read the drafts of posts; only editors may read those of people. */
export const newsroom: ServiceConfig = {
  auth: { secret: 'not looked at in these tests, but long enough' },
  collections: [
    {
      slug: 'people',
      drafts: { readRoles: ['editor', 'admin'] },
      fields: [
        { name: 'name', type: 'text', required: true, index: true },
        { name: 'posts', type: 'join', collection: 'posts', on: 'author', limit: 3, sort: 'rank' },
        { name: 'shared', type: 'join', collection: 'posts', on: 'helpers', limit: 3, sort: 'rank_desc' },
        {
          name: 'linked',
          type: 'join',
          collection: 'posts',
          on: 'links.to',
          limit: 3,
          where: { rank: { gt: 0 } },
        },
      ],
    },
    {
      slug: 'posts',
      indexes: [{ fields: ['section', 'rank'] }],
      fields: [
        { name: 'title', type: 'text', required: true },
        { name: 'section', type: 'select', options: ['news', 'sport'], index: true },
        { name: 'rank', type: 'number', index: true },
        { name: 'note', type: 'text', access: { read: ['editor', 'admin'] } },
        { name: 'author', type: 'relationship', to: 'people' },
        { name: 'helpers', type: 'relationship', to: 'people', hasMany: true },
        { name: 'about', type: 'relationship', to: ['people', 'posts', 'places'] },
        { name: 'links', type: 'array', fields: [{ name: 'to', type: 'relationship', to: 'people' }] },
      ],
      access: {
        read: ({ req }) => (req.user?.role === 'customer' ? { section: { equals: 'news' } } : true),
      },
    },
    {
      slug: 'places',
      drafts: false,
      fields: [
        { name: 'name', type: 'text' },
        { name: 'post', type: 'relationship', to: 'posts' },
      ],
    },
  ],
  globals: [
    {
      slug: 'front',
      fields: [
        { name: 'headline', type: 'text', default: 'Welcome' },
        { name: 'lead', type: 'relationship', to: 'posts' },
      ],
    },
    { slug: 'plain', drafts: false, fields: [{ name: 'text', type: 'text' }] },
  ],
};

export const asDraft: Readonly<Record<string, string>> = { 'x-draft': 'true' };

export interface Newsroom {
  readonly service: GuardedService;
  readonly editor: Client;
  readonly author: Client;
  readonly reader: Client;
  /** Sends a write that must succeed, and returns the response body. */
  create(slug: string, data: object): Promise<Answer>;
  draft(slug: string, data: object): Promise<Answer>;
  save(slug: string, id: string, data: object): Promise<Answer>;
  publish(slug: string, id: string): Promise<Answer>;
}

export async function openNewsroom(): Promise<Newsroom> {
  const service = await openGuarded(newsroom);
  const editor = service.as(user('editor'));
  const done = async (sent: Promise<{ readonly status: number; readonly body: Answer }>): Promise<Answer> => {
    const { status, body } = await sent;
    if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
    return body;
  };
  return {
    service,
    editor,
    author: service.as(user('author')),
    reader: service.as(anonymous),
    create: (slug, data) => done(editor.post(`/api/${slug}`, data)),
    draft: (slug, data) => done(editor.post(`/api/${slug}`, data, asDraft)),
    save: (slug, id, data) => done(editor.patch(`/api/${slug}/${id}`, data, asDraft)),
    publish: (slug, id) => done(editor.post(`/api/${slug}/${id}/publish`, {})),
  };
}

/** The query string of a list. */
export function query(parameters: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(parameters).map(([name, value]) => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ]);
  return new URLSearchParams(pairs as [string, string][]).toString();
}
