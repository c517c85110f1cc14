/** A service with so many posts that a search takes long, over HTTP. */
import { constants, copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { describeConfig } from '../../../runtime/codegen/describe-config.js';
import type { CollectionConfig } from '../../../runtime/config/collection-config.js';
import type { ServiceConfig } from '../../../runtime/config/service-config.js';
import { createService } from '../../../runtime/create-service.js';
import type { Validator } from '../../../runtime/documents/operation.js';
import type { App } from '../../../runtime/http/app.js';
import { aggregateDocuments } from '../../../runtime/http/handlers/aggregate-handler.js';
import {
  createDocument,
  listDocuments,
  readDocument,
} from '../../../runtime/http/handlers/document-handlers.js';
import type { JsonObject } from '../../../runtime/util/json.js';
import { temporaryFolder } from '../../support/svc-command.js';

export interface ManyPosts {
  readonly app: App;
  readonly url: string;
  /** The lines of the log. */
  readonly log: readonly string[];
  readonly close: () => Promise<void>;
  /** Its config, with its database. */
  readonly config: ServiceConfig;
  /** The folder of the SQLite file. */
  readonly folder: string;
  /** The plan of a statement in the SQLite file. */
  readonly plan: (sql: string) => readonly string[];
}

export interface ManyPostsOptions {
  readonly posts?: number;
  /** Milliseconds. */
  readonly longReadTimeout?: number;
  /** An empty PostgreSQL database. Default: SQLite. */
  readonly postgres?: string;
  readonly server?: ServiceConfig['server'];
  /** Further indexes. */
  readonly indexes?: CollectionConfig['indexes'];
  /** A SQLite file that is filled already. */
  readonly file?: string;
}

const posts: CollectionConfig = {
  slug: 'posts',
  drafts: false,
  fields: [
    { name: 'title', type: 'text' },
    { name: 'section', type: 'text', index: true },
    { name: 'rank', type: 'number' },
    { name: 'body', type: 'textarea' },
  ],
};

/** Accepts everything, since validation does not matter here. */
const anything: Validator = { safeParse: (data) => ({ success: true, data: data as JsonObject }) };

const numbersOf = {
  sqlite: (count: number) =>
    `(WITH RECURSIVE numbers(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ${count}) SELECT i FROM numbers)`,
  postgres: (count: number) => `(SELECT i FROM generate_series(1, ${count}) i)`,
};
const wordsOf = {
  sqlite: {
    id: `printf('00000000-0000-7000-8000-%012d', i)`,
    time: `strftime('%Y-%m-%dT%H:%M:%fZ', 1577836800 + i, 'unixepoch')`,
    body: `printf('%.500c', 'x')`,
  },
  postgres: {
    id: `'00000000-0000-7000-8000-' || lpad(i::text, 12, '0')`,
    time: `to_timestamp(1577836800 + i)`,
    body: `repeat('x', 500)`,
  },
};

function fillSql(dialect: 'sqlite' | 'postgres', posts: number): string {
  const { id, time, body } = wordsOf[dialect];
  const text = `'{"id":"' || id || '","title":"' || title || '"}'`;
  const rows =
    `SELECT ${id} AS id, ${time} AS at_time, 'Title ' || i AS title, 's' || i % 1000 AS section, i % 5000 AS rank, ` +
    `${body} AS body FROM ${numbersOf[dialect](posts)} n`;
  return (
    `INSERT INTO posts (id, "createdAt", "updatedAt", _revision, title, section, rank, body, _doc) ` +
    `SELECT id, at_time, at_time, 1, title, section, rank, body, ${text} FROM (${rows}) source`
  );
}

/** Folders with a filled SQLite file, by its posts and indexes: a copy takes a ninth of the time. */
const filled = new Map<string, string>();

/** Removes the files that tests have copied. Call it in `afterAll`. */
export function removeFilled(): void {
  for (const folder of filled.values()) rmSync(folder, { recursive: true });
  filled.clear();
}

async function copyFilled(to: string, count: number, own: ServiceConfig): Promise<void> {
  const key = JSON.stringify([count, own.collections]);
  let folder = filled.get(key);
  if (folder === undefined) {
    folder = temporaryFolder().path;
    filled.set(key, folder);
    const file = join(folder, 'data.db');
    const { app } = serviceOf(own, `file:${file}`);
    await app.ready();
    fillSqlite(file, count);
    // The last one to close the file leaves no log beside it.
    await app.close();
  }
  copyFileSync(join(folder, 'data.db'), to, constants.COPYFILE_FICLONE);
}

/** Starts the service on a filled table, and listens. */
export async function startManyPosts(options: ManyPostsOptions = {}): Promise<ManyPosts> {
  const { posts: count = 100_000, longReadTimeout = 5_000, postgres, server = {}, indexes = [] } = options;
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  const file = options.file ?? join(folder.path, 'data.db');
  const own: ServiceConfig = {
    collections: [{ ...posts, indexes }],
    server: { ...server, longReadTimeout },
  };
  if (postgres === undefined && options.file === undefined) await copyFilled(file, count, own);
  const { app, log } = serviceOf(own, postgres ?? `file:${file}`);
  await app.ready();
  if (postgres !== undefined) await fillPostgres(postgres, count);
  const listener = await app.listen({ port: 0, host: '127.0.0.1' });
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closing ??= listener.close().then(() => undefined);
    return closing;
  };
  onTestFinished(close);
  const db: ServiceConfig['db'] =
    postgres === undefined ? { kind: 'sqlite', path: file } : { kind: 'postgres', url: postgres };
  return {
    ...{ app, url: listener.url, log, close, config: { ...own, db }, folder: folder.path },
    plan: (sql) => planIn(file, sql),
  };
}

