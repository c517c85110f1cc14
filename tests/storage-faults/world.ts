/** The documents, users and keys that every write begins with, and what can be seen of them afterwards. */
import type { Client } from './client.js';

const draft = { 'x-draft': 'true' };

/** Ids by name. */
export type World = Readonly<Record<WorldName, string>>;

type WorldName =
  | 'team'
  | 'otherTeam'
  | 'published'
  | 'pending'
  | 'draft'
  | 'scheduled'
  | 'version'
  | 'user'
  | 'key'
  | 'invite'
  | 'box'
  | 'note'
  | 'trashedNote'
  | 'trashedBox';

export const userPassword = 'Correct-Horse-8-Battery';
export const userEmail = 'writer@example.com';

export async function createWorld(client: Client): Promise<World> {
  const post = async (path: string, body: unknown, headers = {}): Promise<string> => {
    const answer = await client.done({ method: 'POST', path, body, headers });
    const document = (answer['user'] ?? answer['invite'] ?? answer['apiKey'] ?? answer) as {
      readonly id: string;
    };
    return document.id;
  };
  const patch = (id: string, body: unknown, headers = {}): Promise<unknown> =>
    client.done({ method: 'PATCH', path: `/api/articles/${id}`, body, headers });
  const team = await post('/api/teams', { name: 'Red' });
  const otherTeam = await post('/api/teams', { name: 'Blue' });
  const published = await post('/api/articles', {
    ...{ title: 'Published', code: 'P1', team },
    items: [{ label: 'one' }, { label: 'two' }],
  });
  await patch(published, { title: 'Published again' });
  const pending = await post('/api/articles', { title: 'Pending', code: 'P2', related: [published] });
  await patch(pending, { title: 'Pending, changed', related: [] }, draft);
  const unpublished = await post('/api/articles', { title: 'Draft', code: 'P3' }, draft);
  const scheduled = await post('/api/articles', { title: 'Scheduled', team: otherTeam }, draft);
  await client.done({
    method: 'POST',
    path: `/api/articles/${scheduled}/publish`,
    body: { publishAt: '2099-01-01T00:00:00.000Z' },
  });
  const versions = await client.done({ method: 'GET', path: `/api/articles/${published}/versions` });
  const [, earlier] = versions['docs'] as readonly { readonly id: string }[];
  await client.done({ method: 'PATCH', path: '/api/globals/site', body: { headline: 'Hello' } });
  await client.done({
    method: 'PATCH',
    path: '/api/globals/site',
    body: { headline: 'Soon' },
    headers: draft,
  });
  const user = await post('/api/users', { email: userEmail, password: userPassword, role: 'author' });
  const box = await post('/api/boxes', { name: 'Kept' });
  const note = await post('/api/notes', { title: 'Kept', box });
  await post('/api/notes', { title: 'Beside it', box, related: [note] });
  await client.done({ method: 'PATCH', path: `/api/notes/${note}`, body: { title: 'Next' }, headers: draft });
  const trashedNote = await post('/api/notes', { title: 'Thrown away' });
  await post('/api/notes', { title: 'Names it', related: [trashedNote] });
  await client.done({ method: 'DELETE', path: `/api/notes/${trashedNote}` });
  const trashedBox = await post('/api/boxes', { name: 'Thrown away' });
  for (const title of ['In it', 'In it, too']) await post('/api/notes', { title, box: trashedBox });
  await client.done({ method: 'DELETE', path: `/api/boxes/${trashedBox}` });
  const key = await post('/api/auth/api-keys', { name: 'reader', scopes: ['articles:read'] });
  const invite = await post('/api/auth/invites', { email: 'guest@example.com', role: 'author' });
  return {
    ...{ team, otherTeam, published, pending, scheduled, user, key, invite },
    ...{ box, note, trashedNote, trashedBox },
    draft: unpublished,
    version: String(earlier?.id),
  };
}

/** Times of sessions and of keys, which reading changes. */
const passing: ReadonlySet<string> = new Set(['lastLoginAt', 'lastUsedAt', 'responseTime']);

/**
 * All that the administrator sees. Ids that are not in `known` and all times are the same word, so that the
 * effect of one write is the same text whenever it is made.
 */
export async function lookAt(client: Client, known: ReadonlySet<string>): Promise<string> {
  const pages = [
    ...['/api/teams?limit=100', '/api/articles?limit=100', '/api/articles?limit=100&draft=true'],
    ...['/api/users?limit=100', '/api/auth/api-keys?limit=100', '/api/auth/invites?limit=100'],
    ...['/api/globals/site', '/api/globals/site?draft=true', '/api/globals/site/versions?limit=100'],
    ...['/api/boxes?limit=100', '/api/boxes?trash=only&sort=id&limit=100'],
    ...['/api/notes?limit=100', '/api/notes?limit=100&draft=true', '/api/notes?trash=only&sort=id&limit=100'],
  ];
  const seen: Record<string, unknown> = {};
  for (const path of pages) seen[path] = await client.done({ method: 'GET', path });
  for (const slug of ['articles', 'notes']) {
    const { docs } = seen[`/api/${slug}?limit=100&draft=true`] as {
      readonly docs: readonly { readonly id: string }[];
    };
    for (const { id } of docs) {
      for (const part of ['versions?limit=100', 'schedule']) {
        const path = `/api/${slug}/${id}/${part}`;
        seen[`${known.has(id) ? id : 'new'} ${part}`] = (await client.send({ method: 'GET', path })).body;
      }
    }
  }
  return JSON.stringify(
    seen,
    (name, value: unknown) => {
      if (passing.has(name)) return undefined;
      if (typeof value !== 'string') return value;
      if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(value)) return value.startsWith('2099') ? value : 'time';
      if (/^svc_sec_\w{4}$/.test(value)) return 'prefix of a key';
      return /^[0-9a-zA-Z_-]{16,}$/.test(value) && !known.has(value) ? 'new' : value;
    },
    1,
  );
}

/** Every id in a text of {@link lookAt} and in the world. */
export function idsOf(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => text.match(/[0-9a-zA-Z_-]{16,}/g) ?? []));
}
