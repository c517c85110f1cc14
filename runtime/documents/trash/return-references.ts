/** The references of documents that return from the trash, and those to them. */
import { nameOf } from '../../codegen/document-name.js';
import { reason } from '../../errors/reasons/reason.js';
import { badInput, type Issue, issueAt, ServiceError } from '../../errors/service-error.js';
import { isServiceError } from '../../errors/to-response.js';
import type { Connection } from '../../storage/driver.js';
import { createPause } from '../../util/create-pause.js';
import type { JsonObject } from '../../util/json.js';
import type { DocumentEnvironment } from '../document-environment.js';
import type { StoredDocument } from '../document-model.js';
import type { DocumentType } from '../document-type.js';
import type { OperationContext } from '../operation-context.js';
import { type BadTargets, badTargets, issueOfTarget } from '../relations/check-targets.js';
import { clearReferences, isAmong } from '../relations/clear-references.js';
import { collectReferences, type Pointer, type Reference } from '../relations/reference-plan.js';
import { findTrashed, placeOf } from './find-trashed.js';
import { type LostReference, lostPlaces } from './lost-references.js';
import { targetKey } from './move-to-trash.js';
import { incomplete } from './returning-document.js';

/** All types by name: `posts`, `globals.site`. */
export type TypesByName = ReadonlyMap<string, DocumentType>;

/** Where documents return to. */
export interface ReturnPlace {
  readonly environment: DocumentEnvironment;
  readonly types: TypesByName;
  /** The documents that return together. */
  readonly returning: ReadonlySet<string>;
  readonly context: OperationContext;
}

/** A view of a document that returns. */
export interface ReturningView {
  readonly type: DocumentType;
  readonly document: StoredDocument;
  readonly view: LostReference['view'];
  /** The data of the requester: a wrong reference in them is refused. */
  readonly values: JsonObject;
  /** Paths of references that are gone for good are added here. */
  readonly dropped: Set<string>;
  /** References to documents in the trash are added here. */
  readonly waiting: WaitingReference[];
}

/** A reference that comes back when its target returns from the trash. */
export interface WaitingReference {
  readonly target: Pointer;
  readonly lost: LostReference;
}

/**
 * A view without references that lead nowhere, or to files that their fields do not take. Those to documents
 * in the trash come back with them, once {@link rememberReferences} has noted them there.
 *
 * @throws ServiceError CONFLICT for a reference with `restrict` to a document in the trash, and where a
 * published document would lack what is required; BAD_USER_INPUT for a wrong reference in `values`.
 */
export async function withoutMissing(
  connection: Connection,
  place: ReturnPlace,
  { type, document, view, values, dropped, waiting }: ReturningView,
): Promise<StoredDocument> {
  const { environment, types, returning } = place;
  const references = collectReferences(type.references, document);
  const tables = { references, tables: environment.tables };
  const { missing: absent, unfit } = await badTargets(connection, tables);
  const missing = absent.filter((reference) => !returning.has(targetKey(reference)));
  if (missing.length + unfit.length === 0) return document;
  refuseGiven(type, { missing, unfit, values });
  const inTrash = await trashedAmong(connection, types, missing);
  const restricting = missing.filter(
    (reference) => inTrash.has(targetKey(reference)) && reference.field.onDelete === 'restrict',
  );
  if (restricting.length > 0) throw await targetsInTrash(connection, place, { type, restricting });
  const gone = new Set(missing.map(targetKey));
  const isGone = (pointer: Pointer): boolean => gone.has(targetKey(pointer));
  const isUnfit = isAmong(unfit);
  for (const { target, ...place } of lostPlaces(type.references, document, isGone)) {
    if (!inTrash.has(targetKey(target))) continue;
    const lost = { of: nameOf(type.model.descriptor), id: String(document['id']), view, ...place };
    waiting.push({ target, lost });
  }
  const { data, emptied } = clearReferences(
    type.references,
    document,
    (pointer, field) => isGone(pointer) || isUnfit(pointer, field),
  );
  if (view === 'published' && emptied.length > 0) {
    throw incomplete(
      type,
      emptied.map(({ site }) => issueAt(site, reason('field.required'))),
    );
  }
  for (const reference of missing) {
    if (!inTrash.has(targetKey(reference))) dropped.add(reference.path);
  }
  for (const { path } of unfit) dropped.add(path);
  return { ...data };
}

