import type { FieldDescriptor } from '../../codegen/descriptors.js';
import { parentField } from '../../config/upload-folders.js';
import { reason } from '../../errors/reasons/reason.js';
import { issueAt } from '../../errors/service-error.js';
import { isServiceError } from '../../errors/to-response.js';
import { isStored } from '../../fields/writable.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { Connection } from '../../storage/driver.js';
import type { JsonObject, JsonValue } from '../../util/json.js';
import type { TargetTables } from '../document-environment.js';
import type { StoredDocument } from '../document-model.js';
import { type DocumentState, newestOf } from '../document-state.js';
import type { DocumentType } from '../document-type.js';
import { storeState, withDifferences } from '../drafts/stored-state.js';
import { badTargets } from '../relations/check-targets.js';
import { isAmong } from '../relations/clear-references.js';
import { checkParent } from '../relations/folders.js';
import { refuseOtherType } from '../relations/narrowed-types.js';
import { collectReferences, type Reference } from '../relations/reference-plan.js';
import type { ReferrerMap } from '../relations/referrers.js';
import { createUserCredentials } from '../users/user-credentials.js';
import { emptyValue } from '../write/complete-value.js';
import { lockState } from '../write/lock-documents.js';
import { uniqueConflict } from '../write/unique-conflict.js';
import { sameJson } from '../write/write-statements.js';
import { refuseLostSuperAdmin } from './keep-super-admin.js';
import type { LeftOutTimes, ReadLine } from './read-line.js';
import { isText, RefusedLine } from './transfer-types.js';

export interface LineWrite {
  readonly tables: TargetTables;
  /** The fields that take some types of files only. */
  readonly narrowed: ReferrerMap;
  /** Whether a later line contains a document that does not exist yet. */
  readonly isComing: (reference: Reference) => boolean;
  /** The line was written in part before: that was part of the same change, and has its revision. */
  readonly isCompletion?: boolean;
  /** Keeps the files of a document that changes in step with it. */
  readonly files?: (connection: Connection, written: WrittenLine) => Promise<void>;
}

/** A line that changes its document, in the transaction that stores it. */
export interface WrittenLine {
  readonly line: ReadLine;
  readonly before: DocumentState;
  readonly after: DocumentState;
}

export interface AccountChange {
  readonly password: boolean;
  readonly role: { readonly before: string; readonly after: string } | null;
}

export interface Written {
  readonly change: 'created' | 'updated' | 'unchanged';
  /** The credentials of an existing user that the line changes. */
  readonly account: AccountChange;
  /**
   * It was written without the relations to documents of later lines, and must be completed when those exist.
   */
  readonly isPartial: boolean;
}

const nothing: DocumentState = { published: null, pending: null };

/**
 * Writes the document of a line, by its id. Hooks do not run.
 *
 * @throws RefusedLine where a referenced document neither exists nor follows, a value would not be unique, or
 * no super_admin would be left.
 */
export async function writeLine(
  connection: Connection,
  line: ReadLine,
  { tables, narrowed, isComing, isCompletion = false, files }: LineWrite,
): Promise<Written> {
  const { transfer, id, state } = line;
  const { type } = transfer;
  const before = (await lockState(connection, type, id)) ?? nothing;
  const { missing, unfit } = await badTargets(connection, { references: referencesOf(type, state), tables });
  const lost = missing.filter((reference) => !isComing(reference));
  if (lost.length > 0) throw new RefusedLine('MISSING_DOCUMENT', lost.map(missingText));
  const wrong = withoutStored(unfit, referencesOf(type, before));
  if (wrong.length > 0) throw new RefusedLine('INVALID_DOCUMENT', wrong.map(unfitText));
  const wanted = missing.length > 0 ? without(type, { state, missing }) : state;
  const after = successor(type, {
    before,
    wanted: withKnownTimes(before, { wanted, leftOut: line.leftOut }),
    isCompletion,
  });
  if (transfer.isUsers && after !== before) await refuseLostSuperAdmin(connection, { before, after });
  try {
    if (after !== before) {
      await storeState(connection, { type, before, after });
      await checkFolder(connection, line, after);
      await files?.(connection, { line, before, after });
      await checkType(connection, narrowed, { line, before, after });
    }
  } catch (error) {
    throw refusal(type, error);
  }
  const isNew = newestOf(before) === null;
  const isOtherHash = await storeHash(connection, line);
  const change = isNew ? 'created' : after === before && !isOtherHash ? 'unchanged' : 'updated';
  const account = {
    password: isOtherHash && !isNew,
    role: transfer.isUsers ? roleChange(before, after) : null,
  };
  return { change, account, isPartial: missing.length > 0 };
}

