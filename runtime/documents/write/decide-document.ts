/**
 * The one place that decides access to a document which is written, deleted, or in the trash. Its callers say
 * what they have found, and at which time they ask: `admit.ts` for living documents, `documents/trash/` for
 * those in the trash.
 */
import type { DocumentAccess, WriteSubject } from '../../access/document-access.js';
import type { DocumentOperation } from '../../access/scopes.js';
import type { DocumentDescriptor } from '../../codegen/descriptors.js';
import { nameOf } from '../../codegen/document-name.js';
import { isServiceError } from '../../errors/to-response.js';
import type { JsonObject } from '../../util/json.js';
import { notFound } from '../not-found.js';

/** A question to the rules of access. */
export interface DocumentQuestion {
  readonly descriptor: DocumentDescriptor;
  readonly operation: DocumentOperation;
  readonly subject: WriteSubject;
  /**
   * Whether the document is a draft that the requester does not see: a 403 would reveal that it exists, so
   * the refusal is a 404. A requester who may write drafts need not see them.
   */
  readonly isUnseen?: boolean;
}

/**
 * Decides on one operation with one document. Without rights (no authentication) everything is allowed.
 *
 * @throws ServiceError FORBIDDEN, NOT_FOUND; Error when a callback fails.
 */
export async function decideOn(
  access: DocumentAccess | null,
  { descriptor, operation, subject, isUnseen = false }: DocumentQuestion,
): Promise<void> {
  if (access === null) return;
  try {
    await access.admit(descriptor, operation, subject);
  } catch (error) {
    if (isUnseen && isForbidden(error)) throw notFound(nameOf(descriptor), subject.id ?? '');
    throw error;
  }
}

/** A document as it is stored. */
export interface StoredSubject {
  /** Null where the service has no authentication. */
  readonly access: DocumentAccess | null;
  readonly descriptor: DocumentDescriptor;
  readonly id: string;
  readonly document: JsonObject;
}

/**
 * Whether the requester may do something with a document. The data of a write is not known: callbacks get the
 * stored document as `data`, as for state transitions.
 */
export async function isAllowed(
  { access, descriptor, id, document }: StoredSubject,
  operation: DocumentOperation,
): Promise<boolean> {
  try {
    await decideOn(access, { descriptor, operation, subject: { id, data: document, document } });
    return true;
  } catch (error) {
    if (isForbidden(error)) return false;
    throw error;
  }
}

function isForbidden(error: unknown): boolean {
  return isServiceError(error) && error.code === 'FORBIDDEN';
}
