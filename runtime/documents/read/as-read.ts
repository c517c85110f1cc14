import type { DocumentAccess } from '../../access/document-access.js';
import { withoutHidden } from '../../access/hidden-plan.js';
import type { DocumentType } from '../document-type.js';
import type { OperationContext } from '../operation-context.js';
import { OutgoingDocument } from './outgoing-document.js';
import type { ReadPace } from './read-pace.js';
import { runAfterRead } from './run-after-read.js';

/** Whether documents are read as they are stored, whatever the rights of the requester. */
export function isReadAsStored(type: DocumentType, access: DocumentAccess | null): boolean {
  if (type.hooks.afterRead.length > 0) return false;
  return access === null || access.fields.hiddenIn(type.model.descriptor) === null;
}

/** Documents that hooks and rights are applied to between two checks of the clock. */
const together = 20;

/** The same as {@link asRead} at the pace of a read: many documents are processed in slices. */
export async function asReadPaced(
  type: DocumentType,
  documents: readonly OutgoingDocument[],
  context: OperationContext,
  pace: ReadPace,
): Promise<readonly OutgoingDocument[]> {
  if (documents.length <= together || isReadAsStored(type, context.access)) {
    return asRead(type, documents, context);
  }
  const read: OutgoingDocument[] = [];
  for (let at = 0; at < documents.length; at += together) {
    read.push(...(await asRead(type, documents.slice(at, at + together), context)));
    if (pace.isTime()) await pace.pauseBetweenReads();
  }
  return read;
}

/**
 * Documents as the requester may see them: hidden fields are removed after the `afterRead` hooks, which see
 * everything. Selection and population follow, so that they cannot reach a hidden value.
 */
export async function asRead(
  type: DocumentType,
  documents: readonly OutgoingDocument[],
  context: OperationContext,
): Promise<readonly OutgoingDocument[]> {
  return readableParts(type, await runAfterRead(type, documents, context), context.access);
}

function readableParts(
  type: DocumentType,
  documents: readonly OutgoingDocument[],
  access: DocumentAccess | null,
): readonly OutgoingDocument[] {
  const plan = access?.fields.hiddenIn(type.model.descriptor) ?? null;
  if (plan === null) return documents;
  return documents.map(({ id, data }) => OutgoingDocument.ofData(id, withoutHidden(data, plan)));
}
