import { decideView } from '../access/decide-view.js';
import type { GlobalDescriptor } from '../codegen/descriptors.js';
import type { ReadSource } from '../storage/driver.js';
import type { DocumentEnvironment } from './document-environment.js';
import { globalId, type StoredDocument } from './document-model.js';
import { createDocumentWrites } from './document-operations.js';
import type { DocumentType } from './document-type.js';
import { findState } from './drafts/stored-state.js';
import { notFound } from './not-found.js';
import type { DocumentOperations, DocumentReads } from './operation.js';
import type { DocumentReader, ReadableDocument } from './read/document-reader.js';
import { changedData, OutgoingDocument } from './read/outgoing-document.js';
import { readableWhere } from './read/read-rights.js';
import { shownUnwritten } from './read/unwritten-global.js';
import type { ReturnedDocument } from './write/answer-write.js';

export function createGlobalOperations(
  descriptor: GlobalDescriptor,
  {
    type,
    environment,
    reader,
    returns = 'document',
  }: {
    readonly type: DocumentType;
    readonly environment: DocumentEnvironment;
    readonly reader: DocumentReader;
    readonly returns?: ReturnedDocument;
  },
): DocumentOperations {
  return {
    descriptor,
    ...createGlobalReads(descriptor, { type, source: environment.driver, reader }),
    ...createDocumentWrites({ environment, type, reader, returns }),
  };
}

/** The reads of a global, from the database or from a replica of it. */
export function createGlobalReads(
  descriptor: GlobalDescriptor,
  {
    type,
    source,
    reader,
  }: { readonly type: DocumentType; readonly source: ReadSource; readonly reader: DocumentReader },
): DocumentReads {
  return {
    async read(_id, plan, context) {
      const stored = await reader.readById(type, globalId, plan.shape, context);
      if (stored !== null) return stored;
      const { access } = context;
      const visible = await readableWhere(access, descriptor, globalId);
      // Nothing was found: it was never published, or may not be seen.
      const state = visible === null ? null : await findState(source, type, globalId);
      const document =
        state?.published == null
          ? await shownUnwritten(type, { connection: source, visible, access, context })
          : null;
      if (document === null) throw notFound(type.model.name, globalId);
      const isMerged = decideView(descriptor, plan.shape.draft, access) === 'merged';
      const shown = isMerged ? changedData(document, false) : document;
      return reader.present(type, readable(shown), plan.shape, context);
    },
  };
}

function readable(document: StoredDocument): ReadableDocument {
  return { document: OutgoingDocument.ofData(globalId, document), revision: Number(document['_revision']) };
}
