/** Strapi 5 with its plugin of users and permissions, without its admin panel. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from '../../http/server-process.js';
import {
  ask,
  type Contender,
  type Document,
  type Place,
  type ServerCommand,
  secret,
  user,
  withBody,
} from '../contender.js';

const version = '5.54.0';

export const strapi: Contender = {
  name: 'strapi',
  title: `Strapi ${version}`,
  oldestNode: 20,
  isKept: true,
  ready: { path: '/_health' },
  manifest: ({ major }) => ({
    name: 'bench-peer-strapi',
    private: true,
    dependencies: {
      '@strapi/plugin-users-permissions': version,
      '@strapi/strapi': version,
      // Version 13 needs Node 22, version 12 aborts on Node 24.
      'better-sqlite3': major < 22 ? '12.11.1' : '13.2.0',
      react: '18.3.1',
      'react-dom': '18.3.1',
      'react-router-dom': '6.30.3',
      'styled-components': '6.1.19',
    },
    allowScripts: { 'better-sqlite3': true },
    strapi: { uuid: 'bench-peer-strapi' },
  }),
  build: ({ folder }) => {
    // Its plugin of uploads does not start without it.
    mkdirSync(join(folder, 'public/uploads'), { recursive: true });
  },
  async prepare(place, data) {
    const { argv, env } = serverOf(place, data);
    const server = await startServer({
      name: this.title,
      cwd: place.folder,
      node: place.node.program,
      argv: () => argv,
      env: { ...env, BENCH_PREPARE: '1', BENCH_EMAIL: user.email, BENCH_PASSWORD: user.password },
      first: this.ready,
    });
    await server.stop();
  },
  server: serverOf,
  async login(url) {
    const credentials = { identifier: user.email, password: user.password };
    const { jwt } = (await ask(url, withBody('POST', '/api/auth/local', credentials))) as { jwt: string };
    return { authorization: `Bearer ${jwt}` };
  },
  dialect: {
    list: ({ limit, page, category, withAuthor }) => {
      const order = category === undefined ? 'createdAt:desc' : 'publishedOn:desc';
      const filter = category === undefined ? '' : `&filters[category][$eq]=${category}`;
      const relation = withAuthor ? '&populate=author' : '';
      return `/api/posts?sort=${order}&pagination[page]=${page}&pagination[pageSize]=${limit}${filter}${relation}`;
    },
    byId: (id) => `/api/posts/${id}`,
    create: (collection, { publishedAt, ...values }) =>
      // `publishedAt` is Strapi's own name for the time at which a draft was published.
      withBody('POST', `/api/${collection}`, {
        data: { ...values, ...(collection === 'posts' && { publishedOn: publishedAt }) },
      }),
    patch: (id, change) => withBody('PUT', `/api/posts/${id}`, { data: change }),
    readPage: (body) => {
      const { data, meta } = body as {
        data: StrapiDocument[];
        meta: { pagination: { total: number } };
      };
      return { documents: data.map(toDocument), total: meta.pagination.total };
    },
    readOne: (body) => toDocument((body as { data: StrapiDocument }).data),
  },
};

interface StrapiDocument {
  readonly documentId: string;
  readonly publishedOn?: unknown;
}

function toDocument(stored: StrapiDocument): Document {
  return { ...stored, id: stored.documentId, publishedAt: stored.publishedOn };
}

function serverOf(_place: Place, data: string): ServerCommand {
  return {
    argv: ['node_modules/@strapi/strapi/bin/strapi.js', 'start'],
    env: {
      BENCH_SECRET: secret,
      DATABASE_FILE: join(data, 'data.db'),
      STRAPI_TELEMETRY_DISABLED: 'true',
    },
  };
}
