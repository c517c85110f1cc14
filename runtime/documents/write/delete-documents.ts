import type { DocumentAccess } from '../../access/document-access.js';
import { nameOf } from '../../codegen/document-name.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { Connection } from '../../storage/driver.js';
import { nextSlice } from '../../util/slices.js';
import type { StoredDocument } from '../document-model.js';
import { type DocumentState, newestOf, publishedOrDraft } from '../document-state.js';
import { type DocumentEnvironment, type DocumentType, withDocumentLock } from '../document-type.js';
import { nextHead, withDraft } from '../drafts/change-views.js';
import { findStates, storeState } from '../drafts/stored-state.js';
import { type HookCall, runAfterHooks, runRefusingHooks } from '../hooks/run-hooks.js';
import { joinableByCalls } from '../local/open-transaction.js';
import { notFound } from '../not-found.js';
import type { OperationContext } from '../operation-context.js';
import { accessOf } from '../read/read-rights.js';
import { type ClearedDocument, clearReferences } from '../relations/clear-references.js';
import { type Deletion, planDeletion } from '../relations/plan-deletion.js';
import type { ReferrerMap } from '../relations/referrers.js';
import { type Restricting, restriction } from '../relations/restriction.js';
import { isUsers, releaseUsers } from '../users/user-deletion.js';
import type { DeleteIntent } from './intent.js';
import { loadDocument } from './load-document.js';
import { lockDocuments } from './lock-documents.js';
import { sameJson } from './write-statements.js';

/** Documents processed before other requests can proceed: a tag may be on a hundred thousand posts. */
const batchSize = 200;

interface DeletedDocument {
  readonly type: DocumentType;
  readonly document: StoredDocument;
}

/** The collection of a deletion. */
export interface DeletionTarget {
  readonly environment: DocumentEnvironment;
  readonly type: DocumentType;
  readonly referrers: ReferrerMap;
}

/**
 * Deletes a document, published or not, with its draft, its history and everything that follows: documents
 * whose relation has `cascade` are deleted with it, other references to it are cleared, and one with
 * `restrict` refuses the deletion.
 */
export async function removeDocument(
  { environment, referrers, type }: DeletionTarget,
  { intent, context }: { readonly intent: DeleteIntent; readonly context: OperationContext },
): Promise<void> {
  const { id } = intent;
  const access = accessOf(environment, context);
  const { deleted, calls } = await withDocumentLock({ environment, type, id }, () =>
    environment.driver.transaction((connection) =>
      joinableByCalls({ environment, context, connection }, async (calls) => {
        await intent.once?.claim(connection);
        const { state } = await loadDocument({ target: { type }, intent, context, connection, locks: true });
        const document = publishedOrDraft(state);
        if (document === null) throw notFound(type.model.name, id);
        const root = deleteCall('beforeDelete', { type, document, context });
        await runRefusingHooks(type.hooks.beforeDelete, root);

        const deletion = await planDeletion(connection, referrers, { type, id, access });
        const cascaded = await hookedDocuments(connection, { deletion, root: id });
        for (const one of cascaded) {
          const call = deleteCall('beforeDelete', { ...one, context });
          await runRefusingHooks(one.type.hooks.beforeDelete, call);
        }
        const deletes = async (): Promise<void> => {
          await clearPointers(connection, { environment, deletion, access });
          await deleteRows(connection, deletion);
        };
        await (calls === null ? deletes() : calls.alone(deletes));
        await calls?.settle();
        await context.recordWrite?.(connection, {
          document: nameOf(type.model.descriptor),
          id,
          event: 'delete',
        });
        await intent.once?.keep(connection, { id, revision: 0, json: '' });
        return { deleted: [{ type, document }, ...cascaded], calls };
      }),
    ),
  );
  await calls?.follow(environment);
  for (const one of deleted) {
    const { afterDelete } = one.type.hooks;
    if (afterDelete.length === 0) continue;
    const call = deleteCall('afterDelete', { ...one, context });
    await environment.afterCommit(() => runAfterHooks(afterDelete, { call, log: environment.log }));
  }
}

