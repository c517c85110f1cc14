import type { DocumentAccess } from '../../access/document-access.js';
import { nameOf } from '../../codegen/document-name.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { Connection } from '../../storage/driver.js';
import { nextSlice } from '../../util/slices.js';
import type { DocumentEnvironment } from '../document-environment.js';
import type { StoredDocument } from '../document-model.js';
import { type DocumentState, newestOf, publishedOrDraft } from '../document-state.js';
import { type DocumentType, withDocumentLock } from '../document-type.js';
import { nextHead, withDraft } from '../drafts/change-views.js';
import { findStates, storeState } from '../drafts/stored-state.js';
import { followFiles } from '../follow-files.js';
import { forgetDocuments } from '../forget-documents.js';
import { type HookCall, runAfterHooks, runRefusingHooks } from '../hooks/run-hooks.js';
import { claimOnce, keepOnce } from '../idempotency/once.js';
import { joinableByCalls } from '../local/open-transaction.js';
import { notFound } from '../not-found.js';
import type { OperationContext } from '../operation-context.js';
import { accessOf } from '../read/read-rights.js';
import { type ClearedDocument, clearReferences } from '../relations/clear-references.js';
import { type Deletion, planDeletion } from '../relations/plan-deletion.js';
import type { ReferrerMap } from '../relations/referrers.js';
import { type Restricting, restriction } from '../relations/restriction.js';
import { copyToTrash, type LostByTarget, noteLost } from '../trash/move-to-trash.js';
import { isUsers, releaseUsers } from '../users/user-deletion.js';
import { decideOn } from './decide-document.js';
import type { DeleteIntent, EndOfDocument } from './intent.js';
import { loadDocument } from './load-document.js';
import { lockDocuments } from './lock-documents.js';
import { sameJson } from './write-statements.js';

/** Documents processed before other requests can proceed: a tag may be on a hundred thousand posts. */
const batchSize = 200;

interface DeletedDocument {
  readonly type: DocumentType;
  readonly document: StoredDocument;
}

/** A document of a type. */
interface TypedId {
  readonly type: DocumentType;
  readonly id: string;
}

/**
 * How a document ends by a deletion. A permanent one is of its own document only: whether those that follow
 * it may be deleted for good was not asked.
 */
