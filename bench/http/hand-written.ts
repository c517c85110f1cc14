/**
 * What the hand-written servers have in common, whatever their database: validation of input, output of
 * documents, and error responses.
 */
import { randomUUID } from 'node:crypto';
import type { Express, NextFunction, Request, Response } from 'express';
import { z } from 'zod';

interface Stored {
  readonly id: string;
  readonly createdAt: string | Date;
  readonly updatedAt: string | Date;
  readonly revision: number;
}

/** A post as its database returns it, except `featured`. */
export interface PostColumns extends Stored {
  readonly title: string;
  readonly excerpt: string | null;
  readonly body: string | null;
  readonly category: string;
  readonly publishedAt: string | Date | null;
  readonly views: number | null;
  readonly author: string;
}

export interface AuthorRow extends Stored {
  readonly name: string;
  readonly email: string;
  readonly bio: string | null;
}

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

export interface ListQuery {
  readonly page: number;
  readonly limit: number;
  readonly depth: number;
  readonly sort: string;
  readonly where?: { readonly category: { readonly equals: string } } | undefined;
}

export interface PostBody {
  readonly title: string;
  readonly excerpt?: string | null | undefined;
  readonly body?: string | null | undefined;
  readonly category: string;
  readonly publishedAt?: string | null | undefined;
  readonly views?: number | null | undefined;
  readonly featured?: boolean | null | undefined;
  readonly author: string;
}

export type PostChange = { readonly [Name in keyof PostBody]?: PostBody[Name] | undefined };

export function readListQuery(query: unknown): ListQuery {
  return listQuery.parse(query);
}

export function readPost(body: unknown): PostBody {
  return createBody.parse(body);
}

export function readChange(body: unknown): PostChange {
  return updateBody.parse(body);
}

/** A new post, except `featured`; the time has the type that the database takes. */
export function newPost<T extends string | Date>(
  body: PostBody,
  now: T,
): PostColumns & { readonly createdAt: T; readonly updatedAt: T } {
  return {
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
    author: body.author,
  };
}

export function toPost(row: PostColumns, featured: boolean | null, author: unknown = row.author): unknown {
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
    featured,
    author,
  };
}

export function toAuthor({ revision, id, createdAt, updatedAt, ...rest }: AuthorRow): unknown {
  return { id, createdAt, updatedAt, _status: 'published', _revision: revision, ...rest };
}

/** The envelope of a page. */
export function toPage(docs: readonly unknown[], totalDocs: number, { page, limit }: ListQuery): unknown {
  const totalPages = limit === 0 ? 0 : Math.ceil(totalDocs / limit);
  return { docs, totalDocs, page, totalPages, hasNextPage: page < totalPages, hasPrevPage: page > 1 };
}

export function answerNotFound(res: Response): void {
  res.status(404).json({ error: 'There is no such post.', code: 'NOT_FOUND' });
}

export function listenOn(app: Express, port: string): void {
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
}
