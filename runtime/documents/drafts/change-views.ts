/** The effect of a write on both views of a document. Nothing is stored here: `storeState` does that. */

import type { DocumentAccess } from '../../access/document-access.js';
import type { FieldDescriptor } from '../../codegen/descriptors.js';
import { isStored } from '../../fields/writable.js';
import type { Connection } from '../../storage/driver.js';
import { isoTime } from '../../util/iso-time.js';
import { groupData, isJsonObject, type JsonObject, type JsonValue, ownValue } from '../../util/json.js';
import type { DocumentEnvironment } from '../document-environment.js';
import type { StoredDocument } from '../document-model.js';
import { type DocumentState, newestOf, publishedOrDraft } from '../document-state.js';
import type { DocumentType } from '../document-type.js';
import { checkAddedReferences } from '../relations/check-targets.js';
import { collectReferences, type Reference } from '../relations/reference-plan.js';
import { assembleDocument, type DocumentHead } from '../stored-document.js';
import { type Completion, completeFields, mergeFields } from '../write/complete-value.js';
import { freeSlugs } from '../write/slugs.js';
import { textBlockIssues } from '../write/text-blocks.js';
import { incompleteData, invalidData } from '../write/validate-data.js';
import { withDifferences } from './stored-state.js';

/** A change of a document. */
export interface DocumentChange {
  readonly environment: DocumentEnvironment;
  readonly type: DocumentType;
  readonly state: DocumentState;
  /**
   * The document that the change is merged into: that of the written view, or the default document of a
   * global that was never written.
   */
  readonly base: StoredDocument;
  /** Of the requester. */
  readonly access: DocumentAccess | null;
  readonly data: JsonObject;
}

/** A write of the published fields. It publishes a document that was never published, as a whole. */
export async function changePublished(
  connection: Connection,
  { environment, type, state, base, data, access }: DocumentChange,
): Promise<{ readonly published: StoredDocument; readonly after: DocumentState }> {
  const { model, references } = type;
  const { fields: descriptors } = model.descriptor;
  const completion: Completion = { ids: environment.ids, issues: [] };
  const fields = mergeFields(descriptors, { stored: base, patch: data, prefix: '', completion });
  const { issues } = state.published === null ? completed(descriptors, fields, environment) : completion;
  const found = [...issues, ...textBlockIssues(descriptors, base, fields)];
  if (found.length > 0) throw incompleteData(model.name, found);
  const published = assembleDocument(model, nextHead(state, { base, environment }), fields);
  await checkAddedReferences(connection, {
    type,
    id: String(published['id']),
    references: addedReferences(references, state, { document: published, base, data }),
    tables: environment.tables,
    access,
  });
  await freeSlugs(connection, type, { document: published, before: publishedOrDraft(state), access });
  return { published, after: { published, pending: draftOver(type, { state, published, data }) } };
}

/** A write of the draft: nothing is published, and no field is required. */
export async function changeDraft(
  connection: Connection,
  { environment, type, state, base, data, access }: DocumentChange,
): Promise<{ readonly draft: StoredDocument; readonly after: DocumentState }> {
  const { model, references } = type;
  const { fields: descriptors } = model.descriptor;
  const completion: Completion = { ids: environment.ids, issues: [], isDraft: true };
  const fields = mergeFields(descriptors, { stored: base, patch: data, prefix: '', completion });
  const issues = [...completion.issues, ...textBlockIssues(descriptors, base, fields)];
  if (issues.length > 0) throw invalidData(issues);
  const status = state.published === null ? 'draft' : 'published';
  const draft = assembleDocument(model, { ...nextHead(state, { base, environment }), status }, fields);
  await checkAddedReferences(connection, {
    type,
    id: String(draft['id']),
    references: addedReferences(references, state, { document: draft, base, data }),
    tables: environment.tables,
    access,
  });
  await freeSlugs(connection, type, { document: draft, before: newestOf(state), access });
  const named = [...(state.pending?.fields ?? []), ...Object.keys(data)];
  return { draft, after: withDraft(type, { published: state.published, draft, named }) };
}

