/** Payload 3 as a Next.js application, with the routes of its REST API only. */
import { join } from 'node:path';
import { ask, type Contender, type Document, secret, user, withBody } from '../contender.js';
import { run } from '../install.js';

const version = '3.90.2';

export const payload: Contender = {
  name: 'payload',
  title: `Payload ${version}`,
  oldestNode: 20,
  isKept: true,
  ready: { path: '/api/access' },
  manifest: () => ({
    name: 'bench-peer-payload',
    private: true,
    type: 'module',
    dependencies: {
      '@payloadcms/db-sqlite': version,
      '@payloadcms/next': version,
      graphql: '16.11.0',
      next: '16.4.6',
      payload: version,
      react: '19.2.0',
      'react-dom': '19.2.0',
    },
  }),
  build: (place) =>
    run(place, place.node.program, ['node_modules/next/dist/bin/next', 'build'], {
      PAYLOAD_SECRET: secret,
      NEXT_TELEMETRY_DISABLED: '1',
    }),
  async prepare(place, data) {
    run(place, place.node.program, ['prepare.js'], {
      ...environment(data),
      NODE_ENV: 'development',
      BENCH_EMAIL: user.email,
      BENCH_PASSWORD: user.password,
    });
  },
  server: (_place, data) => ({
    argv: ['node_modules/next/dist/bin/next', 'start', '--hostname', '127.0.0.1'],
    env: environment(data),
  }),
  async login(url) {
    const { token } = (await ask(url, withBody('POST', '/api/users/login', user))) as { token: string };
    return { authorization: `JWT ${token}` };
  },
  dialect: {
    list: ({ limit, page, category, withAuthor }) => {
      const order = category === undefined ? '-createdAt' : '-publishedAt';
      const filter = category === undefined ? '' : `&where[category][equals]=${category}`;
      return `/api/posts?depth=${withAuthor ? 1 : 0}&limit=${limit}&page=${page}&sort=${order}${filter}`;
    },
    byId: (id) => `/api/posts/${id}?depth=0`,
    create: (collection, values) =>
      withBody('POST', `/api/${collection}?depth=0`, {
        ...values,
        ...(collection === 'posts' && { _status: 'published', author: Number(values['author']) }),
      }),
    patch: (id, change) => withBody('PATCH', `/api/posts/${id}?depth=0`, change),
    readPage: (body) => {
      const { docs, totalDocs } = body as { docs: Document[]; totalDocs: number };
      return { documents: docs, total: totalDocs };
    },
    readOne: (body) => (body as { doc?: Document }).doc ?? (body as Document),
  },
};

function environment(data: string): Readonly<Record<string, string>> {
  return {
    PAYLOAD_SECRET: secret,
    DATABASE_URL: `file:${join(data, 'data.db')}`,
    NEXT_TELEMETRY_DISABLED: '1',
  };
}
