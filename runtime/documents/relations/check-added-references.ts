import type { Connection } from '../../storage/driver.js';
import { checkTargets, type TargetTables } from './check-targets.js';
import { checkFolder, type Placed } from './folders.js';

/** The references that a write adds to a document. */
export interface AddedReferences extends Placed {
  readonly tables: TargetTables;
}

/**
 * Refuses references to documents that do not exist, and folders that the requester may not use.
 *
 * @throws ServiceError BAD_USER_INPUT
 */
export async function checkAddedReferences(connection: Connection, added: AddedReferences): Promise<void> {
  await checkTargets(connection, { references: added.references, tables: added.tables });
  await checkFolder(connection, added);
}
