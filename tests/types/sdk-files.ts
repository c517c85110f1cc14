/** Types of lists of files: what finds unused documents exists where a document has a file. */
import type { SvcClient } from '../../fixtures/uploads/expected/sdk/index.js';

export async function unusedFiles(client: SvcClient): Promise<void> {
  const { docs } = await client.photos.find({ unused: true, sort: 'createdAt_asc', select: ['url'] });
  const address: string | undefined = docs[0]?.url;
  for await (const { filesize } of client.attachments.iterate({ unused: true })) {
    const size: number = filesize;
    void size;
  }
  // @ts-expect-error: what is used is not listed by itself
  await client.photos.find({ unused: false });
  // @ts-expect-error: letters have no file
  await client.letters.find({ unused: true });
  // @ts-expect-error: folders have no file
  await client.documentsFolders.find({ unused: true });
  void address;
}
