import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StoredDocument } from '../documents/document-model.js';
import type { DocumentEnvironment, DocumentType } from '../documents/document-type.js';
import { checkRevision, findAllStored, findStored, notFound } from '../documents/find-stored.js';
import type { OperationContext, WriteConditions } from '../documents/operation.js';
import { isUsers, releaseUsers } from '../documents/user-deletion.js';
import { type HookCall, runAfterHooks, runRefusingHooks } from '../hooks/run-hooks.js';
import { clearReferences } from '../relations/clear-references.js';
import { type Deletion, planDeletion, restriction } from '../relations/plan-deletion.js';
import type { ReferrerMap } from '../relations/referrers.js';
import type { Connection } from '../storage/driver.js';
import { quoteName } from '../storage/schema/sqlite-ddl.js';

/** Documents handled between two looks at other requests: a tag may be on a hundred thousand posts. */
const batchSize = 200;

interface DeletedDocument {
  readonly type: DocumentType;
  readonly document: StoredDocument;
}

/** What stands behind a deletion beside the revision. */
export interface DeletionConditions extends WriteConditions {
  /** Runs in the transaction on the stored document, before anything else is looked at; throws to refuse. */
  readonly decide?: (connection: Connection, document: StoredDocument) => Promise<void>;
}

/**
 * Deletes a document with everything that follows: documents whose relation says `cascade` go with it, other pointers to it are
 * cleared, and one that says `restrict` refuses.
 */
export async function deleteDocument(
  environment: DocumentEnvironment,
  referrers: ReferrerMap,
  type: DocumentType,
  id: string,
  { expectedRevision, decide }: DeletionConditions,
  context: OperationContext,
): Promise<void> {
  const deleted = await environment.driver.transaction(async (connection) => {
    const document = await findStored(connection, type.model, id);
    if (document === null) throw notFound(type.model.name, id);
    await decide?.(connection, document);
    checkRevision(type.model, Number(document['_revision']), expectedRevision);
    await runRefusingHooks(type.hooks.beforeDelete, deleteCall('beforeDelete', { type, document }, context));

    const deletion = await planDeletion(connection, referrers, type, id);
    const cascaded = await hookedDocuments(connection, deletion, id);
    for (const one of cascaded) {
      await runRefusingHooks(one.type.hooks.beforeDelete, deleteCall('beforeDelete', one, context));
    }
    await clearPointers(environment, connection, deletion);
    await deleteRows(connection, deletion);
    return [{ type, document }, ...cascaded];
  });
  for (const one of deleted) {
    const call = deleteCall('afterDelete', one, context);
    await runAfterHooks(one.type.hooks.afterDelete, call, environment.log);
  }
}

function deleteCall(hook: string, { type, document }: DeletedDocument, context: OperationContext): HookCall {
  return {
    name: `${hook} of ${type.model.name}`,
    data: document,
    document,
    operation: 'delete',
    context,
  };
}

/** The documents that go along and whose collections have hooks for that. */
async function hookedDocuments(
  connection: Connection,
  deletion: Deletion,
  root: string,
): Promise<readonly DeletedDocument[]> {
  const hooked: DeletedDocument[] = [];
  for (const [type, ids] of deletion.deleted) {
    if (type.hooks.beforeDelete.length + type.hooks.afterDelete.length === 0) continue;
    const documents = await findAllStored(
      connection,
      type.model,
      [...ids].filter((id) => id !== root),
    );
    hooked.push(...documents.map((document) => ({ type, document })));
  }
  return hooked;
}

async function clearPointers(
  environment: DocumentEnvironment,
  connection: Connection,
  deletion: Deletion,
): Promise<void> {
  for (const [type, ids] of deletion.cleared) {
    const list = [...ids];
    for (let at = 0; at < list.length; at += batchSize) {
      if (at > 0) await nextTurn();
      const documents = await findAllStored(connection, type.model, list.slice(at, at + batchSize));
      for (const document of documents)
        await clearDocument(environment, connection, { type, document }, deletion);
    }
  }
}

async function clearDocument(
  { clock }: DocumentEnvironment,
  connection: Connection,
  { type, document }: DeletedDocument,
  deletion: Deletion,
): Promise<void> {
  const { data, emptied } = clearReferences(type.references, document, deletion.isDeleted);
  const [site] = emptied;
  if (site !== undefined) throw restriction([`${type.model.name}.${site}`]);
  const changed = {
    ...data,
    updatedAt: new Date(clock()).toISOString(),
    _revision: Number(document['_revision']) + 1,
  };
  await type.writer.update(connection, changed, document);
}

async function deleteRows(connection: Connection, deletion: Deletion): Promise<void> {
  // Before any row goes: the database cascades too, and would take users along unseen.
  for (const [type, ids] of deletion.deleted) {
    if (isUsers(type.model)) await releaseUsers(connection, type.model, [...ids]);
  }
  for (const [type, ids] of deletion.deleted) {
    await connection.run(
      `DELETE FROM ${quoteName(type.model.table)} WHERE "id" IN (SELECT "value" FROM json_each(?))`,
      [JSON.stringify([...ids])],
    );
  }
}
