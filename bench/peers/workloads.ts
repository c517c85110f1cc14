import { categories, type Ids, postBody } from '../http/cases.js';
import type { BenchRequest, Contender, Dialect, Document, Headers } from './contender.js';
import { ask } from './contender.js';

/** The workloads of bench/http/cases.ts, in the words of each product. */
export interface Workload {
  readonly name: string;
  readonly requests: (dialect: Dialect, ids: Ids) => readonly BenchRequest[];
  readonly isList: boolean;
}

const get = (path: string): BenchRequest => ({ method: 'GET', path });

export function workloadsOf(documents: number): readonly Workload[] {
  const deepPage = Math.min(500, Math.floor(documents / 10));
  return [
    {
      name: 'list of 10 with count',
      isList: true,
      requests: (dialect) => [get(dialect.list({ limit: 10, page: 1 }))],
    },
    {
      name: 'filtered, sorted list of 10',
      isList: true,
      requests: (dialect) =>
        categories.map((category) => get(dialect.list({ limit: 10, page: 1, category }))),
    },
    {
      name: 'by id',
      isList: false,
      requests: (dialect, { posts }) => spread(posts).map((id) => get(dialect.byId(id))),
    },
    {
      name: 'list of 10 with author',
      isList: true,
      requests: (dialect) => [get(dialect.list({ limit: 10, page: 1, withAuthor: true }))],
    },
    {
      name: `page ${deepPage}`,
      isList: true,
      requests: (dialect) => [get(dialect.list({ limit: 10, page: deepPage }))],
    },
    {
      name: 'list of 100',
      isList: true,
      requests: (dialect) => [get(dialect.list({ limit: 100, page: 1 }))],
    },
    {
      name: 'create',
      isList: false,
      requests: (dialect, { authors }) =>
        Array.from({ length: 200 }, (_, index) => dialect.create('posts', postBody(20_000 + index, authors))),
    },
    {
      name: 'patch',
      isList: false,
      requests: (dialect, { posts }) =>
        spread(posts).map((id, index) => dialect.patch(id, { title: `Changed ${index}`, views: index })),
    },
  ];
}

/** Five hundred ids from everywhere in the collection. */
function spread(ids: readonly string[]): readonly string[] {
  return Array.from({ length: 500 }, (_, index) => ids[(index * 19) % ids.length] ?? '');
}

export interface Asked {
  readonly contender: Contender;
  readonly url: string;
  readonly ids: Ids;
  readonly headers: Headers;
}

/** What a product returns to the first requests of a workload, in a form that is the same for all. */
export async function answersTo(workload: Workload, asked: Asked): Promise<readonly unknown[]> {
  const { contender, url, ids, headers } = asked;
  const numbers = new Map(ids.posts.map((id, index) => [id, index]));
  const answers: unknown[] = [];
  for (const request of workload.requests(contender.dialect, ids).slice(0, 20)) {
    const body = await ask(url, request, headers);
    if (workload.isList) {
      const { documents, total } = contender.dialect.readPage(body);
      answers.push({ total, posts: documents.map((document) => inCommon(document, numbers)) });
    } else {
      answers.push(inCommon(contender.dialect.readOne(body), numbers));
    }
  }
  return answers;
}

/** Ids and the times of storing are each product's own: a post is known by its number. */
function inCommon(post: Document, numbers: ReadonlyMap<string, number>): unknown {
  const { title, excerpt, body, category, publishedAt, views, featured, author } = post;
  return {
    number: numbers.get(String(post.id)) ?? 'new',
    title,
    excerpt,
    body,
    category,
    publishedAt: new Date(String(publishedAt)).toISOString(),
    views,
    featured,
    author: typeof author === 'object' && author !== null ? authorInCommon(author) : 'not populated',
  };
}

function authorInCommon(author: object): unknown {
  const { name, email, bio } = author as Readonly<Record<string, unknown>>;
  return { name, email, bio };
}