/** Hooks and access do not matter to an import, but no folder may contain itself. */
async function checkFolder(
  connection: Connection,
  {
    id,
    transfer: {
      type: { folders, model },
    },
  }: ReadLine,
  { published }: DocumentState,
): Promise<void> {
  const parent = published?.[parentField];
  if (folders === null || model.descriptor !== folders || !isText(parent)) return;
  await checkParent(connection, { folders, id, parent }).catch((error: unknown) => {
    throw isServiceError(error)
      ? new RefusedLine('INVALID_DOCUMENT', [`${parentField}: ${error.message}`])
      : error;
  });
}

/** A file that fields refer to keeps a type that they take. */
async function checkType(
  connection: Connection,
  narrowed: ReferrerMap,
  { line: { id, transfer }, before, after }: WrittenLine,
): Promise<void> {
  const { slug, type } = transfer;
  const { descriptor } = type.model;
  if (descriptor.kind !== 'collection' || descriptor.upload === undefined) return;
  await refuseOtherType(connection, narrowed, { slug, id, before, after, access: null });
}

function roleChange(before: DocumentState, after: DocumentState): AccountChange['role'] {
  const [old, role] = [before.published?.['role'], after.published?.['role']];
  return isText(old) && isText(role) && old !== role ? { before: old, after: role } : null;
}

/** Whether a line has another password for an existing user. */
export async function replacesPassword(
  connection: Connection,
  { transfer, id, passwordHash }: Pick<ReadLine, 'transfer' | 'id' | 'passwordHash'>,
): Promise<boolean> {
  if (passwordHash === null) return false;
  const { table } = transfer.type.model;
  const user = await connection.get(`SELECT 1 AS "found" FROM ${quoteIdentifier(table)} WHERE "id" = ?`, [
    id,
  ]);
  return user !== undefined && !(await hasHash(connection, { id, hash: passwordHash }));
}

async function hasHash(
  connection: Connection,
  { id, hash }: { readonly id: string; readonly hash: string },
): Promise<boolean> {
  return (await createUserCredentials(Date.now).passwordHash(connection, id)) === hash;
}

async function storeHash(connection: Connection, { id, passwordHash }: ReadLine): Promise<boolean> {
  if (passwordHash === null || (await hasHash(connection, { id, hash: passwordHash }))) return false;
  await createUserCredentials(Date.now).setPasswordHash(connection, id, passwordHash);
  return true;
}

/** Times that a line leaves out stay as they are: the same content with the same times is no change. */
function withKnownTimes(
  before: DocumentState,
  { wanted, leftOut }: { readonly wanted: DocumentState; readonly leftOut: LeftOutTimes },
): DocumentState {
  const known = newestOf(before);
  if (known === null) return wanted;
  const timed = (
    document: StoredDocument,
    old: StoredDocument | null,
    isLeftOut: boolean,
  ): StoredDocument => {
    const made = leftOut.createdAt ? { ...document, createdAt: known['createdAt'] ?? null } : document;
    const kept = { ...made, updatedAt: old?.['updatedAt'] ?? null };
    return isLeftOut && same(old, kept) ? kept : made;
  };
  const { published, pending } = wanted;
  return {
    published: published && timed(published, before.published, leftOut.updatedAt.published),
    pending: pending && {
      ...pending,
      document: timed(pending.document, before.pending?.document ?? null, leftOut.updatedAt.pending),
    },
  };
}

