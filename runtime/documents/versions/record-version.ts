import type { DocumentAccess } from '../../access/document-access.js';
import type { Connection } from '../../storage/driver.js';
import type { DocumentEnvironment } from '../document-environment.js';
import type { StoredDocument } from '../document-model.js';
import type { DocumentState, WrittenTexts } from '../document-state.js';
import type { DocumentType } from '../document-type.js';
import type { StoredStatus } from './version-store.js';

/** The history in which a write is recorded, and its transaction. */
export interface Recording {
  readonly connection: Connection;
  readonly type: DocumentType;
  readonly environment: Pick<DocumentEnvironment, 'ids'>;
}

/** A document as it was written. */
export interface NewVersion {
  readonly document: StoredDocument;
  readonly texts: WrittenTexts;
  readonly status: StoredStatus;
  readonly access: DocumentAccess | null;
}

/**
 * Stores what was written as a version, where a history is kept. Must run in the transaction of the write.
 */
export async function recordVersion(
  { connection, type: { versions }, environment: { ids } }: Recording,
  { document, texts, status, access }: NewVersion,
): Promise<void> {
  if (versions === null) return;
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
  recording: Recording,
  { published, pending }: DocumentState,
): Promise<void> {
  const { connection, type } = recording;
  const newest = pending?.document ?? published;
  if (type.versions === null || newest === null) return;
  if (!(await type.versions.isEmpty(connection, String(newest['id'])))) return;
  const earlier = { texts: new Map(), access: null };
  if (published !== null) {
    const version = { ...earlier, document: published, status: 'published' } as const;
    await recordVersion(recording, version);
  }
  // A discarded draft leaves a row without pending fields.
  if (pending !== null && (published === null || pending.fields.length > 0)) {
    const version = { ...earlier, document: pending.document, status: 'draft' } as const;
    await recordVersion(recording, version);
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
