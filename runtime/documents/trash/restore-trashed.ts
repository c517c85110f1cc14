/** The return of a document from the trash: docs/spec/content-tools.md#trash. */
import { nameOf } from '../../codegen/document-name.js';
import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import { isServiceError } from '../../errors/to-response.js';
import { type Connection, UniqueViolation } from '../../storage/driver.js';
import { lockName } from '../../storage/locks.js';
import { undoable } from '../../storage/undoable.js';
import type { JsonObject } from '../../util/json.js';
import { type StoredDocument, slotValue } from '../document-model.js';
import { type DocumentState, publishedOrDraft } from '../document-state.js';
import { type DocumentEnvironment, withDocumentLock } from '../document-type.js';
import { withDraft } from '../drafts/change-views.js';
import { findState, storeState } from '../drafts/stored-state.js';
import { runChangedHooks } from '../hooks/run-hooks.js';
import { joinableByCalls, type OpenTransaction } from '../local/open-transaction.js';
import type { DocumentResult, OperationContext } from '../operation-context.js';
import type { DocumentReader } from '../read/document-reader.js';
import { collectReferences } from '../relations/reference-plan.js';
import { recordVersion } from '../versions/record-version.js';
import { answerWrite, type ReturnedDocument } from '../write/answer-write.js';
import type { TrashIntent } from '../write/intent.js';
import { freeSlugs, setSlot } from '../write/slugs.js';
import { uniqueConflict } from '../write/unique-conflict.js';
import { findTrashed, placeOf, shownOf, type TrashPlace } from './find-trashed.js';
import { type LeftDocuments, leftDocuments } from './left-documents.js';
import { targetKey } from './move-to-trash.js';
import {
  type ReturnPlace,
  refillReferences,
  rememberReferences,
  type TypesByName,
  type WaitingReference,
  withoutMissing,
} from './return-references.js';
import { type ReturnedViews, returningViews } from './returning-document.js';
import { mayName, withSeenDetails } from './seen-paths.js';
import type { TrashedDocument } from './trash-store.js';

/** A restore that a requester asks for. */
export interface RestoreIntent extends TrashIntent {
  /** Instead of what the document had: where a unique value is in use meanwhile. */
  readonly values: JsonObject;
  /** Whether it is one restore of a bulk. */
  readonly isOneOfMany?: boolean;
}

/** The collection of a restore. */
export interface RestoreTarget extends TrashPlace {
  readonly environment: DocumentEnvironment;
  readonly reader: DocumentReader;
  readonly types: TypesByName;
  readonly returns: ReturnedDocument;
}

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
        await intent.once?.claim(connection);
        const batch = await lockBatch(connection, target, { intent, context });
        const restoring = { environment, types: target.types, connection, context, calls };
        const { restored, left } = await returnBatch(restoring, batch);
        await inTurn(calls, () => finish(placed(restoring, restored), { restored, intent }));
        const document = await answer(target, { restoring, root: restored[0] });
        const result = { ...document, left: await leftDocuments(connection, left, { context, isOneOfMany }) };
        await calls?.settle();
        await record(restoring, restored);
        await intent.once?.keep(connection, document);
        return { result, restored, calls };
      }),
    ),
  ).catch((error: unknown) => {
    const { access } = context;
    throw withSeenDetails(uniqueConflict(type.model, { error, access }), descriptor, access);
  });
  await calls?.follow(environment);
  for (const one of restored) await runAfterRestore(environment, one, context);
  return result;
}

/** A document of a batch that returns. */
interface Member extends TrashPlace {
  readonly trashed: TrashedDocument;
  readonly values: JsonObject;
}

/** The documents that were deleted together. */
interface Batch {
  readonly root: Member;
  readonly others: readonly Member[];
}

/** A document that is back. */
interface Restored extends Member {
  readonly before: DocumentState;
  readonly after: DocumentState;
  readonly data: JsonObject;
  readonly dropped: ReadonlySet<string>;
  readonly waiting: readonly WaitingReference[];
}

interface Returning {
  readonly environment: DocumentEnvironment;
  readonly types: TypesByName;
  readonly connection: Connection;
  readonly context: OperationContext;
  readonly calls: OpenTransaction | null;
}

interface Restoring extends Returning {
  readonly place: ReturnPlace;
}

/** With the documents that return together. */
function placed(returning: Returning, members: readonly Member[]): Restoring {
  const { environment, types, context } = returning;
  return { ...returning, place: { environment, types, context, returning: new Set(members.map(keyOf)) } };
}

