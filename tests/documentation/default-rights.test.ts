/** The table on the first page of what each role may do without rules in the config, on a real server. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../runtime/util/package-root.js';
import { type AuthClient, type AuthServer, startAuthServer } from '../support/auth-server.js';

const roles = ['no login', 'customer', 'author', 'editor', 'admin', 'super_admin'] as const;

type May = (client: AuthClient, server: AuthServer) => Promise<boolean>;

const isOk = ({ status }: { readonly status: number }): boolean => {
  expect([200, 201, 204, 401, 403]).toContain(status);
  return status < 300;
};

/** All of them are allowed, or none. */
function allOf(results: readonly boolean[]): boolean {
  expect(new Set(results).size, results.join()).toBe(1);
  return results[0] === true;
}

let names = 0;

/** What a requester does for each row of the table. All requests of a row must be allowed, or none. */
const rows: Readonly<Record<string, May>> = {
  'read what is published': async (client) => {
    const { body } = await client.get('/api/posts?draft=false');
    const titles = body.docs.map(({ title }: { readonly title: string }) => title);
    expect(titles).not.toContain('draft');
    return titles.includes('public');
  },
  'read drafts': async (client) => isOk(await client.get('/api/posts?draft=true')),
  'create, change, publish and delete documents': async (client, server) => {
    const writer = await server.signedIn();
    const made = await writer.post('/api/posts', { title: 'x' });
    const path = `/api/posts/${made.body.id}`;
    const created = isOk(await client.post('/api/posts', { title: `new ${names++}` }));
    const changed = isOk(await client.send('PATCH', path, { title: 'y' }));
    const published = isOk(await client.post(`${path}/publish`));
    const deleted = isOk(await client.delete(path));
    return allOf([created, changed, published, deleted]);
  },
  'sign in to the dashboard, change the own account': async (client) => {
    const me = await client.get('/api/auth/me');
    return isOk(me) && isOk(await client.send('PATCH', `/api/users/${me.body.user.id}`, { name: 'Ada' }));
  },
  'see and invite users of lower rank, make API keys': async (client) => {
    const listed = await client.get('/api/users');
    const others = isOk(listed) && listed.body.totalDocs > 1;
    const invite = { email: `new-${names++}@example.com`, role: 'author' };
    const invited = isOk(await client.post('/api/auth/invites', invite));
    const key = isOk(await client.post('/api/auth/api-keys', { name: 'key', role: 'author' }));
    return allOf([others, invited, key]);
  },
  'change roles and system settings': async (client, server) => {
    const { id } = await server.addUser(`role-${names++}@example.com`);
    const role = isOk(await client.send('PATCH', `/api/users/${id}`, { role: 'author' }));
    const settings = isOk(await client.send('PATCH', '/api/globals/system', { enableRegistration: false }));
    return allOf([role, settings]);
  },
};

/** `yes` for each role, by what the README says. */
function documented(): Readonly<Record<string, readonly string[]>> {
  const page = readFileSync(join(packageRoot, 'README.md'), 'utf8');
  const [, section = ''] = page.split('\n## Who may do what\n');
  const table = (section.split('\n## ')[0] ?? '').match(/^\|.*\|$/gm) ?? [];
  const cells = table.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
  expect(cells[0]).toEqual(['what', ...roles]);
  return Object.fromEntries(
    cells.slice(2).map(([what = '', ...marks]) => [what, roles.filter((_, index) => marks[index] === 'yes')]),
  );
}

test('each role may do what the table says, and nothing else of it', async () => {
  const server = await startAuthServer({
    config: { collections: [{ slug: 'posts', fields: [{ name: 'title', type: 'text' }] }] },
  });
  const writer = await server.signedIn();
  await writer.post('/api/posts', { title: 'public' });
  await writer.send('POST', '/api/posts', { title: 'draft' }, { 'x-draft': 'true' });
  const found: Record<string, string[]> = {};
  for (const role of roles) {
    const email = `one-${role}@example.com`;
    if (role !== 'no login') await server.addUser(email, { role });
    const client = role === 'no login' ? server.client() : await server.signedIn(email);
    for (const [what, may] of Object.entries(rows)) {
      found[what] ??= [];
      if (await may(client, server)) found[what].push(role);
    }
  }
  expect(found).toEqual(documented());
});
