/** The end of documents in the trash. */
import { nameOf } from '../../codegen/document-name.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { Connection } from '../../storage/driver.js';
import { createPause } from '../../util/create-pause.js';
import type { DocumentEnvironment } from '../document-environment.js';
import { type DocumentState, publishedOrDraft } from '../document-state.js';
import { forgetDocuments } from '../forget-documents.js';
import { runAfterHooks, runRefusingHooks } from '../hooks/run-hooks.js';
import { claimOnce, keepOnce } from '../idempotency/once.js';
import { joinableByCalls } from '../local/open-transaction.js';
import type { OperationContext } from '../operation-context.js';
import { deleteCall } from '../write/delete-documents.js';
import type { EffectsOfDeletion, TrashIntent } from '../write/intent.js';
import { findTrashed, type TrashPlace } from './find-trashed.js';

/** The collection of a purge. */
export interface PurgeTarget extends TrashPlace {
  readonly environment: DocumentEnvironment;
}

/**
 * Deletes a document in the trash for good, with its history and its files.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN, CONFLICT for another revision than the client expects.
 */
export async function purgeTrashed(
  target: PurgeTarget,
  { intent, context }: { readonly intent: TrashIntent; readonly context: OperationContext },
): Promise<void> {
  const { environment } = target;
  const { state, calls } = await environment.driver.transaction((connection) =>
    joinableByCalls({ environment, context, connection }, async (calls) => {
      await claimOnce(connection, { once: intent.once, clock: environment.clock });
      const look = { id: intent.id, expected: intent.expected, context, locks: true } as const;
      const { state } = await findTrashed(connection, target, { ...look, rights: ['delete', 'purge'] });
      await refusing(target, state, context);
      const purges = (): Promise<void> => end(connection, target, { ...intent, context });
      await (calls === null ? purges() : calls.alone(purges));
      await calls?.settle();
      await keepOnce(connection, { once: intent.once, result: { id: intent.id, revision: 0, json: '' } });
      return { state, calls };
    }),
  );
  await calls?.follow(environment);
  await following(target, state, context);
}

/** Documents that are deleted for good without being addressed one by one. */
export interface PurgedSome {
  readonly ids: readonly string[];
  readonly context: OperationContext;
  readonly effectsFor?: EffectsOfDeletion | undefined;
}

/**
 * Deletes documents in the trash for good, in one transaction. Those that another instance has taken are left
 * out. Does not ask for rights.
 *
 * @returns How many were deleted.
 */
export async function purgeSome(
  target: PurgeTarget,
  { ids, context, effectsFor }: PurgedSome,
): Promise<number> {
  const { environment, trash, type } = target;
  const hooked = type.hooks.beforeDelete.length + type.hooks.afterDelete.length > 0;
  const purged = await environment.driver.transaction(async (connection) => {
    const among = connection.dialect.sql.isAmong('"id"', 'text');
    const rows = await connection.all(
      `SELECT "id" FROM ${quoteIdentifier(trash.table)} WHERE ${among} ORDER BY "id"` +
        connection.dialect.locks.skippingClause,
      [JSON.stringify(ids)],
    );
    const states: DocumentState[] = [];
    const pause = createPause();
    for (const row of rows) {
      await pause();
      const id = String(row['id']);
      const found = hooked ? await trash.find(connection, id) : null;
      if (found !== null) {
        await refusing(target, found.state, context);
        states.push(found.state);
      }
      await end(connection, target, { id, context, ...(effectsFor && { effectsFor }) });
    }
    return { count: rows.length, states };
  });
  for (const state of purged.states) await following(target, state, context);
  return purged.count;
}

async function end(
  connection: Connection,
  { type, trash, descriptor }: PurgeTarget,
  {
    id,
    effectsFor,
    context,
  }: Pick<TrashIntent, 'id' | 'effectsFor'> & { readonly context: OperationContext },
): Promise<void> {
  await trash.remove(connection, [id]);
  await forgetDocuments(connection, type, [id]);
  for (const effect of effectsFor?.({ descriptor, id }, 'purge') ?? []) {
    await effect.run(connection, { before: null, document: null });
  }
  const written = { document: nameOf(descriptor), id, event: 'delete', isPurge: true } as const;
  await context.recordWrite?.(connection, written);
}

async function refusing(
  { type }: PurgeTarget,
  state: DocumentState,
  context: OperationContext,
): Promise<void> {
  const document = publishedOrDraft(state);
  if (document === null || type.hooks.beforeDelete.length === 0) return;
  const call = deleteCall('beforeDelete', { type, document, end: 'purge', context });
  await runRefusingHooks(type.hooks.beforeDelete, call);
}

async function following(
  { environment, type }: PurgeTarget,
  state: DocumentState,
  context: OperationContext,
): Promise<void> {
  const { afterDelete } = type.hooks;
  const document = publishedOrDraft(state);
  if (document === null || afterDelete.length === 0) return;
  const call = deleteCall('afterDelete', { type, document, end: 'purge', context });
  await environment.afterCommit(() => runAfterHooks(afterDelete, { call, log: environment.log }));
}
