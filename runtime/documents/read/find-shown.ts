import { isUnseenDraft, seesDrafts } from '../../access/decide-view.js';
import type { Connection } from '../../storage/driver.js';
import type { JsonObject } from '../../util/json.js';
import type { DocumentType } from '../document-type.js';
import { findState } from '../drafts/stored-state.js';
import { notFound } from '../not-found.js';
import type { OperationContext } from '../operation-context.js';
import { findForWrite } from '../write/admit.js';
import { readableWhere } from './read-rights.js';
import { shownUnwritten } from './unwritten-global.js';

interface Look {
  readonly type: DocumentType;
  readonly id: string;
  readonly context: OperationContext;
  readonly connection: Connection;
}

/**
 * The stored document, hidden fields included, if a read would show it. A requester who may change or delete
 * drafts without seeing them learns of none here (docs/spec/contract.md#draft-writes).
 *
 * @throws ServiceError NOT_FOUND
 */
export async function findShown(look: Look): Promise<JsonObject> {
  const { type, id, context } = look;
  const { descriptor } = type.model;
  if (descriptor.kind === 'global' && (await isUnwritten(look))) return unwritten(look);
  const document = await findForWrite(look);
  const { access } = context;
  if (access !== null && isUnseenDraft(descriptor, document, access)) throw notFound(type.model.name, id);
  return document;
}

/** Whether the requester sees nothing that was written to a global. */
async function isUnwritten({ type, id, context, connection }: Look): Promise<boolean> {
  const state = await findState(connection, type, id);
  return state === null || (state.published === null && !seesDrafts(type.model.descriptor, context.access));
}

async function unwritten({ type, id, context, connection }: Look): Promise<JsonObject> {
  const { access } = context;
  const visible = await readableWhere(access, type.model.descriptor, id);
  const document = await shownUnwritten(type, { connection, visible, access, context });
  if (document === null) throw notFound(type.model.name, id);
  return document;
}