function refuseGiven(
  type: DocumentType,
  { missing, unfit, values }: BadTargets & { readonly values: JsonObject },
): void {
  // Without those that are stored beside them in the same group: nobody has sent them.
  const sent = new Set(collectReferences(type.references, values).map(({ path }) => path));
  const issuesOf = (references: readonly Reference[], issue: keyof BadTargets): readonly Issue[] =>
    references
      .filter(({ path }) => sent.has(path))
      .map((reference) => issueAt(`values.${reference.path}`, issueOfTarget(reference, issue)));
  const issues = [...issuesOf(missing, 'missing'), ...issuesOf(unfit, 'unfit')];
  if (issues.length > 0) throw badInput(reason('issues.first'), issues);
}

/** Names the targets that the requester sees in their trash. */
async function targetsInTrash(
  connection: Connection,
  { types, context }: ReturnPlace,
  { type, restricting }: { readonly type: DocumentType; readonly restricting: readonly Reference[] },
): Promise<ServiceError> {
  const details: Issue[] = [];
  for (const { path, collection, id } of restricting) {
    const isSeen = await isSeenInTrash(connection, types.get(collection), { id, context });
    const why = isSeen ? reason('trash.targetInTrash', { collection, id }) : reason('trash.refersToTrash');
    details.push(issueAt(path, why));
  }
  const { name } = type.model;
  return new ServiceError('CONFLICT', reason('trash.needsTarget', { collection: name }), { details });
}

/** Whether the requester sees a document in the trash of its collection. */
export async function isSeenInTrash(
  connection: Connection,
  type: DocumentType | undefined,
  { id, context }: { readonly id: string; readonly context: OperationContext },
): Promise<boolean> {
  const place = type === undefined ? null : placeOf(type);
  if (place === null) return false;
  if (context.access?.verdict(place.descriptor, 'delete') === 'denied') return false;
  try {
    await findTrashed(connection, place, { id, rights: ['delete'], context, locks: false });
    return true;
  } catch (error) {
    if (isServiceError(error)) return false;
    throw error;
  }
}

async function trashedAmong(
  connection: Connection,
  types: TypesByName,
  references: readonly Reference[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const collection of new Set(references.map((reference) => reference.collection))) {
    const trash = types.get(collection)?.trash ?? null;
    if (trash === null) continue;
    const ids = references.filter((one) => one.collection === collection).map(({ id }) => id);
    for (const id of await trash.among(connection, ids)) found.add(targetKey({ collection, id }));
  }
  return found;
}

/**
 * Notes references at their targets in the trash. Each target is written once: thousands of documents may
 * refer to it.
 */
export async function rememberReferences(
  connection: Connection,
  types: TypesByName,
  waiting: readonly WaitingReference[],
): Promise<void> {
  const byTarget = new Map<string, { readonly target: Pointer; readonly lost: LostReference[] }>();
  for (const { target, lost } of waiting) {
    const known = byTarget.get(targetKey(target)) ?? { target, lost: [] };
    byTarget.set(targetKey(target), known);
    known.lost.push(lost);
  }
  const pause = createPause();
  for (const { target, lost } of byTarget.values()) {
    await pause();
    const { collection, id } = target;
    const trash = types.get(collection)?.trash ?? null;
    const kept = trash && (await trash.find(connection, id, { locks: true }));
    if (trash === null || kept === null) continue;
    await trash.change(connection, id, { state: kept.state, lost: [...kept.lost, ...lost] });
  }
}
