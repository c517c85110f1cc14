import { mount } from '../browser/mount.js';

const segment = encodeURIComponent;

function collectionWhere(slug: string, where: object): string {
  return `/collections/${segment(slug)}?where=${segment(JSON.stringify(where))}`;
}

/** Addresses of the screens, below `/admin`. */
export const paths = {
  dashboard: '/',
  collection: (slug: string): string => `/collections/${segment(slug)}`,
  /** The documents of a collection that match a filter. */
  collectionWhere,
  /** The list of unpublished documents. */
  collectionDrafts: (slug: string): string => collectionWhere(slug, { _status: { equals: 'draft' } }),
  trash: (slug: string): string => `/collections/${segment(slug)}/trash`,
  newDocument: (slug: string): string => `/collections/${segment(slug)}/new`,
  /** Users have their own screen. */
  document: (slug: string, id: string): string =>
    slug === 'users' ? `/users/${segment(id)}` : `/collections/${segment(slug)}/${segment(id)}`,
  documentVersions: (slug: string, id: string): string =>
    `/collections/${segment(slug)}/${segment(id)}/versions`,
  global: (slug: string): string => `/globals/${segment(slug)}`,
  globalVersions: (slug: string): string => `/globals/${segment(slug)}/versions`,
  /** A page of the project's extension. */
  own: (path: string): string => `/x/${path}`,
  schedule: '/schedule',
  rights: '/rights',
  users: '/users',
  user: (id: string): string => `/users/${segment(id)}`,
  invites: '/invites',
  apiKeys: '/api-keys',
  newApiKey: '/api-keys/new',
  apiKey: (id: string): string => `/api-keys/${segment(id)}`,
  sessions: '/sessions',
  auditLog: '/audit-log',
  /** The entries of one document. */
  auditLogOf: (slug: string, id: string): string =>
    `/audit-log?collection=${segment(slug)}&document=${segment(id)}`,
  systemSettings: '/settings/system',
  profile: '/profile',
} as const;

/** Pages of the server outside the dashboard. */
export const serverPages = {
  apiReference: `${mount}/api/docs`,
  /** @param next - the path to open after the login. */
  login: (next: string): string => `${mount}/admin/login?next=${segment(next)}`,
  loggedOut: `${mount}/admin/login?done=logged-out`,
  register: `${mount}/admin/register`,
} as const;

/** The address of a screen, for a link that opens a new tab. */
export function addressOf(path: string): string {
  return `${mount}/admin${path}`;
}
