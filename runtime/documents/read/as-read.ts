import type { DocumentAccess } from '../../access/document-access.js';
import { withoutHidden } from '../../access/hidden-plan.js';
import type { DocumentType } from '../document-type.js';
import { runReadHooks } from '../hooks/run-hooks.js';
import type { OperationContext } from '../operation-context.js';
import { checkRead } from './check-read.js';
import type { OutgoingDocument } from './outgoing-document.js';
import type { ReadPace } from './read-pace.js';

/** Whether documents are read as they are stored, whatever the rights of the requester. */
export function isReadAsStored(type: DocumentType, access: DocumentAccess | null): boolean {
  if (type.hooks.afterRead.length > 0) return false;
  return access === null || access.fields.hiddenIn(type.model.descriptor) === null;
}

/** Documents that hooks and rights are applied to between two checks of the clock. */
const together = 20;

/** The same as {@link asRead} at the pace of a read: many documents are processed in slices. */
export async function asReadPaced(
  documents: readonly OutgoingDocument[],
  {
    type,
    context,
    pace,
  }: { readonly type: DocumentType; readonly context: OperationContext; readonly pace: ReadPace },
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
async function asRead(
  type: DocumentType,
  documents: readonly OutgoingDocument[],
  context: OperationContext,
): Promise<readonly OutgoingDocument[]> {
  return readableParts(await runAfterRead(documents, { type, context }), { type, access: context.access });
}

function readableParts(
  documents: readonly OutgoingDocument[],
  { type, access }: { readonly type: DocumentType; readonly access: DocumentAccess | null },
): readonly OutgoingDocument[] {
  const plan = access?.fields.hiddenIn(type.model.descriptor) ?? null;
  if (plan === null) return documents;
  return documents.map((document) => document.withData(withoutHidden(document.data, plan)));
}

/**
 * Runs the `afterRead` hooks on documents. They see a document as it is stored, at depth 0 and whole;
 * population and selection follow, so that a hook sees the same for every request. The return value of a hook
 * is checked before any of it is sent.
 *
 * @throws Error where a hook returns a value that is no document of the collection.
 */
async function runAfterRead(
  documents: readonly OutgoingDocument[],
  { type, context }: { readonly type: DocumentType; readonly context: OperationContext },
): Promise<readonly OutgoingDocument[]> {
  const hooks = type.hooks.afterRead;
  if (hooks.length === 0) return documents;
  const read: OutgoingDocument[] = [];
  for (const document of documents) {
    const { data, isDraft: draft } = document;
    const name = `afterRead of ${type.model.name}`;
    const call = { name, data, document: data, operation: 'read', event: 'read', draft, context } as const;
    const changed = await runReadHooks(hooks, call);
    if (changed === null) read.push(document);
    else {
      const fields = type.model.descriptor.fields;
      read.push(document.withData(checkRead({ fields, stored: data, changed, name })));
    }
  }
  return read;
}
