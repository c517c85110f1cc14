/**
 * Decides access to a write of a document, in one place and at two times: before the transaction, so that
 * callbacks of access hold none, and in it, on the document as it is then. `DocumentAccess` remembers the
 * decision on a revision: a callback is called again only if the document was changed in between.
 */
import { denial } from '../../access/decide.js';
import { isUnseenDraft, seesDrafts } from '../../access/decide-view.js';
import type { DocumentAccess } from '../../access/document-access.js';
import type { DocumentDescriptor } from '../../codegen/descriptors.js';
import { nameOf } from '../../codegen/document-name.js';
import type { ServiceError } from '../../errors/service-error.js';
import type { Connection } from '../../storage/driver.js';
import { isDocumentId } from '../../util/ids.js';
import { isJsonObject, type JsonObject } from '../../util/json.js';
import { type DocumentState, newestOf, publishedOrDraft } from '../document-state.js';
import type { DocumentType } from '../document-type.js';
import { findState } from '../drafts/stored-state.js';
import { notFound } from '../not-found.js';
import type { OperationContext } from '../operation-context.js';
import { type FoundDocument, withUnwritten } from '../read/found-document.js';
import { refuseUnread, writableWhere } from '../read/read-rights.js';
import { shownUnwritten } from '../read/unwritten-global.js';
import { visibleState } from '../read/visible-state.js';
import { decideOn } from './decide-document.js';
import { concernsFixedFields, refuseFixedFields, withinFieldRights } from './fixed-fields.js';
import {
  type AddressedIntent,
  type CreateIntent,
  dataOf,
  type NeededVisibility,
  type RequestedWrite,
  viewsOf,
  type WriteOperation,
} from './intent.js';
import { hasOperators, mayHaveOperators, withOperators } from './operators.js';

/** A write that is to be admitted. */
export interface Admission {
  readonly type: DocumentType;
  readonly write: RequestedWrite;
  readonly access: DocumentAccess;
  /** Finds the stored document if the requester may see it; see {@link findForWrite}. */
  readonly find: (id: string) => Promise<JsonObject>;
}

/**
 * Admits a write before its transaction. Role lists and scopes are decided before the document is read.
 * Callbacks receive the document, and the data if there are any, so both are read for them.
 *
 * @throws ServiceError FORBIDDEN, NOT_FOUND for a document that the requester may not see; any error of data
 * that the decision needs.
 */
export async function admitRequest({ type, write, find, access }: Admission): Promise<void> {
  const { descriptor } = type.model;
  const { operation, data } = write;
  const verdict = access.verdict(descriptor, operation);
  if (verdict === 'denied') throw denial(access.requester, operation, nameOf(descriptor));
  if (operation !== 'create')
    await refuseUnread(access, descriptor, { operation, id: knownId(descriptor, write) });
  if (write.refusesFields && data !== null && access.fields.fixesIn(descriptor)) {
    const input = await data();
    if (isJsonObject(input)) await refuseFields({ descriptor, write, find, access }, input);
  }
  if (verdict === 'ask' && write.isLater !== true && !(await dependsOnStored(descriptor, write))) {
    await askCallback({ descriptor, write, find, access });
  }
}

/** Callbacks get no text that cannot be an id. */
function knownId({ kind }: DocumentDescriptor, { id }: RequestedWrite): string | undefined {
  return id !== null && (kind === 'global' || isDocumentId(id)) ? id : undefined;
}

/** What operators make of a document is known when it is locked: the transaction decides. */
async function dependsOnStored(
  { fields }: DocumentDescriptor,
  { operation, data }: RequestedWrite,
): Promise<boolean> {
  if (operation !== 'update' || data === null) return false;
  const input = await data();
  return isJsonObject(input) && hasOperators(fields, input);
}

/**
 * Refuses a request of several writes if the requester may do none of them.
 *
 * @throws ServiceError FORBIDDEN
 */
export function refuseDenied(
  descriptor: DocumentDescriptor,
  {
    operations,
    access,
  }: { readonly operations: readonly WriteOperation[]; readonly access: DocumentAccess | null },
): void {
  const [first = 'update'] = operations;
  if (access === null) return;
  if (operations.some((operation) => access.verdict(descriptor, operation) !== 'denied')) return;
  throw denial(access.requester, first, nameOf(descriptor));
}

interface Question extends Omit<Admission, 'type'> {
  readonly descriptor: DocumentDescriptor;
}

/**
 * Refuses changes to fields that must not be changed: at once where possible; where only the stored document
 * shows whether there is a change, after a comparison with it.
 */
async function refuseFields(question: Question, input: JsonObject): Promise<void> {
  const { descriptor, write, access } = question;
  const { fields } = descriptor;
  refuseFixedFields(fields, {
    data: input,
    operation: write.operation === 'create' ? 'create' : 'update',
    rights: access.fields,
  });
  // If the client expects another revision, its values would look like changes: the conflict is reported
  // first. A draft is compared with the draft view, in its transaction.
  const expectsRevision = write.expectsRevision || Object.hasOwn(input, '_revision');
  if (write.operation !== 'update' || expectsRevision || write.isDraft) return;
  if (!concernsFixedFields(fields, { data: input, rights: access.fields })) return;
  const { id, document } = await findAddressed(question);
  if (isUnseenDraft(descriptor, document, access)) throw notFound(nameOf(descriptor), id);
  withinFieldRights(input, { descriptor, stored: document, access });
}

