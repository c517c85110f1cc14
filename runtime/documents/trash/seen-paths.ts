/** What a requester may learn of a document that returns from the trash. */
import type { DocumentAccess } from '../../access/document-access.js';
import type { CollectionDescriptor, FieldDescriptor } from '../../codegen/descriptors.js';
import { userText } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import { isStructured } from '../../fields/structured.js';
import type { HiddenFields } from '../../query/parse/hidden-fields.js';

/**
 * Whether a path in a document may be named: no field on it is hidden from the requester. A field that the
 * config no longer has may have been hidden, so it is named only to those from whom nothing is hidden.
 */
export function mayName(
  descriptor: CollectionDescriptor,
  path: string,
  access: DocumentAccess | null,
): boolean {
  if (access === null || access.fields.hiddenIn(descriptor) === null) return true;
  const names = path.split('.').filter((name) => !/^\d+$/.test(name));
  return isOpen(descriptor.fields, names, access.fields.hidden);
}

function isOpen(
  fields: readonly FieldDescriptor[],
  [name, ...rest]: readonly string[],
  hidden: HiddenFields,
): boolean {
  const field = fields.find((each) => each.name === name);
  if (field === undefined || hidden.has(field)) return false;
  const [next] = rest;
  if (next === undefined || !isStructured(field)) return true;
  if (field.type === 'group' || field.type === 'array') return isOpen(field.fields, rest, hidden);
  if (field.type !== 'blocks') return true;
  // The slug of the block may be part of the path. Without it any block may be meant: all must be open.
  const named = field.blocks.find(({ slug }) => slug === next);
  if (named !== undefined) return rest.length === 1 || isOpen(named.fields, rest.slice(1), hidden);
  const meant = field.blocks.filter((block) => block.fields.some((inside) => inside.name === next));
  return meant.length > 0 && meant.every((block) => isOpen(block.fields, rest, hidden));
}

/** A refused restore without the details that the requester may not learn; other errors stay as they are. */
export function withSeenDetails(
  error: unknown,
  descriptor: CollectionDescriptor,
  access: DocumentAccess | null,
): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'CONFLICT' || error.details === undefined) {
    return error;
  }
  const seen = error.details.filter(({ path }) => mayName(descriptor, path, access));
  if (seen.length === error.details.length) return error;
  const { reason: id, params, message, cause } = error;
  const text = id === undefined ? userText(message) : { reason: id, ...(params && { params }) };
  return new ServiceError('CONFLICT', text, { cause, ...(seen.length > 0 && { details: seen }) });
}
