/** The return of a document from the trash: docs/spec/content-tools.md#trash. */
import type { DocumentAccess } from '../../access/document-access.js';
import { nameOf } from '../../codegen/document-name.js';
import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import { UniqueViolation } from '../../storage/driver.js';
import { createPause } from '../../util/create-pause.js';
import type { DocumentEnvironment } from '../document-environment.js';
import type { StoredDocument } from '../document-model.js';
import { publishedOrDraft } from '../document-state.js';
import { type DocumentType, withDocumentLock } from '../document-type.js';
import { findState } from '../drafts/stored-state.js';
import { followFiles } from '../follow-files.js';
import { runChangedHooks } from '../hooks/run-hooks.js';
import { claimOnce, keepOnce } from '../idempotency/once.js';
import { joinableByCalls } from '../local/open-transaction.js';
import type { DocumentResult, OperationContext } from '../operation-context.js';
import { answerWrite } from '../write/answer-write.js';
import { uniqueConflict } from '../write/unique-conflict.js';
import { type LeftDocuments, leftDocuments } from './left-documents.js';
import { refillReferences } from './refill-references.js';
import { lockBatch, type RestoreIntent, type RestoreTarget, returnBatch } from './restore-batch.js';
import { inTurn, placed, type Restored, type Restoring, type Returning } from './restore-member.js';
import { rememberReferences } from './return-references.js';
import { mayName, withSeenDetails } from './seen-paths.js';

/** A document that has returned. */
export interface RestoredDocument extends DocumentResult {
  /** Paths of what could not be restored, as far as the requester may learn of them. */
  readonly dropped: readonly string[];
  /** Documents that were deleted along with it and stay in the trash, as far as the requester sees them. */
  readonly left: LeftDocuments;
}

/**
 * Brings a document back, and with it those that were deleted along with it because they refer to it. Of
 * these, one that cannot return stays in the trash: it could not be given other values before.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN, BAD_USER_INPUT for `values`, CONFLICT where a unique value or an
 * id is in use, or a document that it needs is in the trash.
 */
export async function restoreTrashed(
  target: RestoreTarget,
  { intent, context }: { readonly intent: RestoreIntent; readonly context: OperationContext },
): Promise<RestoredDocument> {
  const { environment, type, descriptor } = target;
  const { id, isOneOfMany = false } = intent;
  const { result, restored, calls } = await withDocumentLock({ environment, type, id }, () =>
    environment.driver.transaction((connection) =>
      joinableByCalls({ environment, context, connection }, async (calls) => {
        await claimOnce(connection, { once: intent.once, clock: environment.clock });
        const batch = await lockBatch(connection, target, { intent, context });
        const restoring = { environment, types: target.types, connection, context, calls };
        const { restored, left } = await returnBatch(restoring, batch);
        await inTurn(calls, () => finish(placed(restoring, restored), { restored, intent }));
        const document = await answer(target, { restoring, root: restored[0] });
        const result = { ...document, left: await leftDocuments(connection, left, { context, isOneOfMany }) };
        await calls?.settle();
        await record(restoring, restored);
        await keepOnce(connection, { once: intent.once, result: document });
        return { result, restored, calls };
      }),
    ),
  ).catch((error: unknown) => {
    const { access } = context;
    throw withSeenDetails(conflictOf(error, target, access), descriptor, access);
  });
  await calls?.follow(environment);
  await followFiles(environment, idsByType(restored));
  const pause = createPause();
  for (const one of restored) {
    await runAfterRestore(environment, one, context);
    await pause();
  }
  return result;
}

/**
 * The refusal of a unique index: of this collection, or of another one whose documents get references back.
 * It names no field to requesters who do not read the collection, and nothing of another one.
 */
function conflictOf(
  error: unknown,
  { type, descriptor }: RestoreTarget,
  access: DocumentAccess | null,
): unknown {
  if (!(error instanceof UniqueViolation)) return error;
  const known = uniqueConflict(type.model, { error, access });
  const isClosed = access !== null && access.verdict(descriptor, 'read') === 'denied';
  if (known !== error && !isClosed) return known;
  return new ServiceError('CONFLICT', reason('document.notUnique', { collection: type.model.name }), {
    cause: error,
  });
}

async function finish(
  { connection, place }: Restoring,
  { restored, intent }: { readonly restored: readonly Restored[]; readonly intent: RestoreIntent },
): Promise<void> {
  const pause = createPause();
  for (const { trash, trashed } of restored) {
    await trash.remove(connection, [trashed.id]);
    await pause();
  }
  const waiting = restored.flatMap((one) => one.waiting);
  await rememberReferences(connection, place.types, waiting);
  await refillReferences(
    connection,
    place,
    restored.flatMap(({ trashed }) => trashed.lost),
  );
  for (const { descriptor, trashed } of restored) {
    for (const effect of intent.effectsFor?.({ descriptor, id: trashed.id }, 'trash') ?? []) {
      await effect.run(connection, { before: null, document: null });
    }
    await pause();
  }
}

async function answer(
  target: RestoreTarget,
  {
    restoring: { connection, context },
    root,
  }: { readonly restoring: Returning; readonly root: Restored | undefined },
): Promise<Omit<RestoredDocument, 'left'>> {
  if (root === undefined) throw new Error('Nothing was restored.');
  // References may have come back since it was stored.
  const state = (await findState(connection, target.type, root.trashed.id)) ?? root.after;
  const written = {
    ...{ state, texts: new Map(), isDraft: state.published === null },
    before: { state: root.before },
  };
  const dropped = [...root.dropped].filter((path) => mayName(target.descriptor, path, context.access));
  return { ...(await answerWrite(target, { written, context })), dropped: dropped.sort() };
}

function idsByType(restored: readonly Restored[]): ReadonlyMap<DocumentType, ReadonlySet<string>> {
  const ids = new Map<DocumentType, Set<string>>();
  for (const { type, trashed } of restored) ids.set(type, (ids.get(type) ?? new Set()).add(trashed.id));
  return ids;
}

async function record({ connection, context }: Returning, restored: readonly Restored[]): Promise<void> {
  const pause = createPause();
  for (const { descriptor, trashed } of restored) {
    await pause();
    const written = { document: nameOf(descriptor), id: trashed.id, event: 'restore' } as const;
    await context.recordWrite?.(connection, written);
  }
}

async function runAfterRestore(
  environment: DocumentEnvironment,
  { type, before, after, data }: Restored,
  context: OperationContext,
): Promise<void> {
  const { afterChange } = type.hooks;
  const document: StoredDocument | null = publishedOrDraft(after);
  if (afterChange.length === 0 || document === null) return;
  const call = {
    ...{ name: `afterChange of ${type.model.name}`, data, document, previous: publishedOrDraft(before) },
    ...({ operation: 'restore', event: 'restore' } as const),
    ...{ draft: after.published === null, context },
  };
  await environment.afterCommit(() => runChangedHooks(afterChange, { call, log: environment.log }));
}