/** A state whose merged view shows `draft`; `named` are the fields that were written to it. */
export function withDraft(
  type: DocumentType,
  {
    published,
    draft,
    named = [],
  }: {
    readonly published: StoredDocument | null;
    readonly draft: StoredDocument;
    readonly named?: readonly string[];
  },
): DocumentState {
  const pending =
    published === null
      ? { document: draft, fields: [] }
      : withDifferences(type, { published, document: draft, named });
  return { published, pending };
}

/** The keys that a document gets with its next write. */
export function nextHead(
  state: DocumentState,
  {
    base,
    environment: { clock },
  }: { readonly base: StoredDocument; readonly environment: Pick<DocumentEnvironment, 'clock'> },
): DocumentHead {
  const now = isoTime(clock());
  const { id, createdAt } = base;
  return {
    id: String(id),
    // Null for a global that was never written.
    createdAt: typeof createdAt === 'string' ? createdAt : now,
    updatedAt: now,
    revision: newestRevision(state, base) + 1,
  };
}

/** If drafts were disabled for a while, a draft may be older than what was published meanwhile. */
function newestRevision({ published, pending }: DocumentState, base: StoredDocument): number {
  const known = [base, published, pending?.document].map((document) => Number(document?.['_revision'] ?? 0));
  return Math.max(...known);
}

/** The issues of a document that was a draft, also in fields that were not changed since. */
function completed(
  descriptors: readonly FieldDescriptor[],
  fields: JsonObject,
  { ids }: DocumentEnvironment,
): Completion {
  const completion: Completion = { ids, issues: [] };
  completeFields(descriptors, { data: fields, prefix: '', completion });
  return completion;
}

/** The pending draft after its published fields have changed; null where nothing is pending. */
function draftOver(
  type: DocumentType,
  {
    state: { published: before, pending },
    published,
    data,
  }: { readonly state: DocumentState; readonly published: StoredDocument; readonly data: JsonObject },
): DocumentState['pending'] {
  if (before === null || pending === null) return null;
  const { fields: descriptors } = type.model.descriptor;
  const fields = overlaid(descriptors, { draft: pending.document, published, data });
  // If the write names part of a group, the rest stays pending.
  const written = descriptors.filter(
    ({ name, type: kind }) => ownValue(data, name) !== undefined && kind !== 'group',
  );
  const waiting = pending.fields.filter((name) => !written.some((field) => field.name === name));
  const merged = { ...published, ...fields };
  const document = type.model.completeFile?.(merged) ?? merged;
  const draft = withDifferences(type, { published, document, named: waiting });
  return draft.fields.length === 0 ? null : draft;
}

/**
 * The draft with the values that a write gave to the published fields; inside groups only the fields that the
 * write names.
 */
function overlaid(
  fields: readonly FieldDescriptor[],
  {
    draft,
    published,
    data,
  }: { readonly draft: JsonObject; readonly published: JsonObject; readonly data: JsonObject },
): Record<string, JsonValue> {
  const merged: Record<string, JsonValue> = {};
  for (const field of fields) {
    if (!isStored(field)) continue;
    const { name } = field;
    const change = ownValue(data, name);
    if (field.type === 'group' && isJsonObject(change)) {
      merged[name] = overlaid(field.fields, {
        draft: groupData(draft, name),
        published: groupData(published, name),
        data: change,
      });
    } else merged[name] = (change === undefined ? draft : published)[name] ?? null;
  }
  return merged;
}

interface Addition {
  readonly document: JsonObject;
  readonly base: JsonObject;
  readonly data: JsonObject;
}

/**
 * The references that a write adds. The others were checked when they were written, and deletions keep them
 * valid.
 */
function addedReferences(
  references: DocumentType['references'],
  state: DocumentState,
  { document, base, data }: Addition,
): readonly Reference[] {
  if (newestOf(state) === null) return collectReferences(references, document);
  const changed = references.filter((node) => Object.hasOwn(data, node.name));
  if (changed.length === 0) return [];
  const old = new Set(collectReferences(changed, base).map(pointerKey));
  return collectReferences(changed, document).filter((reference) => !old.has(pointerKey(reference)));
}

/** A field that takes other types of files checks a reference that another field has already. */
function pointerKey({ collection, id, field: { mimeTypes = [] } }: Reference): string {
  return [collection, id, ...mimeTypes].join('/');
}