function deleteCall(
  hook: string,
  { type, document, context }: DeletedDocument & { readonly context: OperationContext },
): HookCall {
  return {
    name: `${hook} of ${type.model.name}`,
    data: document,
    document,
    operation: 'delete',
    event: 'delete',
    context,
  };
}

/** The documents that are deleted with it and whose collections have hooks for deletion. */
async function hookedDocuments(
  connection: Connection,
  { deletion, root }: { readonly deletion: Deletion; readonly root: string },
): Promise<readonly DeletedDocument[]> {
  const hooked: DeletedDocument[] = [];
  for (const [type, ids] of deletion.deleted) {
    if (type.hooks.beforeDelete.length + type.hooks.afterDelete.length === 0) continue;
    const states = await findStates(connection, { type, ids: [...ids].filter((id) => id !== root) });
    for (const state of states) {
      const document = publishedOrDraft(state);
      if (document !== null) hooked.push({ type, document });
    }
  }
  return hooked;
}

interface Clearing {
  readonly environment: DocumentEnvironment;
  readonly deletion: Deletion;
  readonly access: DocumentAccess | null;
}

async function clearPointers(connection: Connection, clearing: Clearing): Promise<void> {
  for (const [type, ids] of clearing.deletion.cleared) {
    const list = [...ids];
    for (let at = 0; at < list.length; at += batchSize) {
      if (at > 0) await nextSlice();
      const batch = list.slice(at, at + batchSize);
      await lockDocuments(connection, { type, ids: batch, lock: 'change' });
      const states = await findStates(connection, { type, ids: batch });
      for (const state of states) await clearDocument(connection, { ...clearing, type, state });
    }
  }
}

interface ClearedState extends Clearing {
  readonly type: DocumentType;
  readonly state: DocumentState;
}

async function clearDocument(
  connection: Connection,
  { environment, deletion, access, type, state }: ClearedState,
): Promise<void> {
  const newest = newestOf(state);
  if (newest === null) return;
  const { updatedAt, revision: _revision } = nextHead(state, { base: newest, environment });
  const cleared = (document: StoredDocument): ClearedDocument & { readonly isSame: boolean } => {
    const { data, emptied } = clearReferences(type.references, document, deletion.isDeleted);
    const isSame = sameJson(data, document);
    return { data: isSame ? document : { ...data, updatedAt, _revision }, emptied, isSame };
  };
  const published = state.published && cleared(state.published);
  const refusing = (published?.emptied ?? []).map(({ field, site }): Restricting => {
    const name = `${type.model.name}.${site}`;
    return { referrer: { type, isPending: false, field, name }, ids: [String(newest['id'])] };
  });
  if (refusing.length > 0) throw await restriction(connection, { restricting: refusing, access });
  // A draft has no required fields.
  const draft = state.pending && cleared(state.pending.document);
  await storeState(connection, {
    type,
    before: state,
    after: {
      published: published?.isSame === false ? published.data : state.published,
      pending:
        draft &&
        withDraft(type, {
          published: published?.data ?? null,
          draft: { ...draft.data, updatedAt, _revision },
          named: state.pending?.fields,
        }).pending,
    },
  });
}

async function deleteRows(connection: Connection, deletion: Deletion): Promise<void> {
  // Before any row is deleted: the database cascades too, and would delete users without this check.
  for (const [type, ids] of deletion.deleted) {
    if (isUsers(type.model)) await releaseUsers(connection, { model: type.model, ids: [...ids] });
  }
  for (const [type, ids] of deletion.deleted) {
    for (const rows of type.pending === null ? [type] : [type, type.pending]) {
      const among = connection.dialect.sql.isAmong('"id"', 'text');
      await connection.run(`DELETE FROM ${quoteIdentifier(rows.model.table)} WHERE ${among}`, [
        JSON.stringify([...ids]),
      ]);
      await rows.writer.removed(connection, [...ids]);
    }
    await type.versions?.forget(connection, [...ids]);
    const { descriptor } = type.model;
    if (type.files !== null && descriptor.kind === 'collection') {
      await type.files.deleted(connection, { descriptor, ids: [...ids] });
    }
  }
}
