/**
 * The same hand-written server on PostgreSQL: Express 5 and `pg`, named prepared statements, a pool of ten,
 * the right indexes, and as few round trips as possible: a list and its count are queried at the same time, a
 * change is one statement.
 *
 * `node baseline-postgres.mjs DATABASE_URL PORT`
 */
import express from 'express';
import pg from 'pg';
import { z } from 'zod';
import {
  type AuthorRow,
  answerNotFound,
  listenOn,
  newPost,
  type PostColumns,
  readChange,
  readListQuery,
  readPost,
  toAuthor,
  toPage,
  toPost,
} from './hand-written.js';

interface PostRow extends PostColumns {
  readonly featured: boolean | null;
}

const [url = '', port = '0'] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 10 });
await pool.query(`
  CREATE TABLE IF NOT EXISTS authors (
    id uuid PRIMARY KEY, "createdAt" timestamptz(3) NOT NULL, "updatedAt" timestamptz(3) NOT NULL, revision integer NOT NULL,
    name text NOT NULL, email text NOT NULL UNIQUE, bio text
  );
  CREATE TABLE IF NOT EXISTS posts (
    id uuid PRIMARY KEY, "createdAt" timestamptz(3) NOT NULL, "updatedAt" timestamptz(3) NOT NULL, revision integer NOT NULL,
    title text NOT NULL, excerpt text, body text, category text NOT NULL, "publishedAt" timestamptz(3), views integer,
    featured boolean, author uuid NOT NULL REFERENCES authors(id)
  );
  CREATE INDEX IF NOT EXISTS posts_created ON posts ("createdAt", id);
  CREATE INDEX IF NOT EXISTS posts_category_published ON posts (category, "publishedAt", id);
  CREATE INDEX IF NOT EXISTS posts_author ON posts (author);
`);

const names = [
  'id',
  'createdAt',
  'updatedAt',
  'revision',
  'title',
  'excerpt',
  'body',
  'category',
  'publishedAt',
  'views',
  'featured',
  'author',
] as const;
const columns = names.map((name) => `"${name}"`).join(', ');
const statements = {
  countAll: 'SELECT count(*)::int AS n FROM posts',
  countByCategory: 'SELECT count(*)::int AS n FROM posts WHERE category = $1',
  newest: `SELECT ${columns} FROM posts ORDER BY "createdAt" DESC, id DESC LIMIT $1 OFFSET $2`,
  newestByCategory: `SELECT ${columns} FROM posts WHERE category = $1 ORDER BY "publishedAt" DESC NULLS LAST, id DESC LIMIT $2 OFFSET $3`,
  byId: `SELECT ${columns} FROM posts WHERE id = $1`,
  authorsByIds:
    'SELECT id, "createdAt", "updatedAt", revision, name, email, bio FROM authors WHERE id = ANY($1)',
  insert: `INSERT INTO posts (${columns}) VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
} as const;

async function all<T extends pg.QueryResultRow>(
  name: keyof typeof statements,
  values: readonly unknown[],
): Promise<readonly T[]> {
  return (await pool.query<T>({ name, text: statements[name], values: [...values] })).rows;
}

const app = express();
app.disable('x-powered-by');
app.set('etag', false);

app.get('/api/posts', async (req, res) => {
  const query = readListQuery(req.query);
  const offset = (query.page - 1) * query.limit;
  const category = query.where?.category.equals;
  const [[counted], rows] = await Promise.all(
    category === undefined
      ? [all<{ n: number }>('countAll', []), all<PostRow>('newest', [query.limit, offset])]
      : [
          all<{ n: number }>('countByCategory', [category]),
          all<PostRow>('newestByCategory', [category, query.limit, offset]),
        ],
  );
  let docs: unknown[];
  if (query.depth === 1) {
    const ids = [...new Set(rows.map((row) => row.author))];
    const found = await all<AuthorRow>('authorsByIds', [ids]);
    const authors = new Map(found.map((row) => [row.id, toAuthor(row)]));
    docs = rows.map((row) => toPost(row, row.featured, authors.get(row.author) ?? null));
  } else {
    docs = rows.map((row) => toPost(row, row.featured));
  }
  res.json(toPage(docs, counted?.n ?? 0, query));
});

const idOf = z.uuid();

app.get('/api/posts/:id', async (req, res) => {
  const [row] = await all<PostRow>('byId', [idOf.parse(req.params.id)]);
  if (!row) {
    answerNotFound(res);
    return;
  }
  const etag = `"${row.revision}"`;
  res.set('ETag', etag);
  if (req.headers['if-none-match'] === etag) {
    res.status(304).end();
    return;
  }
  res.json(toPost(row, row.featured));
});

app.post('/api/posts', express.json(), async (req, res) => {
  const body = readPost(req.body);
  const row: PostRow = { ...newPost(body, new Date()), featured: body.featured ?? false };
  await all(
    'insert',
    names.map((name) => row[name]),
  );
  res.status(201).location(`/api/posts/${row.id}`).json(toPost(row, row.featured));
});

app.patch('/api/posts/:id', express.json(), async (req, res) => {
  const id = idOf.parse(req.params['id']);
  const body = readChange(req.body);
  const changed = names.filter((name) => name in body) as (keyof typeof body)[];
  const sets = changed.map((name, at) => `, "${name}" = $${at + 3}`).join('');
  const text = `UPDATE posts SET revision = revision + 1, "updatedAt" = $2${sets} WHERE id = $1 RETURNING ${columns}`;
  const values = [id, new Date(), ...changed.map((name) => body[name])];
  const { rows } = await pool.query<PostRow>({ name: `patch ${changed.join()}`, text, values });
  const [row] = rows;
  if (!row) {
    answerNotFound(res);
    return;
  }
  res.set('ETag', `"${row.revision}"`).json(toPost(row, row.featured));
});

listenOn(app, port);