function serviceOf(own: ServiceConfig, database: string): { readonly app: App; readonly log: string[] } {
  const contract = describeConfig(own);
  const [collection] = contract.collections;
  if (collection === undefined) throw new Error('There is no collection.');
  const log: string[] = [];
  const app = createService(
    {
      config: own,
      contract,
      routes: {
        '/api/posts': { GET: listDocuments(collection), POST: createDocument(collection, anything) },
        '/api/posts/aggregate': { POST: aggregateDocuments(collection) },
        '/api/posts/:id': { GET: readDocument(collection) },
      },
      openapi: new URL(import.meta.url),
    },
    {
      env: { SVC_DATABASE_URL: database },
      logOutput: { write: (line) => void log.push(line) },
    },
  );
  return { app, log };
}

function planIn(file: string, sql: string): readonly string[] {
  const database = new Database(file);
  const lines = database.prepare<[], { readonly detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all();
  database.close();
  return lines.map(({ detail }) => detail);
}

/** Fills the table `posts` of a SQLite file. */
export function fillSqlite(file: string, posts: number): void {
  const database = new Database(file);
  database.pragma('synchronous = OFF');
  database.exec(fillSql('sqlite', posts));
  database.close();
}

async function fillPostgres(url: string, posts: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('SET synchronous_commit = off');
  await client.query(fillSql('postgres', posts));
  await client.query('VACUUM ANALYZE posts');
  await client.end();
}

export function listOf(filter: object, more = ''): string {
  return `/api/posts?where=${encodeURIComponent(JSON.stringify(filter))}${more}`;
}

/**
 * A filter that searches every text and matches nothing. Different values of `seed` make different filters.
 */
export function slowFilter(seed: number, searches = 10): object {
  return { OR: needlesOf(seed, searches).map((needle) => ({ body: { contains: needle } })) };
}

/** A list whose page and count both search every text: all posts meet its filter. */
export function slowList(seed: number, more: string): string {
  const AND = needlesOf(seed, 2).map((needle) => ({ body: { not_contains: needle } }));
  return listOf({ AND }, `&sort=rank${more}`);
}

/**
 * Milliseconds in which the page or the count of {@link slowList} can be read, and not both.
 *
 * @param measure - requests a list, and returns the milliseconds until its response.
 */
export async function deadlineBetween(measure: (path: string) => Promise<number>): Promise<number> {
  const [pages, counts]: [number[], number[]] = [[], []];
  for (const seed of [1, 2, 3]) {
    pages.push(await measure(slowList(seed, '&limit=1&count=none')));
    counts.push(await measure(slowList(seed, '&limit=0')));
  }
  const [page, count] = [Math.min(...pages), Math.min(...counts)];
  return Math.round(Math.max(page, count) + Math.min(page, count) / 4);
}

function needlesOf(seed: number, searches: number): readonly string[] {
  return Array.from({ length: searches }, (_, at) => `${'xq'.repeat(40)}${seed}.${at}`);
}
