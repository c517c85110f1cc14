/** A service with drafts, its website, and people of several roles. */
import type { CollectionConfig, PreviewCallback } from '../../../runtime/config/collection-config.js';
import type { ServiceConfig } from '../../../runtime/config/service-config.js';
import { adminRoutes } from '../../../runtime/http/admin-routes/admin-routes.js';
import {
  type Answered,
  type AuthClient,
  type AuthServer,
  type AuthServerOptions,
  type Sent,
  startAuthServer,
} from '../../support/auth-server.js';

export const website = 'https://www.example.com';
export const asDraft: Readonly<Record<string, string>> = { 'x-draft': 'true' };

export function postsWith(preview: PreviewCallback): CollectionConfig {
  return {
    slug: 'posts',
    versions: true,
    drafts: { readRoles: ['author', 'editor'] },
    access: { read: () => true, create: ['author', 'editor'], update: ['author', 'editor'] },
    admin: { preview },
    fields: [
      { name: 'title', type: 'text', required: true },
      { name: 'note', type: 'text', access: { read: ['editor'] } },
      { name: 'author', type: 'relationship', to: 'authors' },
      { name: 'related', type: 'relationship', to: 'posts', hasMany: true },
    ],
  };
}

export const pageOf: PreviewCallback = ({ document, token }) =>
  `${website}/posts/${String(document['id'])}?token=${token}`;

export const config = (preview: PreviewCallback = pageOf): Partial<ServiceConfig> => ({
  admin: { previewOrigins: [website] },
  collections: [
    postsWith(preview),
    { slug: 'authors', access: { read: () => true }, fields: [{ name: 'name', type: 'text' }] },
    { slug: 'tags', drafts: false, access: { read: () => true }, fields: [{ name: 'name', type: 'text' }] },
  ],
  globals: [{ slug: 'site', access: { read: () => true }, fields: [{ name: 'claim', type: 'text' }] }],
});

export interface Newsroom {
  readonly server: AuthServer;
  readonly visitor: AuthClient;
  readonly editor: AuthClient;
  readonly editorId: string;
  /** A published post with a pending draft. */
  readonly post: Answered;
  /** Reads with a preview token, without other credentials. */
  preview(token: string, path: string, headers?: Readonly<Record<string, string>>): Promise<Sent>;
  tokenOf(client: AuthClient, path?: string): Promise<string>;
}

export async function openNewsroom(
  preview: PreviewCallback = pageOf,
  more: AuthServerOptions = {},
): Promise<Newsroom> {
  const own = config(preview);
  const moreRoutes = adminRoutes(new URL('file:///none/admin.json'), own);
  const server = await startAuthServer({ ...more, config: own, moreRoutes });
  const { id: editorId } = await server.addUser('editor@example.com', { role: 'editor' });
  const editor = await server.signedIn('editor@example.com');
  const visitor = server.client();
  const created = await editor.post('/api/posts', { title: 'Old', note: 'inside' });
  await editor.send('PATCH', `/api/posts/${created.body.id}`, { title: 'New' }, asDraft);
  return {
    ...{ server, visitor, editor, editorId, post: created.body },
    preview: (token, path, headers) => visitor.get(path, { ...headers, 'x-svc-preview': token }),
    async tokenOf(client, path = `/api/posts/${created.body.id}`) {
      const { status, body } = await client.post(`${path}/preview-token`);
      if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
      return body.token;
    },
  };
}
