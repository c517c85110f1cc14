import { runReadHooks } from '../hooks/run-hooks.js';
import type { JsonValue } from '../util/json.js';
import type { DocumentType } from './document-type.js';
import type { OperationContext } from './operation.js';
import { OutgoingDocument } from './outgoing-document.js';

/**
 * Runs the `afterRead` hooks on documents. They see a document as it is stored, at depth 0 and whole; population and selection come
 * after them, so that a hook sees the same whatever a request asks for.
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
    read.push(changed === null ? document : OutgoingDocument.ofData(id, { ...changed, ...identity(data) }));
  }
  return read;
}

/** What clients address and compare documents by is not a hook's to change. */
function identity(data: Readonly<Record<string, JsonValue>>): Record<string, JsonValue> {
  return { id: data['id'] ?? null, _revision: data['_revision'] ?? null };
}
