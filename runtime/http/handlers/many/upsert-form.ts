import type { CollectionDescriptor } from '../../../codegen/descriptors.js';
import { dataOfKey, readKey } from '../../../documents/write/unique-key.js';
import type { Issue } from '../../../errors/service-error.js';
import { wrongTypeAt } from '../../../fields/input-issue.js';
import { isJsonObject, type JsonObject } from '../../../util/json.js';
import type { UpsertKey } from './many-operation.js';

/** The key of an upsert, or what is wrong with its form. */
export type ReadUpsert =
  | { readonly upsert: UpsertKey; readonly issues: readonly [] }
  | { readonly issues: readonly Issue[] };

/** Reads `key` and `create` of an upsert. */
export function readUpsert(
  { key, create }: JsonObject,
  descriptor: CollectionDescriptor,
  prefix: string,
): ReadUpsert {
  if (!isJsonObject(key)) return { issues: [wrongTypeAt(`${prefix}key`, 'object', key)] };
  if (create !== undefined && !isJsonObject(create)) {
    return { issues: [wrongTypeAt(`${prefix}create`, 'fields', create)] };
  }
  const read = readKey(descriptor, key, `${prefix}key`);
  if ('issues' in read) return read;
  return { upsert: { key: read.key, fields: dataOfKey(key), create: create ?? {} }, issues: [] };
}
