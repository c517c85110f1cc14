/** The server of this repository, installed as a package as in a user's project. */
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Contender, type Document, type Place, secret, send, user, withBody } from '../contender.js';
import { run } from '../install.js';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
}

/** @param root The folder of the repository, with a built `dist`. */
export function svc(root: string): Contender {
  return {
    name: 'svc',
    title: 'svc',
    oldestNode: 20,
    isKept: false,
    ready: { path: '/health/live' },
    manifest: ({ major }) => ({
      name: 'bench-svc',
      private: true,
      type: 'module',
      dependencies: {
        ...(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest).dependencies,
        // Version 13 needs Node 22, version 12 aborts on Node 24.
        'better-sqlite3': major < 22 ? '12.11.1' : '13.2.0',
      },
      allowScripts: { argon2: true, 'better-sqlite3': true, esbuild: true },
    }),
    build: () => undefined,
    async prepare(place) {
      buildService(root, place);
    },
    server: (_place, data) => ({
      argv: ['dist/server.js'],
      env: {
        SVC_DATABASE_URL: `file:${join(data, 'data.db')}`,
        SVC_SESSIONS_URL: `file:${join(data, 'sessions.db')}`,
        SVC_SECRET: secret,
        SVC_ADMIN_EMAIL: user.email,
        SVC_ADMIN_PASSWORD: user.password,
        SVC_RATE_LIMIT: 'off',
        // Tokens are bound to it, and the port changes with each start.
        SVC_BASE_URL: 'http://127.0.0.1:3000',
      },
    }),
    async login(url) {
      const response = await send(url, withBody('POST', '/api/auth/login', user));
      const cookies = response.headers.getSetCookie().map((line) => line.replace(/;.*/, ''));
      return { cookie: cookies.join('; ') };
    },
    dialect: {
      // The published content, which is what the others return.
      list: ({ limit, page, category, withAuthor }) => {
        const where = encodeURIComponent(JSON.stringify({ category: { equals: category } }));
        const filter = category === undefined ? '' : `&sort=publishedAt_desc&where=${where}`;
        return `/api/posts?draft=false&limit=${limit}&page=${page}${withAuthor ? '&depth=1' : ''}${filter}`;
      },
      byId: (id) => `/api/posts/${id}?draft=false`,
      create: (collection, values) => withBody('POST', `/api/${collection}`, values),
      patch: (id, change) => withBody('PATCH', `/api/posts/${id}`, change),
      readPage: (body) => {
        const { docs, totalDocs } = body as { docs: Document[]; totalDocs: number };
        return { documents: docs, total: totalDocs };
      },
      readOne: (body) => body as Document,
    },
  };
}

/** Takes the package as it is in the repository now: only its dependencies stay from one run to the next. */
function buildService(root: string, place: Place): void {
  const target = join(place.folder, 'node_modules/svc');
  rmSync(target, { recursive: true, force: true });
  for (const part of ['package.json', 'LICENSE', 'dist', 'templates'])
    cpSync(join(root, part), join(target, part), { recursive: true });
  run(place, place.node.program, ['node_modules/svc/dist/bin/svc.js', 'build']);
}
