/**
 * Posts and authors in a database of SQLite, as one writes them by hand: prepared statements, the right
 * indexes, rows made into documents. The Express server and the bare one use it.
 */
import Database from 'better-sqlite3';
import {
  type AuthorRow,
  type ListQuery,
  newPost,
  type PostBody,
  type PostChange,
  type PostColumns,
  toAuthor,
  toPage,
  toPost,
} from './hand-written.js';

interface PostRow extends PostColumns {
  readonly featured: number | null;
}

/** A document with what its response says in headers. */
export interface FoundPost {
  readonly id: string;
  readonly revision: number;
  readonly document: unknown;
}

export interface Posts {
  page(query: ListQuery): unknown;
  find(id: string): FoundPost | null;
  create(body: PostBody): FoundPost;
  change(id: string, body: PostChange): FoundPost | null;
}

const columns =
  'id, createdAt, updatedAt, revision, title, excerpt, body, category, publishedAt, views, featured, author';

export function openPosts(file: string): Posts {
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

  const found = (row: PostRow): FoundPost => ({
    id: row.id,
    revision: row.revision,
    document: toPost(row, truth(row.featured)),
  });
  const change = db.transaction((id: string, { featured, ...rest }: PostChange): FoundPost | null => {
    const row = byId.get(id);
    if (!row) return null;
    const changed = {
      ...row,
      ...rest,
      ...(featured === undefined ? {} : { featured: flag(featured) }),
      updatedAt: new Date().toISOString(),
      revision: row.revision + 1,
    } as PostRow;
    update.run(changed);
    return found(changed);
  });

  return {
    page(query) {
      const offset = (query.page - 1) * query.limit;
      const category = query.where?.category.equals;
      const totalDocs = (category === undefined ? countAll.get() : countByCategory.get(category))?.n ?? 0;
      const rows =
        category === undefined
          ? newest.all(query.limit, offset)
          : newestByCategory.all(category, query.limit, offset);
      if (query.depth !== 1) {
        return toPage(
          rows.map((row) => toPost(row, truth(row.featured))),
          totalDocs,
          query,
        );
      }
      const ids = JSON.stringify([...new Set(rows.map((row) => row.author))]);
      const authors = new Map(authorsByIds.all(ids).map((row) => [row.id, toAuthor(row)]));
      const docs = rows.map((row) => toPost(row, truth(row.featured), authors.get(row.author) ?? null));
      return toPage(docs, totalDocs, query);
    },
    find(id) {
      const row = byId.get(id);
      return row ? found(row) : null;
    },
    create(body) {
      const row: PostRow = {
        ...newPost(body, new Date().toISOString()),
        featured: flag(body.featured ?? false),
      };
      insert.run(row);
      return found(row);
    },
    change: (id, body) => change.immediate(id, body),
  };
}

function truth(value: number | null): boolean | null {
  return value === null ? null : value === 1;
}

function flag(value: boolean | null | undefined): number | null {
  return value == null ? null : Number(value);
}
