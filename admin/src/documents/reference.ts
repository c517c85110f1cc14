import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import { isJsonObject, type JsonValue } from '../../../runtime/util/json.js';

/** A reference to a document. */
export interface Reference {
  readonly collection: string;
  readonly id: string;
}

/** Whether the values of a field refer to documents: of any kind, or to those with files. */
export function isRelation({ type }: Pick<AdminFieldMeta, 'type'>): boolean {
  return type === 'relationship' || type === 'upload';
}

/** Returns the references in the value of a relation, in their order. */
export function referencesOf(field: AdminFieldMeta, value: JsonValue): Reference[] {
  const items: readonly JsonValue[] = Array.isArray(value) ? value : [value];
  return items.flatMap((item) => {
    if (typeof item === 'string') return [{ collection: field.to?.[0] ?? '', id: item }];
    if (!isJsonObject(item)) return [];
    const { collection, id } = item;
    return typeof collection === 'string' && typeof id === 'string' ? [{ collection, id }] : [];
  });
}

/** Returns the value for these references, as the API writes it. */
export function referenceValue(field: AdminFieldMeta, references: readonly Reference[]): JsonValue {
  const items = references.map(
    ({ collection, id }): JsonValue => (field.polymorphic === true ? { collection, id } : id),
  );
  return field.hasMany === true ? items : (items[0] ?? null);
}

/** Returns a key for a reference, unique within a list and within the document. */
export function referenceKey({ collection, id }: Reference): string {
  return `${collection}/${id}`;
}
