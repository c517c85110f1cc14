import type { Connection } from '../storage/driver.js';
import type { DocumentType } from './document-type.js';

/** Removes what outlives the rows of documents: their history, and what is known of their files. */
export async function forgetDocuments(
  connection: Connection,
  { versions, files, model: { descriptor } }: DocumentType,
  ids: readonly string[],
): Promise<void> {
  await versions?.forget(connection, ids);
  if (files !== null && descriptor.kind === 'collection')
    await files.deleted(connection, { descriptor, ids });
}
