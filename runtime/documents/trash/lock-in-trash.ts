import type { Connection } from '../../storage/driver.js';
import type { DocumentType } from '../document-type.js';
import { findState } from '../drafts/stored-state.js';
import { lockState } from '../write/lock-documents.js';

/**
 * Whether a document is in the trash. It does not go there or leave it until the transaction ends. False
 * where there is no such document any more.
 */
export async function lockInTrash(connection: Connection, type: DocumentType, id: string): Promise<boolean> {
  const { trash } = type;
  if (trash === null) return false;
  for (;;) {
    if ((await lockState(connection, type, id)) !== null) return false;
    if ((await trash.find(connection, id, { locks: true })) !== null) return true;
    // While the lock was waited for, it may have come back.
    if ((await findState(connection, type, id)) === null) return false;
  }
}
