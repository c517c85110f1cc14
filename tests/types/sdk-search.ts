/** Types of searches: options exist where the config has a search, highlights where they are asked for. */
import type { SvcClient } from '../../fixtures/content-tools/expected/sdk/index.js';

export async function searches(client: SvcClient): Promise<void> {
  const found = await client.posts.find({ search: 'fox', highlight: true, select: ['title'] });
  const pieces = found.docs[0]?._highlights.title;
  const mark: [number, number] | undefined = pieces?.[0]?.marks[0];
  // @ts-expect-error: a field that no search looks at
  found.docs[0]?._highlights.status;
  const plain = await client.posts.find({ search: 'fox' });
  // @ts-expect-error: highlights were not asked for
  plain.docs[0]?._highlights;
  // @ts-expect-error: authors have no search
  await client.authors.find({ search: 'fox' });
  const total: number = await client.posts.count({ search: 'fox' });
  void [mark, total];
}
