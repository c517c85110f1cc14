import type { DocumentType } from '../document-type.js';
import { runReadHooks } from '../hooks/run-hooks.js';
import type { OperationContext } from '../operation-context.js';
import { checkRead } from './check-read.js';
import { OutgoingDocument } from './outgoing-document.js';

/**
 * Runs the `afterRead` hooks on documents. They see a document as it is stored, at depth 0 and whole;
 * population and selection follow, so that a hook sees the same for every request. The return value of a hook
 * is checked before any of it is sent.
 *
 * @throws Error where a hook returns a value that is no document of the collection.
 */
export async function runAfterRead(
  type: DocumentType,
  documents: readonly OutgoingDocument[],
  context: OperationContext,
): Promise<readonly OutgoingDocument[]> {
  const hooks = type.hooks.afterRead;
  if (hooks.length === 0) return documents;
  const read: OutgoingDocument[] = [];
  for (const document of documents) {
    const { id, data, isDraft: draft } = document;
    const name = `afterRead of ${type.model.name}`;
    const call = { name, data, document: data, operation: 'read', draft, context } as const;
    const changed = await runReadHooks(hooks, call);
    if (changed === null) read.push(document);
    else {
      const fields = type.model.descriptor.fields;
      read.push(OutgoingDocument.ofData(id, checkRead({ fields, stored: data, changed, name })));
    }
  }
  return read;
}