function keyOf({ descriptor, trashed }: Member): string {
  return targetKey({ collection: descriptor.slug, id: trashed.id });
}

/** A step of the restore itself, when no call of a hook runs. */
function inTurn<T>(calls: OpenTransaction | null, step: () => Promise<T>): Promise<T> {
  return calls === null ? step() : calls.alone(step);
}

/** The document, and all others of its batch. */
async function lockBatch(
  connection: Connection,
  target: RestoreTarget,
  { intent, context }: { readonly intent: RestoreIntent; readonly context: OperationContext },
): Promise<Batch> {
  // One after the other: a restore changes documents of several collections, and other rows of trashes.
  await lockName(connection, 'restore from trash');
  const look = {
    id: intent.id,
    expected: intent.expected,
    rights: ['delete'],
    context,
    locks: true,
  } as const;
  const trashed = await findTrashed(connection, target, look);
  const { type, descriptor, trash } = target;
  await admitValues(target, { trashed, values: intent.values, context });
  const others: Member[] = [];
  for (const other of target.types.values()) {
    const place = placeOf(other);
    if (place === null) continue;
    for (const one of await place.trash.ofBatch(connection, trashed.batch)) {
      if (other !== type || one.id !== trashed.id) others.push({ ...place, trashed: one, values: {} });
    }
  }
  return { root: { type, descriptor, trash, trashed, values: intent.values }, others };
}

/** The members of a batch that refer to a document with one kind of `onDelete`, by its key. */
type Referring = ReadonlyMap<string, readonly Member[]>;

/** Reads the references of each member once: a batch may have thousands. */
function referringIn({ others }: Batch, onDelete: 'cascade' | 'restrict'): Referring {
  const referring = new Map<string, Member[]>();
  for (const other of others) {
    for (const key of keysIn(other, onDelete)) {
      const known = referring.get(key) ?? [];
      referring.set(key, known);
      known.push(other);
    }
  }
  return referring;
}

/** Adds a document that cannot return, and those that need it: each would take a round of its own. */
function leave(left: Set<Member>, member: Member, needing: Referring): void {
  const waiting = [member];
  for (const one of waiting) {
    if (left.has(one)) continue;
    left.add(one);
    for (const other of needing.get(keyOf(one)) ?? []) waiting.push(other);
  }
}

/** The document, and those that refer to it, directly or through each other, without those that stay. */
function following(root: Member, followers: Referring, left: ReadonlySet<Member>): readonly Member[] {
  const found = new Set([root]);
  // A set is walked with what is added meanwhile.
  for (const returned of found) {
    for (const other of followers.get(keyOf(returned)) ?? []) if (!left.has(other)) found.add(other);
  }
  return [...found];
}

/** What became of a batch. */
interface ReturnedBatch {
  /** The root is the first one. */
  readonly restored: readonly Restored[];
  readonly left: readonly Member[];
}

/** Some documents of a batch cannot return: the others begin again without them. */
class BatchRefused extends Error {
  override readonly name = 'BatchRefused';
}

/**
 * Returns the document with what follows it. First all at once; where that fails, each is a step of its own,
 * so that those are known which cannot return.
 */
