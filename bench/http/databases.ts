import { copyFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import pg from 'pg';
import type { StoredDocument } from './seed.js';

/** Databases of the two servers during a run. */
export interface BenchDatabases {
  /** For `SVC_DATABASE_URL` of the generated server. */
  readonly generated: string;
  /** First argument of the hand-written one. */
  readonly baseline: string;
  /** First argument of the bare server; on PostgreSQL there is none. */
  readonly bare: string;
  /** The hand-written program. */
  readonly program: string;
  /** Copies the documents of the generated server into the tables of the hand-written one. */
  fill(documents: Documents): Promise<void>;
  drop(): Promise<void>;
}

export interface Documents {
  readonly authors: readonly StoredDocument[];
  readonly posts: readonly StoredDocument[];
}

export function sqliteDatabases(folder: string): BenchDatabases {
  const [baseline, bare] = [`${folder}/baseline.db`, `${folder}/bare.db`];
  return {
    generated: `file:${folder}/generated.db`,
    baseline,
    bare,
    program: 'baseline.mjs',
    async fill(documents) {
      fillFile(baseline, documents);
      // With its tables and the statistics that SQLite has of them.
      copyFileSync(baseline, bare);
    },
    drop: async () => undefined,
  };
}

function fillFile(file: string, documents: Documents): void {
  const db = new Database(file);
  const author = db.prepare(
    'INSERT INTO authors VALUES (@id, @createdAt, @updatedAt, @_revision, @name, @email, @bio)',
  );
  const post = db.prepare(
    'INSERT INTO posts VALUES (@id, @createdAt, @updatedAt, @_revision, @title, @excerpt, @body, @category, @publishedAt, @views, @featured, @author)',
  );
  db.transaction(() => {
    for (const document of documents.authors) author.run(document);
    for (const document of documents.posts) post.run({ ...document, featured: Number(document['featured']) });
  })();
  db.close();
}

/** Two databases of their own on a server. Both are vacuumed and analysed before timing. */
export async function postgresDatabases(server: string): Promise<BenchDatabases> {
  const urls = ['generated', 'baseline'].map((name) => {
    const url = new URL(server);
    url.pathname = `/svc_bench_${name}_${process.pid}`;
    return url.href;
  });
  const [generated = '', baseline = ''] = urls;
  const onServer = (verb: 'CREATE' | 'DROP'): Promise<void> =>
    withClient(server, async (client) => {
      for (const url of urls)
        await client.query(
          `${verb} DATABASE ${new URL(url).pathname.slice(1)}${verb === 'DROP' ? ' WITH (FORCE)' : ''}`,
        );
    });
  await onServer('CREATE');
  return {
    generated,
    baseline,
    bare: '',
    program: 'baseline-postgres.mjs',
    async fill(documents) {
      await withClient(baseline, async (client) => {
        for (const table of ['authors', 'posts'] as const) {
          await client.query(
            `INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`,
            [
              JSON.stringify(
                documents[table].map((document) => ({ ...document, revision: document['_revision'] })),
              ),
            ],
          );
        }
      });
      for (const url of urls) await withClient(url, (client) => client.query('VACUUM ANALYZE'));
    },
    drop: () => onServer('DROP'),
  };
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