function referencesOf(
  { references }: DocumentType,
  { published, pending }: DocumentState,
): readonly Reference[] {
  return [published, pending?.document ?? null].flatMap((document) =>
    document === null ? [] : collectReferences(references, document),
  );
}

function missingText({ path, collection, id }: Reference): string {
  return `${path}: There is no document ${JSON.stringify(id.slice(0, 100))} in ${collection}.`;
}

function unfitText({ path, field: { mimeTypes: types = [] } }: Reference): string {
  return `${path}: ${issueAt(path, reason('file.notForField', { types })).message}`;
}

/** References that the document does not have yet: what is stored stays, whatever the config says now. */
function withoutStored(references: readonly Reference[], stored: readonly Reference[]): readonly Reference[] {
  const isKept = isAmong(stored);
  return references.filter((reference) => !isKept(reference, reference.field));
}

function refusal(type: DocumentType, error: unknown): unknown {
  const conflict = uniqueConflict(type.model, { error, access: null });
  return isServiceError(conflict) && conflict.code === 'CONFLICT'
    ? new RefusedLine('CONFLICT', [conflict.message])
    : conflict;
}

/** The state without the values of top-level fields that refer to documents that do not exist yet. */
function without(
  type: DocumentType,
  {
    state: { published, pending },
    missing,
  }: { readonly state: DocumentState; readonly missing: readonly Reference[] },
): DocumentState {
  const names = new Set(missing.map(({ path }) => path.split('.')[0]));
  const emptied = (document: StoredDocument): StoredDocument => ({
    ...document,
    ...Object.fromEntries(
      type.model.descriptor.fields.flatMap((field) =>
        names.has(field.name) ? [[field.name, emptyField(field)]] : [],
      ),
    ),
  });
  const live = published === null ? null : emptied(published);
  if (pending === null) return { published: live, pending };
  const document = emptied(pending.document);
  return {
    published: live,
    pending: live === null ? { document, fields: [] } : withDifferences(type, { published: live, document }),
  };
}

function emptyField(field: FieldDescriptor): JsonValue {
  if (field.type !== 'group') return emptyValue(field);
  return Object.fromEntries(
    field.fields.flatMap((inner) => (isStored(inner) ? [[inner.name, emptyField(inner)]] : [])),
  );
}

interface Succession {
  readonly before: DocumentState;
  readonly wanted: DocumentState;
  readonly isCompletion: boolean;
}

/**
 * The new state of a document: the same objects as before where nothing changes, so that nothing is written.
 * Revisions never decrease, and a document that differs from what clients may know under its revision gets
 * the next one.
 */
function successor(type: DocumentType, { before, wanted, isCompletion }: Succession): DocumentState {
  if (newestOf(before) === null) return wanted;
  const published = same(before.published, wanted.published) ? before.published : wanted.published;
  const oldDraft = before.pending?.document ?? null;
  const draft = wanted.pending?.document ?? null;
  const pending = same(oldDraft, draft) ? before.pending : wanted.pending;
  if (published === before.published && pending === before.pending) return before;
  const known = Number(newestOf(before)?.['_revision'] ?? 0);
  const next = (document: StoredDocument, old: StoredDocument | null): StoredDocument => {
    // A completed document keeps the revision that it got when it was written in part.
    const least = isCompletion ? Number(old?.['_revision'] ?? 0) : known + 1;
    return { ...document, _revision: Math.max(Number(document['_revision']), least) };
  };
  const live =
    published === null || published === before.published ? published : next(published, before.published);
  if (pending === null || pending === before.pending) return { published: live, pending };
  const newest = next(pending.document, oldDraft);
  return {
    published: live,
    pending:
      live === null
        ? { document: newest, fields: [] }
        : withDifferences(type, { published: live, document: newest }),
  };
}

/** Whether both are equal apart from their revisions. */
function same(one: JsonObject | null, other: JsonObject | null): boolean {
  if (one === null || other === null) return one === other;
  const { _revision: _one, ...left } = one;
  const { _revision: _other, ...right } = other;
  return sameJson(left, right);
}
