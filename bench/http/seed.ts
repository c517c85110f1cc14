import { categories, type Ids, postBody } from './cases.js';

export interface StoredDocument {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** Fills the generated server through its API and reads everything back by cursor. */
export async function seed(
  url: string,
  size: { authors: number; posts: number },
): Promise<{ authors: StoredDocument[]; posts: StoredDocument[] }> {
  await inParallel(size.authors, (index) =>
    create(`${url}/api/authors`, {
      name: `Author ${index}`,
      email: `author${index}@example.com`,
      bio: `Writes about ${categories[index % categories.length]}.`,
    }),
  );
  const authors = await readAll(`${url}/api/authors`);
  const ids = authors.map((author) => author.id);
  await inParallel(size.posts, (index) => create(`${url}/api/posts`, postBody(index, ids)));
  return { authors, posts: await readAll(`${url}/api/posts`) };
}

export function idsOf(documents: {
  authors: readonly StoredDocument[];
  posts: readonly StoredDocument[];
}): Ids {
  return { authors: documents.authors.map(({ id }) => id), posts: documents.posts.map(({ id }) => id) };
}

async function inParallel(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: 16 }, lane));
}

async function create(url: string, body: unknown): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.text();
  if (response.status !== 201) throw new Error(`POST ${url} answered ${response.status}: ${answer}`);
}

async function readAll(url: string): Promise<StoredDocument[]> {
  const documents: StoredDocument[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const response = await fetch(`${url}?limit=500&sort=id_asc&cursor=${encodeURIComponent(cursor)}`);
    if (!response.ok) throw new Error(`GET ${url} answered ${response.status}: ${await response.text()}`);
    const page = (await response.json()) as { docs: StoredDocument[]; nextCursor: string | null };
    documents.push(...page.docs);
    cursor = page.nextCursor;
  }
  return documents;
}