async function returnBatch(returning: Returning, batch: Batch): Promise<ReturnedBatch> {
  const followers = referringIn(batch, 'cascade');
  const left = new Set<Member>();
  const all = following(batch.root, followers, left);
  const restoring = placed(returning, all);
  if (all.length === 1) return { restored: [await returnDocument(restoring, batch.root)], left: [] };
  try {
    return { restored: await undoing(returning, () => returnEach(restoring, all)), left: [] };
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
  const needing = referringIn(batch, 'restrict');
  for (;;) {
    const members = following(batch.root, followers, left);
    const before = left.size;
    const trying = placed(returning, members);
    try {
      const restored = await undoing(returning, async () => {
        const done: Restored[] = [];
        for (const member of members) {
          if (left.has(member)) continue;
          const one = await returnedOrNull(trying, member, member === batch.root);
          if (one === null) leave(left, member, needing);
          else done.push(one);
        }
        if (left.size > before) throw new BatchRefused();
        return done;
      });
      const back = new Set(members);
      return { restored, left: all.filter((member) => !back.has(member)) };
    } catch (error) {
      if (!(error instanceof BatchRefused)) throw error;
    }
  }
}

async function returnEach(restoring: Restoring, members: readonly Member[]): Promise<readonly Restored[]> {
  const restored: Restored[] = [];
  for (const member of members) restored.push(await returnDocument(restoring, member));
  return restored;
}

/** Null where the document cannot return; for the root this is the end of the restore. */
async function returnedOrNull(
  restoring: Restoring,
  member: Member,
  isRoot: boolean,
): Promise<Restored | null> {
  try {
    return await undoing(restoring, () => returnDocument(restoring, member));
  } catch (error) {
    if (isRoot || !isConflict(error)) throw error;
    return null;
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof UniqueViolation || (isServiceError(error) && error.code === 'CONFLICT');
}

function undoing<T>({ connection, calls }: Returning, part: () => Promise<T>): Promise<T> {
  return calls === null ? undoable(connection, part) : calls.undoable(part);
}

/** Other values are a change of the document: they need the right to change it, too. */
async function admitValues(
  { descriptor }: RestoreTarget,
  {
    trashed,
    values,
    context: { access },
  }: Pick<Member, 'trashed' | 'values'> & { readonly context: OperationContext },
): Promise<void> {
  const document = shownOf(descriptor, trashed, access);
  if (access === null || document === null || Object.keys(values).length === 0) return;
  await access.admit(descriptor, 'update', { id: trashed.id, data: { ...document, ...values }, document });
}

/** The keys of the documents that a document refers to with one kind of `onDelete`. */
function keysIn({ type, trashed: { state } }: Member, onDelete: 'cascade' | 'restrict'): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const document of [state.published, state.pending?.document ?? null]) {
    if (document === null) continue;
    for (const reference of collectReferences(type.references, document))
      if (reference.field.onDelete === onDelete) keys.add(targetKey(reference));
  }
  return keys;
}

async function returnDocument(restoring: Restoring, member: Member): Promise<Restored> {
  const { connection, place, context, calls } = restoring;
  const { type, descriptor, trashed, values } = member;
  const { environment } = place;
  const { state } = trashed;
  if ((await findState(connection, type, trashed.id)) !== null) {
    throw new ServiceError('CONFLICT', reason('trash.idInUse', { collection: type.model.name }));
  }
  const views = await returningViews({ environment, type, descriptor, state, values, context });
  return inTurn(calls, async () => {
    const waiting: WaitingReference[] = [];
    const after = await returnedState(restoring, member, { ...views, waiting });
    await storeState(connection, { type, before: nothing, after });
    const document = publishedOrDraft(after);
    if (document === null) throw new Error('A document without content was restored.');
    const status = after.published === null ? 'draft' : 'published';
    const { access } = context;
    await recordVersion({ connection, type, environment }, { document, texts: new Map(), status, access });
    await type.files?.written(connection, { descriptor, id: trashed.id, after });
    return { ...member, before: state, after, data: views.data, dropped: views.dropped, waiting };
  });
}

const nothing: DocumentState = { published: null, pending: null };

/** Both views with free slugs and references that lead somewhere. */
async function returnedState(
  { connection, place, context: { access } }: Restoring,
  { type, descriptor, trashed, values }: Member,
  { published, draft, dropped, waiting }: ReturnedViews & { readonly waiting: WaitingReference[] },
): Promise<DocumentState> {
  const shared = { type, values, dropped, waiting };
  const live =
    published &&
    (await withoutMissing(connection, place, { ...shared, document: published, view: 'published' }));
  const pending =
    draft && (await withoutMissing(connection, place, { ...shared, document: draft, view: 'pending' }));
  const former = live && structuredClone(live);
  if (live !== null) await freeSlugs(connection, type, { document: live, before: null, access });
  if (pending !== null) {
    // A draft that has not changed the slug follows what is published.
    for (const slot of type.slugs) {
      if (live === null || former === null || slotValue(pending, slot) !== slotValue(former, slot)) continue;
      const slug = slotValue(live, slot);
      if (typeof slug === 'string') setSlot(pending, slot, slug);
    }
    await freeSlugs(connection, type, { document: pending, before: live, access });
  }
  const named = trashed.state.pending?.fields;
  const state: DocumentState =
    pending === null
      ? { published: live, pending: null }
      : withDraft(type, { published: live, draft: pending, ...(named && { named }) });
  return (await type.files?.readdress?.(connection, { descriptor, state })) ?? state;
}

async function finish(
  { connection, place }: Restoring,
  { restored, intent }: { readonly restored: readonly Restored[]; readonly intent: RestoreIntent },
): Promise<void> {
  for (const { trash, trashed } of restored) await trash.remove(connection, [trashed.id]);
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

async function record({ connection, context }: Returning, restored: readonly Restored[]): Promise<void> {
  for (const { descriptor, trashed } of restored) {
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
