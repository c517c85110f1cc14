import type { CollectionDescriptor, DocumentDescriptor, RelationshipField } from '../codegen/descriptors.js';
import { nameOf } from '../codegen/document-name.js';
import { fieldColumns, type StoredField, storedFields } from '../fields/columns.js';
import { isRelation } from '../fields/relation.js';
import { groupData, type JsonObject, type JsonValue, ownValue } from '../util/json.js';

/** Id of the only document of a global. */
export const globalId = 'global';

/** A document as it is stored, and as it is returned at depth 0. */
export type StoredDocument = Record<string, JsonValue>;

/** A field outside rows, and the path to its value. */
export interface FieldSlot {
  readonly field: StoredField;
  /** Names of the groups around it, outermost first. */
  readonly groups: readonly string[];
  readonly columns: readonly string[];
}

/** A `hasMany` relation outside rows: its entries have a table. */
export interface EntriesSlot extends FieldSlot {
  readonly field: RelationshipField;
  readonly table: string;
}

/** Everything about a collection's or global's documents that follows from its descriptor. */
export interface DocumentModel {
  readonly descriptor: DocumentDescriptor;
  /** In messages: `posts`, `globals.site`. */
  readonly name: string;
  readonly table: string;
  /** The model is that of pending drafts, whose rows name the pending fields. */
  readonly isPending: boolean;
  /** Fields with columns. */
  readonly columnSlots: readonly FieldSlot[];
  readonly entriesSlots: readonly EntriesSlot[];
  /** Brings the fields of a file into their form; absent where documents have no files. */
  readonly completeFile?: (document: StoredDocument) => StoredDocument;
}

/** Brings the fields of files into their form. */
export interface FileCompletion {
  /** The document with its file name and address in their form, in whatever view it is. */
  complete(descriptor: CollectionDescriptor, document: StoredDocument): StoredDocument;
}

/** What a model depends on besides its descriptor. */
export interface ModelOptions {
  /** The model is that of pending drafts. */
  readonly isPending?: boolean;
  /** Null where documents have no files. */
  readonly files?: FileCompletion | null;
}

/** Makes the model of a collection or global, or of its pending drafts. */
export function createDocumentModel(
  descriptor: DocumentDescriptor,
  { isPending = false, files = null }: ModelOptions = {},
): DocumentModel {
  const slots = slotsOf(descriptor.fields, []);
  return {
    descriptor,
    name: nameOf(descriptor),
    table: descriptor.table,
    isPending,
    columnSlots: slots.filter((slot) => slot.columns.length > 0),
    entriesSlots: slots.flatMap(entriesSlot),
    ...(files !== null &&
      descriptor.kind === 'collection' && {
        completeFile: (document: StoredDocument) => files.complete(descriptor, document),
      }),
  };
}

function slotsOf(fields: DocumentDescriptor['fields'], groups: readonly string[]): readonly FieldSlot[] {
  return fields.flatMap((field): readonly FieldSlot[] => {
    if (field.type === 'group') return slotsOf(field.fields, [...groups, field.name]);
    return storedFields([field]).map((stored) => ({ field: stored, groups, columns: fieldColumns(stored) }));
  });
}

function entriesSlot(slot: FieldSlot): readonly EntriesSlot[] {
  const { field } = slot;
  return isRelation(field) && field.table !== undefined ? [{ ...slot, field, table: field.table }] : [];
}

/** The value of a slot's field in a complete document. */
export function slotValue(document: JsonObject, slot: FieldSlot): JsonValue {
  let data = document;
  for (const group of slot.groups) data = groupData(data, group);
  return ownValue(data, slot.field.name) ?? null;
}
