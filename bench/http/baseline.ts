/**
 * What a good engineer writes by hand for the `posts` and `authors` of the benchmark: Express 5, better-sqlite3 with prepared
 * statements and the right indexes, zod on every input, Express's costly defaults (ETag by hash, X-Powered-By) off.
 * It answers the same documents as the generated server, and nothing that the benchmark does not ask for.
 *
 * `node baseline.mjs DATABASE PORT`
 */
import { randomUUID } from 'node:crypto';
import Database from 'better-sqlite3';
import express, { type NextFunction, type Request, type Response } from 'express';
import { z } from 'zod';

interface PostRow {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly revision: number;
  readonly title: string;
  readonly excerpt: string | null;
  readonly body: string | null;
  readonly category: string;
  readonly publishedAt: string | null;
  readonly views: number | null;
  readonly featured: number | null;
  readonly author: string;
}

interface AuthorRow {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly revision: number;
  readonly name: string;
  readonly email: string;
  readonly bio: string | null;
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

const listQuery = z.strictObject({
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(0).max(1000).default(10),
  depth: z.coerce.number().int().min(0).max(1).default(0),
  sort: z.enum(['createdAt_desc', 'publishedAt_desc']).default('createdAt_desc'),
  where: z
    .string()
    .transform((text) => JSON.parse(text) as unknown)
    .pipe(z.strictObject({ category: z.strictObject({ equals: z.string() }) }))
    .optional(),
});
const categories = z.enum(['news', 'guide', 'opinion', 'review', 'note']);
const createBody = z.strictObject({
  title: z.string().min(1).max(200),
  excerpt: z.string().max(500).nullish(),
  body: z.string().nullish(),
  category: categories,
  publishedAt: z.iso.datetime().nullish(),
  views: z.number().int().min(0).nullish(),
  featured: z.boolean().nullish(),
  author: z.string(),
});
const updateBody = createBody.partial();

function toPost(row: PostRow, author: unknown = row.author): unknown {
  return {
    id: row.id,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    _status: 'published',
    _revision: row.revision,
    title: row.title,
    excerpt: row.excerpt,
    body: row.body,
    category: row.category,
    publishedAt: row.publishedAt,
    views: row.views,
    featured: row.featured === null ? null : row.featured === 1,
    author,
  };
}

function toAuthor({ revision, id, createdAt, updatedAt, ...rest }: AuthorRow): unknown {
  return { id, createdAt, updatedAt, _status: 'published', _revision: revision, ...rest };
}

const flag = (value: boolean | null | undefined): number | null => (value == null ? null : Number(value));

const app = express();
app.disable('x-powered-by');
app.set('etag', false);

app.get('/api/posts', (req, res) => {
  const query = listQuery.parse(req.query);
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
    docs = rows.map((row) => toPost(row, authors.get(row.author) ?? null));
  } else {
    docs = rows.map((row) => toPost(row));
  }
  const totalPages = query.limit === 0 ? 0 : Math.ceil(totalDocs / query.limit);
  res.json({
    docs,
    totalDocs,
    page: query.page,
    totalPages,
    hasNextPage: query.page < totalPages,
    hasPrevPage: query.page > 1,
  });
});

app.get('/api/posts/:id', (req, res) => {
  const row = byId.get(req.params.id);
  if (!row) {
    res.status(404).json({ error: 'There is no such post.', code: 'NOT_FOUND' });
    return;
  }
  const etag = `"${row.revision}"`;
  res.set('ETag', etag);
  if (req.headers['if-none-match'] === etag) {
    res.status(304).end();
    return;
  }
  res.json(toPost(row));
});

app.post('/api/posts', express.json(), (req, res) => {
  const body = createBody.parse(req.body);
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
  res.status(201).location(`/api/posts/${row.id}`).json(toPost(row));
});

const patch = db.transaction((id: string, body: z.infer<typeof updateBody>): PostRow | null => {
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
  const row = patch.immediate(String(req.params['id']), updateBody.parse(req.body));
  if (!row) {
    res.status(404).json({ error: 'There is no such post.', code: 'NOT_FOUND' });
    return;
  }
  res.set('ETag', `"${row.revision}"`).json(toPost(row));
});

app.use((error: unknown, _req: Request, res: Response, _next: NextFunction) => {
  if (error instanceof z.ZodError || error instanceof SyntaxError) {
    res.status(400).json({ error: error.message, code: 'BAD_USER_INPUT' });
  } else {
    res.status(500).json({ error: 'Something went wrong.', code: 'INTERNAL_ERROR' });
  }
});

const server = app.listen(Number(port), '127.0.0.1', () => {
  const address = server.address();
  console.log(`listening on ${typeof address === 'object' && address ? address.port : port}`);
});
