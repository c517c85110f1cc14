import type { DocumentAccess } from '../../access/document-access.js';
import type { Connection } from '../../storage/driver.js';
import type { StoredDocument } from '../document-model.js';
import type { DocumentEnvironment, DocumentType } from '../document-type.js';
import type { DocumentState, WrittenTexts } from '../document-views.js';
import type { VersionStatus } from './version-store.js';

/**
 * Stores what was written as a version, where a history is kept. Must run in the transaction of the write.
 */
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

/**
 * Stores the state of a document before its first version: a document that was imported, or is older than its
 * history, would otherwise lose that state. Its author is unknown. Must run in the transaction of the first
 * write.
 */
export async function recordEarlierState(
  environment: Pick<DocumentEnvironment, 'ids'>,
  type: DocumentType,
  connection: Connection,
  { published, pending }: DocumentState,
): Promise<void> {
  const newest = pending?.document ?? published;
  if (type.versions === null || newest === null) return;
  if (!(await type.versions.isEmpty(connection, String(newest['id'])))) return;
  const earlier = { texts: new Map(), access: null };
  if (published !== null) {
    const version = { ...earlier, document: published, status: 'published' } as const;
    await recordVersion(environment, type, connection, version);
  }
  // A discarded draft leaves a row without pending fields.
  if (pending !== null && (published === null || pending.fields.length > 0)) {
    const version = { ...earlier, document: pending.document, status: 'draft' } as const;
    await recordVersion(environment, type, connection, version);
  }
}

/**
 * The author of a write: the id of a user, `key:` and the id of an API key, or null without an authenticated
 * requester.
 */
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
