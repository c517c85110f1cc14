/** A service whose posts refer to many other posts, called in process. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { describeConfig } from '../../../runtime/codegen/describe-config.js';
import type { ServiceConfig } from '../../../runtime/config/service-config.js';
import { createService } from '../../../runtime/create-service.js';
import type { App } from '../../../runtime/http/app.js';
import { listDocuments, readDocument } from '../../../runtime/http/handlers/document-handlers.js';
import { scratchFolder } from '../../support/emitted.js';

export interface RelatedPost {
  readonly id: string;
  readonly body: string;
  readonly related: readonly string[];
}

export interface RelatedPosts {
  readonly app: App;
  /** A separate connection to the database. */
  readonly database: Database.Database;
  get(path: string, address?: string): Promise<Response>;
}

const config: ServiceConfig = {
  server: { metrics: true },
  // Each response is put together again.
  limits: { maxLimit: 1_000, maxDepth: 5, answerCache: 0 },
  collections: [
    {
      slug: 'posts',
      drafts: false,
      fields: [
        { name: 'body', type: 'textarea' },
        { name: 'related', type: 'relationship', to: 'posts', hasMany: true },
      ],
    },
  ],
};

export function idOf(at: number): string {
  return `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`;
}

/** Posts that each refer to the following ones; the last ones refer to the first. */
export function postsInARing(count: number, relations: number, body: string): readonly RelatedPost[] {
  return Array.from({ length: count }, (_, at) => ({
    id: idOf(at),
    body,
    related: Array.from({ length: relations }, (_, next) => idOf((at + next + 1) % count)),
  }));
}

export async function startRelatedPosts(posts: readonly RelatedPost[]): Promise<RelatedPosts> {
  const contract = describeConfig(config);
  const [collection] = contract.collections;
  if (collection === undefined) throw new Error('There is no collection.');
  const file = join(scratchFolder(), 'data.db');
  const app = createService(
    {
      config,
      contract,
      routes: {
        '/api/posts': { GET: listDocuments(collection) },
        '/api/posts/:id': { GET: readDocument(collection) },
      },
      openapi: new URL(import.meta.url),
    },
    { env: { SVC_DATABASE_URL: `file:${file}` }, logOutput: { write: () => undefined } },
  );
  onTestFinished(() => app.close());
  await app.ready();
  const database = new Database(file);
  onTestFinished(() => void database.close());
  // Population reads only the stored JSON, so the rows of the list tables are not needed.
  const insert = database.prepare(
    `INSERT INTO posts (id, "createdAt", "updatedAt", _revision, body, _doc) VALUES (?, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', 1, '', ?)`,
  );
  database.transaction(() => {
    for (const post of posts) insert.run(post.id, JSON.stringify(post));
  })();
  return {
    app,
    database,
    get: (path, address) => app.fetch(new Request(`http://localhost${path}`), { address }),
  };
}
