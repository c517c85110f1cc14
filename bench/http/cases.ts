import type { LoadJob } from './load.js';

type BenchRequest = LoadJob['requests'][number];

export interface BenchCase {
  readonly name: string;
  readonly requests: (ids: Ids) => readonly BenchRequest[];
}

export interface Ids {
  readonly posts: readonly string[];
  readonly authors: readonly string[];
}

export const categories = ['news', 'guide', 'opinion', 'review', 'note'] as const;

const get = (path: string): BenchRequest => ({ method: 'GET', path });
const json = { 'content-type': 'application/json' };
const filter = (category: string): string =>
  encodeURIComponent(JSON.stringify({ category: { equals: category } }));

/** A body as clients send it: every field, one kilobyte of text. */
export function postBody(index: number, authors: readonly string[]): Record<string, unknown> {
  return {
    title: `Post number ${index}`,
    excerpt: `What post ${index} is about, in a sentence.`,
    body: `Paragraph ${index}. `.padEnd(1000, 'Lorem ipsum dolor sit amet, consectetur adipiscing elit. '),
    category: categories[index % categories.length],
    publishedAt: new Date(Date.UTC(2025, 0, 1) + ((index * 7919) % 100_000) * 60_000).toISOString(),
    views: (index * 31) % 5000,
    featured: index % 10 === 0,
    author: authors[(index * 17) % authors.length],
  };
}

export const cases: readonly BenchCase[] = [
  { name: 'list of 10 with count', requests: () => [get('/api/posts')] },
  {
    name: 'filtered, sorted list of 10',
    requests: () =>
      categories.map((category) => get(`/api/posts?where=${filter(category)}&sort=publishedAt_desc`)),
  },
  {
    name: 'by id',
    requests: ({ posts }) =>
      Array.from({ length: 500 }, (_, index) => get(`/api/posts/${posts[(index * 19) % posts.length]}`)),
  },
  { name: 'list of 10 with author', requests: () => [get('/api/posts?depth=1')] },
  { name: 'page 500', requests: () => [get('/api/posts?page=500')] },
  { name: 'list of 100', requests: () => [get('/api/posts?limit=100')] },
  {
    name: 'create',
    requests: ({ authors }) =>
      Array.from({ length: 200 }, (_, index) => ({
        method: 'POST',
        path: '/api/posts',
        headers: json,
        body: JSON.stringify(postBody(20_000 + index, authors)),
      })),
  },
  {
    name: 'patch',
    requests: ({ posts }) =>
      Array.from({ length: 500 }, (_, index) => ({
        method: 'PATCH',
        path: `/api/posts/${posts[(index * 19) % posts.length]}`,
        headers: json,
        body: JSON.stringify({ title: `Changed ${index}`, views: index }),
      })),
  },
];
