/**
 * What a good engineer writes by hand for the `posts` and `authors` of the benchmark: Express 5,
 * better-sqlite3 with prepared statements and the right indexes, zod on every input, Express's costly
 * defaults (ETag by hash, X-Powered-By) off. It returns the same documents as the generated server, and has
 * nothing that the benchmark does not use.
 *
 * `node baseline.mjs DATABASE PORT`
 */
import { randomUUID } from 'node:crypto';
import Database from 'better-sqlite3';
import express from 'express';
import {
  type AuthorRow,
  answerNotFound,
  listenOn,
  type PostChange,
  type PostColumns,
  readChange,
  readListQuery,
  readPost,
  toAuthor,
  toPage,
  toPost,
} from './hand-written.js';

interface PostRow extends PostColumns {
  readonly featured: number | null;
}

const [file = ':memory:', port = '0'] = process.argv.slice(2);
const db = new Database(file);
db.pragma('journal_mode = WAL');
db.pragma('synchronous = NORMAL');
db.pragma('foreign_keys = ON');
db.exec(`
  CREATE TABLE IF NOT EXISTS authors (
    id TEXT PRIMARY KEY, createdAt TEXT NOT NULL, updatedAt TEXT NOT NULL, revision INTEGER NOT NULL,
    name TEXT NOT NULL, email TEXT NOT NULL UNIQUE, bio TEXT
  );
  CREATE TABLE IF NOT EXISTS posts (
    id TEXT PRIMARY KEY, createdAt TEXT NOT NULL, updatedAt TEXT NOT NULL, revision INTEGER NOT NULL,
    title TEXT NOT NULL, excerpt TEXT, body TEXT, category TEXT NOT NULL, publishedAt TEXT, views INTEGER,
    featured INTEGER, author TEXT NOT NULL REFERENCES authors(id)
  );
  CREATE INDEX IF NOT EXISTS posts_created ON posts (createdAt, id);
  CREATE INDEX IF NOT EXISTS posts_category_published ON posts (category, publishedAt, id);
  CREATE INDEX IF NOT EXISTS posts_author ON posts (author);
`);

const columns =
  'id, createdAt, updatedAt, revision, title, excerpt, body, category, publishedAt, views, featured, author';
const countAll = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM posts');
const countByCategory = db.prepare<[string], { n: number }>(
  'SELECT count(*) AS n FROM posts WHERE category = ?',
);
const newest = db.prepare<[number, number], PostRow>(
  `SELECT ${columns} FROM posts ORDER BY createdAt DESC, id DESC LIMIT ? OFFSET ?`,
);
const newestByCategory = db.prepare<[string, number, number], PostRow>(
  `SELECT ${columns} FROM posts WHERE category = ? ORDER BY publishedAt DESC, id DESC LIMIT ? OFFSET ?`,
);
const byId = db.prepare<[string], PostRow>(`SELECT ${columns} FROM posts WHERE id = ?`);
const authorsByIds = db.prepare<[string], AuthorRow>(
  'SELECT id, createdAt, updatedAt, revision, name, email, bio FROM authors WHERE id IN (SELECT value FROM json_each(?))',
);
const insert = db.prepare(
  `INSERT INTO posts (${columns}) VALUES (@id, @createdAt, @updatedAt, @revision, @title, @excerpt, @body, @category, @publishedAt, @views, @featured, @author)`,
);
const update = db.prepare(
  `UPDATE posts SET updatedAt = @updatedAt, revision = @revision, title = @title, excerpt = @excerpt, body = @body, category = @category,
   publishedAt = @publishedAt, views = @views, featured = @featured, author = @author WHERE id = @id`,
);

const truth = (value: number | null): boolean | null => (value === null ? null : value === 1);
const flag = (value: boolean | null | undefined): number | null => (value == null ? null : Number(value));

const app = express();
app.disable('x-powered-by');
app.set('etag', false);

app.get('/api/posts', (req, res) => {
  const query = readListQuery(req.query);
  const offset = (query.page - 1) * query.limit;
  const category = query.where?.category.equals;
  const totalDocs = (category === undefined ? countAll.get() : countByCategory.get(category))?.n ?? 0;
  const rows =
    category === undefined
      ? newest.all(query.limit, offset)
      : newestByCategory.all(category, query.limit, offset);
  let docs: unknown[];
  if (query.depth === 1) {
    const ids = JSON.stringify([...new Set(rows.map((row) => row.author))]);
    const authors = new Map(authorsByIds.all(ids).map((row) => [row.id, toAuthor(row)]));
    docs = rows.map((row) => toPost(row, truth(row.featured), authors.get(row.author) ?? null));
  } else {
    docs = rows.map((row) => toPost(row, truth(row.featured)));
  }
  res.json(toPage(docs, totalDocs, query));
});

app.get('/api/posts/:id', (req, res) => {
  const row = byId.get(req.params.id);
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
  res.json(toPost(row, truth(row.featured)));
});

app.post('/api/posts', express.json(), (req, res) => {
  const body = readPost(req.body);
  const now = new Date().toISOString();
  const row: PostRow = {
    id: randomUUID(),
    createdAt: now,
    updatedAt: now,
    revision: 1,
    title: body.title,
    excerpt: body.excerpt ?? null,
    body: body.body ?? null,
    category: body.category,
    publishedAt: body.publishedAt ?? null,
    views: body.views ?? 0,
    featured: flag(body.featured ?? false),
    author: body.author,
  };
  insert.run(row);
  res
    .status(201)
    .location(`/api/posts/${row.id}`)
    .json(toPost(row, truth(row.featured)));
});

const patch = db.transaction((id: string, body: PostChange): PostRow | null => {
  const row = byId.get(id);
  if (!row) return null;
  const { featured, ...rest } = body;
  const changed = {
    ...row,
    ...rest,
    ...(featured === undefined ? {} : { featured: flag(featured) }),
    updatedAt: new Date().toISOString(),
    revision: row.revision + 1,
  };
  update.run(changed);
  return changed as PostRow;
});

app.patch('/api/posts/:id', express.json(), (req, res) => {
  const row = patch.immediate(String(req.params['id']), readChange(req.body));
  if (!row) {
    answerNotFound(res);
    return;
  }
  res.set('ETag', `"${row.revision}"`).json(toPost(row, truth(row.featured)));
});

listenOn(app, port);
