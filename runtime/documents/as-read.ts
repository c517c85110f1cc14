import type { DocumentAccess } from '../access/document-access.js';
import { withoutHidden } from '../access/hidden-plan.js';
import type { DocumentType } from './document-type.js';
import type { OperationContext } from './operation.js';
import { OutgoingDocument } from './outgoing-document.js';
import { runAfterRead } from './run-after-read.js';

/**
 * Documents as whoever asks may see them: after the `afterRead` hooks, which see everything, hidden fields are taken out. Selection and
 * population come behind, so that nothing can reach a hidden value any more.
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
