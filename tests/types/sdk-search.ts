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
  const { hits } = await client.svc.search('fox', { limit: 5 });
  for (const hit of hits) {
    const name: string = hit.collection === 'posts' ? hit.document.title : hit.document.name;
    // @ts-expect-error: highlights were not asked for
    void [name, hit.score, hit.document._highlights];
  }
  const drafts = await client.svc.search('fox', { collections: ['posts'], draft: true, highlight: true });
  const title: string | null | undefined = drafts.hits[0]?.document.title;
  const marked = drafts.hits[0]?.document._highlights.title;
  // @ts-expect-error: authors have no search
  await client.svc.search('fox', { collections: ['authors'] });
  void [mark, total, title, marked];
}
