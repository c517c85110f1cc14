import type { CollectionDescriptor } from '../codegen/descriptors.js';
import type { StoredDocument } from '../documents/document-model.js';
import type { DocumentEnvironment, DocumentType } from '../documents/document-type.js';
import { findStored, notFound } from '../documents/find-stored.js';
import { headOf } from '../documents/head-of.js';
import type { CollectionOperations } from '../documents/operation.js';
import { OutgoingDocument } from '../documents/outgoing-document.js';
import { type DocumentReader, wholeDocument } from '../documents/read-documents.js';
import type { ReadViews } from '../documents/read-view.js';
import type { StaleDocuments } from '../documents/stale-documents.js';
import { accessOf, writableWhere } from '../documents/visible.js';
import type { ReferrerMap } from '../relations/referrers.js';
import type { Connection } from '../storage/driver.js';
import type { Counts } from './counts.js';
import { decideWrite } from './decide-write.js';
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
  readonly views: ReadViews;
}

export function createCollectionOperations(
  descriptor: CollectionDescriptor,
  type: DocumentType,
  { environment, referrers, reader, stale, counts, views }: CollectionSources,
): CollectionOperations {
  const { driver } = environment;
  const answer: AnswerWrite = ({ document, text }, context) => {
    const written = OutgoingDocument.ofText(String(document['id']), text);
    const revision = Number(document['_revision']);
    return reader.present(type, { document: written, revision }, wholeDocument, context);
  };

  /** Whoever may change a document that they may not read gets to know that it is changed, and no more. */
  const answerChange: AnswerWrite = async (written, context) => {
    const { access } = context;
    const id = String(written.document['id']);
    if (access === null || (await access.read(descriptor, id)).allowed) return answer(written, context);
    return headOf(written.document);
  };

  return {
    descriptor,
    async find(id, context) {
      const visible = await writableWhere(accessOf(environment, context), descriptor, id);
      const found = await findStored(driver, type.model, id, visible);
      if (found === null) throw notFound(descriptor.slug, id);
      return found;
    },
    list: (plan, context) => listDocuments({ environment, reader, stale, counts, views }, type, plan, context),
    async read(id, plan, context) {
      const found = await reader.readById(type, id, plan.shape, context);
      if (found === null) throw notFound(descriptor.slug, id);
      return found;
    },
    async create(data, validator, context) {
      await accessOf(environment, context)?.admit(descriptor, 'create', { data });
      return createDocument(environment, type, data, { validator, answer }, context);
    },
    async update(id, data, options, context) {
      accessOf(environment, context);
      const steps = {
        decide: (connection: Connection, document: StoredDocument) =>
          decideWrite(connection, type, document, { operation: 'update', id, sent: data }, context),
      };
      return updateDocument(
        environment,
        type,
        id,
        data,
        { ...options, answer: answerChange, steps },
        context,
      );
    },
    async delete(id, conditions, context) {
      accessOf(environment, context);
      const decide = (connection: Connection, document: StoredDocument): Promise<void> =>
        decideWrite(connection, type, document, { operation: 'delete', id, sent: null }, context);
      await deleteDocument(environment, referrers, type, id, { ...conditions, decide }, context);
    },
  };
}
