import type { DocumentAccess } from '../access/document-access.js';
import type { Connection } from '../storage/driver.js';
import type { StoredDocument } from './document-model.js';
import type { WrittenTexts } from './document-state.js';
import type { DocumentEnvironment, DocumentType } from './document-type.js';
import type { VersionStatus } from './version-store.js';

/** Keeps what was written as a version, where a history is kept. Belongs into the transaction of the write. */
export async function recordVersion(
  { ids }: Pick<DocumentEnvironment, 'ids'>,
  { versions }: DocumentType,
  connection: Connection,
  version: {
    readonly document: StoredDocument;
    readonly texts: WrittenTexts;
    readonly status: VersionStatus;
    readonly access: DocumentAccess | null;
  },
): Promise<void> {
  if (versions === null) return;
  const { document, texts, status, access } = version;
  await versions.record(connection, {
    id: ids(),
    document: String(document['id']),
    createdAt: String(document['updatedAt']),
    createdBy: authorOf(access),
    status,
    revision: Number(document['_revision']),
    snapshot: texts.get(document) ?? JSON.stringify(document),
  });
}

/** Who writes: the id of a user, `key:` and the id of an API key, or null where nobody is known. */
export function authorOf(access: DocumentAccess | null): string | null {
  if (access === null) return null;
  const { requester } = access;
  switch (requester.kind) {
    case 'user':
      return requester.user.id;
    case 'apiKey':
      return `key:${requester.key.id}`;
    case 'anonymous':
      return null;
  }
}
