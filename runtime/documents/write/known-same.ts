import { seesDrafts } from '../../access/decide-view.js';
import type { DocumentAccess } from '../../access/document-access.js';
import type { DocumentDescriptor, FieldDescriptor } from '../../codegen/descriptors.js';
import { fieldsInside } from '../../fields/inner-fields.js';
import type { HiddenFields } from '../../query/parse/hidden-fields.js';
import { type JsonObject, ownValue } from '../../util/json.js';
import { mayRead } from '../read/read-rights.js';

/** A write of a requester. */
export interface RequestedData {
  readonly id: string;
  readonly data: JsonObject;
  readonly access: DocumentAccess | null;
}

/**
 * Whether a requester may be told that a write changes nothing: they read the document, its draft and all
 * fields that the write names. For others every write counts as a change, so that none reveals a value.
 */
export async function mayKnowSame(
  descriptor: DocumentDescriptor,
  { id, data, access }: RequestedData,
): Promise<boolean> {
  if (access === null) return true;
  if (descriptor.drafts && !seesDrafts(descriptor, access)) return false;
  if (!(await mayRead(access, descriptor, id))) return false;
  const { hidden } = access.fields;
  if (hidden.size === 0) return true;
  const named = descriptor.fields.filter(({ name }) => ownValue(data, name) !== undefined);
  return !isSomeHidden(named, hidden);
}

function isSomeHidden(fields: readonly FieldDescriptor[], hidden: HiddenFields): boolean {
  return fields.some(
    (field) => hidden.has(field) || fieldsInside(field).some((inner) => isSomeHidden(inner, hidden)),
  );
}