async function askCallback(question: Question): Promise<void> {
  const { descriptor, write, access } = question;
  const { operation } = write;
  if (operation === 'create') {
    await decideOn(access, { descriptor, operation, subject: await inputOf(write) });
    return;
  }
  const { id, document } = await findAddressed(question);
  const data = write.data === null ? { data: document } : await inputOf(write);
  const isUnseen = isUnseenDraft(descriptor, document, access);
  await decideOn(access, { descriptor, operation, subject: { id, document, ...data }, isUnseen });
}

/** Data that are not an object are refused after the decision. */
async function inputOf({ data }: RequestedWrite): Promise<{ readonly data?: JsonObject }> {
  const input = await data?.();
  return isJsonObject(input) ? { data: input } : {};
}

/** A text that is not an id matches no document, and never reaches the database. */
async function findAddressed({
  descriptor,
  write,
  find,
}: Question): Promise<{ readonly id: string; readonly document: JsonObject }> {
  const id = write.id ?? '';
  if (descriptor.kind === 'collection' && !isDocumentId(id)) throw notFound(nameOf(descriptor), id);
  return { id, document: await find(id) };
}

/**
 * Decides on a new document.
 *
 * @throws ServiceError FORBIDDEN
 */
export async function admitCreation(
  { data }: CreateIntent,
  { descriptor, access }: { readonly descriptor: DocumentDescriptor; readonly access: DocumentAccess | null },
): Promise<void> {
  await decideOn(access, { descriptor, operation: 'create', subject: { data } });
}

/** A write that has found its document. */
export interface FoundWrite {
  readonly type: DocumentType;
  readonly intent: AddressedIntent;
  readonly context: OperationContext;
  readonly connection: Connection;
}

/**
 * Decides on a write, or on a look at the history, with the document as it is.
 *
 * @returns The document as it was decided on: as the requester may see it.
 * @throws ServiceError NOT_FOUND for a document that the requester may not see, or not in the view that the
 * write needs; FORBIDDEN.
 */
export async function admitFound(
  { type, intent, context, connection }: FoundWrite,
  found: DocumentState | null,
): Promise<FoundDocument> {
  const { id, decide } = intent;
  const { access } = context;
  const { descriptor } = type.model;
  const missing = (): ServiceError => notFound(type.model.name, id);
  const { isPublic, needs } = viewsOf(intent);
  const look = { type, id, context, connection, andPublished: isPublic };
  const seen = decide === undefined ? await seenBy(look, found) : found && { state: found };
  const document = seen === null ? null : (publishedOrDraft(seen.state) ?? seen.unwritten ?? null);
  if (seen === null || document === null) throw missing();
  if (decide !== undefined) await decide(connection, document);
  if (decide !== undefined || access === null) return seen;
  const isBlind = descriptor.drafts && !seesDrafts(descriptor, access);
  const isGlobal = descriptor.kind === 'global';
  // That there is a global is no secret, but a callback must not be asked about what the requester lacks.
  if (isGlobal && isBlind && lacks(seen.state, needs)) throw missing();
  const operation = intent.kind === 'delete' ? 'delete' : 'update';
  const data = requestedData(descriptor, intent, seen.state) ?? document;
  const isUnseen = !isGlobal && isBlind && lacks(seen.state, 'document');
  await decideOn(access, { descriptor, operation, subject: { id, data, document }, isUnseen });
  if (isBlind && lacks(seen.state, needs)) throw missing();
  return seen;
}

/** The data as they would be stored: a callback that looks at a number must not be passed by an operator. */
function requestedData(
  { fields }: DocumentDescriptor,
  intent: AddressedIntent,
  state: DocumentState,
): JsonObject | null {
  const data = dataOf(intent);
  if (data === null || intent.kind !== 'update' || !mayHaveOperators(data)) return data;
  const base = (intent.isDraft ? newestOf(state) : publishedOrDraft(state)) ?? {};
  return withOperators(fields, { data, base }).data;
}

/** Whether a requester who may not see drafts lacks what a write needs. */
function lacks({ published, pending }: DocumentState, needs: NeededVisibility): boolean {
  return needs === 'draft' || (needs === 'document' && published === null && pending !== null);
}

/**
 * The stored document, hidden fields included, if the requester may see it for a write; of a global before
 * its first write, the document with which it starts.
 *
 * @throws ServiceError NOT_FOUND
 */
export async function findForWrite(look: Omit<Look, 'andPublished'>): Promise<JsonObject> {
  const { type, id, connection } = look;
  const seen = await seenBy({ ...look, andPublished: false }, await findState(connection, type, id));
  const document = seen === null ? null : (publishedOrDraft(seen.state) ?? seen.unwritten ?? null);
  if (document === null) throw notFound(type.model.name, id);
  return document;
}

interface Look {
  readonly type: DocumentType;
  readonly id: string;
  readonly context: OperationContext;
  readonly connection: Connection;
  /** See `VisibilityCheck`. */
  readonly andPublished: boolean;
}

/** The document, if it meets the constraint of the requester; null otherwise. */
async function seenBy(
  { type, id, context, connection, andPublished }: Look,
  found: DocumentState | null,
): Promise<FoundDocument | null> {
  const { access } = context;
  const { descriptor } = type.model;
  const isMissing = found === null && descriptor.kind === 'collection';
  if (access === null || isMissing) return withUnwritten(type, { found, context });
  const visible = await writableWhere(access, descriptor, id);
  if (found === null) {
    const unwritten = await shownUnwritten(type, { connection, visible, access, context });
    return unwritten && { state: { published: null, pending: null }, unwritten };
  }
  const shown = await visibleState(found, { connection, type, check: { id, visible, access, andPublished } });
  return shown === null ? null : withUnwritten(type, { found: shown, context });
}
