import type { CollectionDescriptor } from '../codegen/descriptors.js';
import type { DocumentEnvironment, DocumentType } from '../documents/document-type.js';
import { notFound } from '../documents/find-stored.js';
import type { CollectionOperations } from '../documents/operation.js';
import { OutgoingDocument } from '../documents/outgoing-document.js';
import { type DocumentReader, wholeDocument } from '../documents/read-documents.js';
import type { StaleDocuments } from '../documents/stale-documents.js';
import type { ReferrerMap } from '../relations/referrers.js';
import type { Counts } from './counts.js';
import { deleteDocument } from './delete-documents.js';
import { listDocuments } from './list-documents.js';
import { type AnswerWrite, createDocument, updateDocument } from './write-documents.js';

/** What the operations of all collections share. */
export interface CollectionSources {
  readonly environment: DocumentEnvironment;
  readonly referrers: ReferrerMap;
  readonly reader: DocumentReader;
  readonly stale: StaleDocuments;
  readonly counts: Counts;
}

export function createCollectionOperations(
  descriptor: CollectionDescriptor,
  type: DocumentType,
  { environment, referrers, reader, stale, counts }: CollectionSources,
): CollectionOperations {
  const answer: AnswerWrite = ({ document, text }, context) => {
    const written = OutgoingDocument.ofText(String(document['id']), text);
    const revision = Number(document['_revision']);
    return reader.present(type, { document: written, revision }, wholeDocument, context);
  };
  return {
    descriptor,
    list: (plan, context) => listDocuments({ environment, reader, stale, counts }, type, plan, context),
    async read(id, plan, context) {
      const found = await reader.readById(type, id, plan.shape, context);
      if (found === null) throw notFound(descriptor.slug, id);
      return found;
    },
    create: (data, validator, context) =>
      createDocument(environment, type, data, { validator, answer }, context),
    update: (id, data, options, context) =>
      updateDocument(environment, type, id, data, { ...options, answer }, context),
    delete: (id, conditions, context) =>
      deleteDocument(environment, referrers, type, id, conditions, context),
  };
}
