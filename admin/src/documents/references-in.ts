import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../runtime/util/json.js';
import { isRelation, type Reference, referencesOf } from './reference.js';

/** Returns all references of a document: of its relations, in rows and blocks too, and of its rich texts. */
export function referencesIn(fields: readonly AdminFieldMeta[], values: JsonObject): Reference[] {
  return fields.flatMap((field): Reference[] => {
    const value = values[field.name] ?? null;
    if (isRelation(field)) return referencesOf(field, value);
    if (field.type === 'richText') return filesInText(value);
    if (field.type === 'group') return isJsonObject(value) ? referencesIn(field.fields ?? [], value) : [];
    if (field.type === 'array') return rowsOf(value).flatMap((row) => referencesIn(field.fields ?? [], row));
    if (field.type !== 'blocks') return [];
    return rowsOf(value).flatMap((row) => {
      const block = field.blocks?.find(({ slug }) => slug === row['blockType']);
      return block === undefined ? [] : referencesIn(block.fields, row);
    });
  });
}

function rowsOf(value: JsonValue): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** The nodes `upload` of a rich text. */
function filesInText(node: JsonValue): Reference[] {
  if (!isJsonObject(node)) return [];
  const { type, attrs, content } = node;
  if (type === 'upload' && isJsonObject(attrs ?? null)) {
    const { collection, id } = attrs as JsonObject;
    return typeof collection === 'string' && typeof id === 'string' ? [{ collection, id }] : [];
  }
  return Array.isArray(content) ? content.flatMap((child: JsonValue) => filesInText(child)) : [];
}