function endOf({ type, id }: TypedId, { target, intent }: Omit<Ending, 'deletion'>): EndOfDocument {
  if (type.trash === null) return 'delete';
  return intent.isPermanent === true && type === target && id === intent.id ? 'purge' : 'trash';
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
 * `restrict` refuses the deletion. Documents of collections with trash go there, with their history, unless
 * the deletion is permanent (docs/spec/content-tools.md#trash).
 */
export async function removeDocument(
  { environment, referrers, type }: DeletionTarget,
  { intent, context }: { readonly intent: DeleteIntent; readonly context: OperationContext },
): Promise<void> {
  const { id } = intent;
  const access = accessOf(environment, context);
  const { deleted, trashed, calls } = await withDocumentLock({ environment, type, id }, () =>
    environment.driver.transaction((connection) =>
      joinableByCalls({ environment, context, connection }, async (calls) => {
        await claimOnce(connection, { once: intent.once, clock: environment.clock });
        const { state } = await loadDocument({ target: { type }, intent, context, connection, locks: true });
        const document = publishedOrDraft(state);
        if (document === null) throw notFound(type.model.name, id);
        const end = endOf({ type, id }, { target: type, intent });
        if (end === 'purge') {
          const subject = { id, data: document, document };
          await decideOn(access, { descriptor: type.model.descriptor, operation: 'purge', subject });
        }
        const root = deleteCall('beforeDelete', { type, document, end, context });
        await runRefusingHooks(type.hooks.beforeDelete, root);

        const deletion = await planDeletion(connection, referrers, { type, id, access });
        const cascaded = (await hookedDocuments(connection, { deletion, root: id })).map((one) => {
          const typed = { type: one.type, id: String(one.document['id']) };
          return { ...one, end: endOf(typed, { target: type, intent }) };
        });
        for (const one of cascaded) {
          const call = deleteCall('beforeDelete', { ...one, context });
          await runRefusingHooks(one.type.hooks.beforeDelete, call);
        }
        const ending = { target: type, deletion, intent };
        const documents = keptInTrash(ending);
        const deletes = async (): Promise<void> => {
          const lost = await clearPointers(connection, { environment, deletion, access });
          await runEffects(connection, ending);
          if (documents.size > 0) await copyToTrash(connection, { environment, documents, lost, context });
          await deleteRows(connection, ending);
        };
        await (calls === null ? deletes() : calls.alone(deletes));
        await calls?.settle();
        await recordEnds(connection, ending, context);
        await keepOnce(connection, { once: intent.once, result: { id, revision: 0, json: '' } });
        return { deleted: [{ type, document, end }, ...cascaded], trashed: documents, calls };
      }),
    ),
  );
  await calls?.follow(environment);
  await followFiles(environment, trashed);
  for (const one of deleted) {
    const { afterDelete } = one.type.hooks;
    if (afterDelete.length === 0) continue;
    const call = deleteCall('afterDelete', { ...one, context });
    await environment.afterCommit(() => runAfterHooks(afterDelete, { call, log: environment.log }));
  }
}

interface Ending {
  /** The type of the document that the intent names. */
  readonly target: DocumentType;
  readonly deletion: Deletion;
  readonly intent: DeleteIntent;
}

/** The documents that go to a trash. */
function keptInTrash(ending: Ending): ReadonlyMap<DocumentType, ReadonlySet<string>> {
  const kept = new Map<DocumentType, ReadonlySet<string>>();
  for (const [type, ids] of ending.deletion.deleted) {
    const own = new Set([...ids].filter((id) => endOf({ type, id }, ending) === 'trash'));
    if (own.size > 0) kept.set(type, own);
  }
  return kept;
}

/** What the deletions do besides, such as ending a schedule. */
async function runEffects(connection: Connection, ending: Ending): Promise<void> {
  const { deletion, intent } = ending;
  const { effectsFor } = intent;
  if (effectsFor === undefined) return;
  for (const [type, ids] of deletion.deleted) {
    const { descriptor } = type.model;
    if (descriptor.kind !== 'collection') continue;
    for (const id of ids) {
      for (const effect of effectsFor({ descriptor, id }, endOf({ type, id }, ending))) {
        await effect.run(connection, { before: null, document: null });
      }
    }
  }
}

/** An entry for each document, the one that the intent names first. */
async function recordEnds(
  connection: Connection,
  ending: Ending,
  { recordWrite }: OperationContext,
): Promise<void> {
  if (recordWrite === undefined) return;
  const record = (type: DocumentType, id: string): Promise<void> => {
    const isPurge = endOf({ type, id }, ending) === 'purge';
    return recordWrite(connection, { document: nameOf(type.model.descriptor), id, event: 'delete', isPurge });
  };
  const { target, intent, deletion } = ending;
  await record(target, intent.id);
  for (const [type, ids] of deletion.deleted) {
    for (const id of ids) if (type !== target || id !== intent.id) await record(type, id);
  }
}

/** The call of a hook for a document that is deleted. */
export function deleteCall(
  hook: string,
  {
    type,
    document,
    end,
    context,
  }: DeletedDocument & { readonly end: EndOfDocument; readonly context: OperationContext },
): HookCall {
  return {
    name: `${hook} of ${type.model.name}`,
    data: document,
    document,
    operation: end,
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

/** Returns the references that are removed, as far as they lead to documents that go to a trash. */
async function clearPointers(connection: Connection, clearing: Clearing): Promise<LostByTarget> {
  const lost: LostByTarget = new Map();
  const hasTrash = [...clearing.deletion.deleted.keys()].some(({ trash }) => trash !== null);
  for (const [type, ids] of clearing.deletion.cleared) {
    const list = [...ids];
    for (let at = 0; at < list.length; at += batchSize) {
      if (at > 0) await nextSlice();
      const batch = list.slice(at, at + batchSize);
      await lockDocuments(connection, { type, ids: batch, lock: 'change' });
      const states = await findStates(connection, { type, ids: batch });
      for (const state of states) {
        if (hasTrash) noteLost(lost, type, { state, isGone: clearing.deletion.isDeleted });
        await clearDocument(connection, { ...clearing, type, state });
      }
    }
  }
  return lost;
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

async function deleteRows(connection: Connection, ending: Ending): Promise<void> {
  const { deletion } = ending;
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
    const gone = [...ids].filter((id) => endOf({ type, id }, ending) !== 'trash');
    if (gone.length > 0) await forgetDocuments(connection, type, gone);
  }
}
