/** Directus on SQLite: its collections, and a user with a role, are made through its API. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { startServer } from '../../http/server-process.js';
import {
  ask,
  type Contender,
  type Document,
  type Headers,
  type Place,
  type ServerCommand,
  secret,
  user,
  withBody,
} from '../contender.js';
import { run } from '../install.js';
import { collections, indexes } from './collections.js';

const version = '12.4.0';
const program = 'node_modules/directus/cli.js';
const admin = { email: 'admin@example.com', password: user.password } as const;

export const directus: Contender = {
  name: 'directus',
  title: `Directus ${version}`,
  oldestNode: 22,
  isKept: true,
  ready: { path: '/server/ping' },
  manifest: () => ({
    name: 'bench-peer-directus',
    private: true,
    type: 'module',
    dependencies: { directus: version, sqlite3: '6.0.1' },
    // It runs scripts of flows, which this project has none of. Version 5 has no program for Node 24 and its
    // source does not compile there.
    overrides: { 'isolated-vm': '6.2.0' },
    allowScripts: { argon2: true, 'isolated-vm': true, sqlite3: true },
  }),
  build: () => undefined,
  async prepare(place, data) {
    const { argv, env } = serverOf(place, data);
    run(place, place.node.program, [program, 'bootstrap'], {
      ...env,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    });
    const server = await startServer({
      name: this.title,
      cwd: place.folder,
      node: place.node.program,
      argv: () => argv,
      env,
      first: this.ready,
    });
    const headers = await login(server.url, admin);
    for (const collection of collections)
      await ask(server.url, withBody('POST', '/collections', collection), headers);
    const relation = { collection: 'posts', field: 'author', related_collection: 'authors' };
    await ask(server.url, withBody('POST', '/relations', relation), headers);
    await addUser(server.url, headers);
    await server.stop();
    const database = new Database(join(data, 'data.db'));
    for (const statement of indexes) database.exec(statement);
    database.close();
  },
  server: serverOf,
  login: (url) => login(url, user),
  dialect: {
    list: ({ limit, page, category, withAuthor }) => {
      const order = category === undefined ? '-createdAt' : '-publishedAt';
      const filter = category === undefined ? '' : `&filter[category][_eq]=${category}`;
      const fields = withAuthor ? '&fields=*,author.*' : '';
      return `/items/posts?meta=filter_count&limit=${limit}&page=${page}&sort=${order}${filter}${fields}`;
    },
    byId: (id) => `/items/posts/${id}`,
    create: (collection, values) => withBody('POST', `/items/${collection}`, values),
    patch: (id, change) => withBody('PATCH', `/items/posts/${id}`, change),
    readPage: (body) => {
      const { data, meta } = body as { data: Document[]; meta: { filter_count: number } };
      return { documents: data, total: meta.filter_count };
    },
    readOne: (body) => (body as { data: Document }).data,
  },
};

async function login(url: string, credentials: typeof user | typeof admin): Promise<Headers> {
  const body = await ask(url, withBody('POST', '/auth/login', credentials));
  return { authorization: `Bearer ${(body as { data: { access_token: string } }).data.access_token}` };
}

/** A user whose requests are checked: those of an administrator are not. */
async function addUser(url: string, headers: Headers): Promise<void> {
  const idOf = async (path: string, body: object): Promise<string> =>
    ((await ask(url, withBody('POST', path, body), headers)) as { data: { id: string } }).data.id;
  const policy = await idOf('/policies', { name: 'Editors', app_access: false, admin_access: false });
  for (const collection of ['posts', 'authors']) {
    for (const action of ['create', 'read', 'update'])
      await idOf('/permissions', {
        policy,
        collection,
        action,
        fields: ['*'],
        permissions: {},
        validation: {},
      });
  }
  const role = await idOf('/roles', { name: 'Editor', policies: { create: [{ policy }] } });
  await idOf('/users', { ...user, role, status: 'active' });
}

function serverOf(_place: Place, data: string): ServerCommand {
  return {
    argv: [program, 'start'],
    env: {
      SECRET: secret,
      DB_CLIENT: 'sqlite3',
      DB_FILENAME: join(data, 'data.db'),
      ACCESS_TOKEN_TTL: '1d',
      // It would refuse requests with 503 when one core is busy, which it is here on purpose.
      PRESSURE_LIMITER_ENABLED: 'false',
      SERVE_APP: 'false',
      TELEMETRY: 'false',
    },
  };
}
