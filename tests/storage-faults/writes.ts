/** Every kind of write, each as one request. */
import type { Call } from './client.js';
import { userEmail, userPassword, type World } from './world.js';

const draft = { 'x-draft': 'true' };

/** A write by name. */
export type Writes = Readonly<Record<string, Call>>;

/** The writes to a world. None depends on another. */
export function writesTo(world: World): Writes {
  const article = (id: string, rest = ''): string => `/api/articles/${id}${rest}`;
  return {
    create: {
      method: 'POST',
      path: '/api/articles',
      body: { title: 'New', code: 'N1', items: [{ label: 'a' }], team: world.team, related: [world.pending] },
    },
    'create a draft': { method: 'POST', path: '/api/articles', body: { title: 'New' }, headers: draft },
    update: { method: 'PATCH', path: article(world.published), body: { title: 'Changed', items: [] } },
    'save a draft': {
      method: 'PATCH',
      path: article(world.published),
      body: { title: 'Drafted', code: 'P9' },
      headers: draft,
    },
    publish: { method: 'POST', path: article(world.pending, '/publish') },
    'publish the first time': { method: 'POST', path: article(world.draft, '/publish') },
    'publish what is scheduled': { method: 'POST', path: article(world.scheduled, '/publish') },
    unpublish: { method: 'POST', path: article(world.published, '/unpublish') },
    discard: { method: 'DELETE', path: article(world.pending, '/draft') },
    restore: { method: 'POST', path: article(world.published, `/versions/${world.version}/restore`) },
    schedule: {
      method: 'POST',
      path: article(world.pending, '/publish'),
      body: { publishAt: '2099-02-02T00:00:00.000Z' },
    },
    'cancel a schedule': { method: 'DELETE', path: article(world.scheduled, '/schedule') },
    delete: { method: 'DELETE', path: article(world.published) },
    'delete with what depends on it': { method: 'DELETE', path: `/api/teams/${world.team}` },
    trash: { method: 'DELETE', path: `/api/notes/${world.note}` },
    'trash with what depends on it': { method: 'DELETE', path: `/api/boxes/${world.box}` },
    'trash many': {
      method: 'DELETE',
      path: `/api/notes?where=${encodeURIComponent('{"title":{"in":["Kept","Beside it"]}}')}`,
    },
    'restore from the trash': { method: 'POST', path: `/api/notes/${world.trashedNote}/restore` },
    'restore with what depends on it': { method: 'POST', path: `/api/boxes/${world.trashedBox}/restore` },
    'restore many': {
      method: 'POST',
      path: '/api/notes/bulk',
      body: {
        operations: [
          { op: 'restore', id: world.trashedNote, values: { title: 'Is back' } },
          { op: 'delete', id: world.note },
        ],
      },
    },
    'purge what is in the trash': {
      method: 'DELETE',
      path: `/api/notes/${world.trashedNote}?permanent=true`,
    },
    'delete for good': { method: 'DELETE', path: `/api/notes/${world.note}?permanent=true` },
    'empty the trash': { method: 'POST', path: '/api/notes/trash/empty' },
    'create without drafts': { method: 'POST', path: '/api/teams', body: { name: 'Green' } },
    'update without drafts': { method: 'PATCH', path: `/api/teams/${world.team}`, body: { points: 7 } },
    bulk: {
      method: 'POST',
      path: '/api/articles/bulk',
      body: {
        operations: [
          { op: 'create', data: { title: 'By bulk' } },
          { op: 'update', id: world.published, data: { title: 'By bulk, too' } },
          { op: 'delete', id: world.draft },
        ],
      },
    },
    'update many': {
      method: 'PATCH',
      path: `/api/teams?where=${encodeURIComponent('{"points":{"equals":0}}')}`,
      body: { points: 3 },
    },
    'delete many': {
      method: 'DELETE',
      path: `/api/articles?where=${encodeURIComponent('{"code":{"in":["P1","P2"]}}')}`,
    },
    'update a global': { method: 'PATCH', path: '/api/globals/site', body: { headline: 'Now' } },
    'publish a global': { method: 'POST', path: '/api/globals/site/publish' },
    'create a user': {
      method: 'POST',
      path: '/api/users',
      body: { email: 'new@example.com', password: userPassword, role: 'editor' },
    },
    'change a user': { method: 'PATCH', path: `/api/users/${world.user}`, body: { role: 'editor' } },
    'delete a user': { method: 'DELETE', path: `/api/users/${world.user}` },
    register: {
      method: 'POST',
      path: '/api/auth/register',
      body: { email: 'self@example.com', password: userPassword },
      anonymous: true,
    },
    'log in': {
      method: 'POST',
      path: '/api/auth/login',
      body: { email: userEmail, password: userPassword },
      anonymous: true,
    },
    'ask for a link': {
      method: 'POST',
      path: '/api/auth/forgot-password',
      body: { email: userEmail },
      anonymous: true,
    },
    'create a key': { method: 'POST', path: '/api/auth/api-keys', body: { name: 'other', role: 'author' } },
    'rotate a key': { method: 'POST', path: `/api/auth/api-keys/${world.key}/rotate` },
    'revoke a key': { method: 'DELETE', path: `/api/auth/api-keys/${world.key}` },
    invite: {
      method: 'POST',
      path: '/api/auth/invites',
      body: { email: 'second@example.com', role: 'author' },
    },
    'withdraw an invitation': { method: 'DELETE', path: `/api/auth/invites/${world.invite}` },
  };
}
