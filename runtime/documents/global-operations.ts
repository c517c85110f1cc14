import type { GlobalDescriptor } from '../codegen/descriptors.js';
import { holdsOnUnwritten } from '../query/parse/where.js';
import type { Connection, ReadSource } from '../storage/driver.js';
import type { IdSource } from '../util/ids.js';
import type { StoredDocument } from './document-model.js';
import { type ChangedViews, createDocumentChanges, draftAlone } from './document-operations.js';
import type { DocumentEnvironment, DocumentType } from './document-type.js';
import { type FindState, findState, publishedOrDraft } from './drafts/document-state.js';
import { type DocumentOperations, type DocumentReads, globalId, type OperationContext } from './operation.js';
import { notFound } from './read/find-stored.js';
import { visibleState } from './read/is-visible.js';
import { OutgoingDocument } from './read/outgoing-document.js';
import type { DocumentReader, ReadableDocument } from './read/read-documents.js';
import { accessOf, readableWhere, writableWhere } from './read/visible.js';
import { createWriteAnswer } from './write/answer-write.js';
import type { LoadedDocument, WriteTarget } from './write/change-document.js';
import { type Completion, completeFields } from './write/complete-value.js';
import { lockState } from './write/lock-documents.js';
import { lacksVisibility } from './write/needed-visibility.js';

export function createGlobalOperations(
  descriptor: GlobalDescriptor,
  type: DocumentType,
  environment: DocumentEnvironment,
  reader: DocumentReader,
): DocumentOperations {
  const answer = createWriteAnswer(type, reader);

  /**
   * The stored document; before the first write, the default document.
   *
   * @throws ServiceError NOT_FOUND when it may not be seen.
   */
  const find = async (
    connection: Connection,
    context: OperationContext,
    { findRows = findState, isPublic, needs }: ChangedViews & { readonly findRows?: FindState },
  ): Promise<LoadedDocument> => {
    const access = accessOf(environment, context);
    const visible = await writableWhere(access, descriptor, globalId);
    const state = await findRows(connection, type, globalId);
    if (state === null) {
      if (lacksVisibility(type, { published: null, pending: null }, needs, access))
        throw notFound(type.model.name, globalId);
      return {
        state: { published: null, pending: null },
        unwritten: await unwritten(type, context),
      };
    }
    if (access === null) return { state };
    const check = { id: globalId, visible, access, andPublished: isPublic };
    const shown = await visibleState(connection, type, state, check);
    if (shown === null || lacksVisibility(type, shown, needs, access))
      throw notFound(type.model.name, globalId);
    // A requester who sees no drafts sees the defaults until the global is published.
    return shown.published === null
      ? { state: shown, unwritten: await unwritten(type, context) }
      : { state: shown };
  };

  const targetOf = (id: string, views: ChangedViews, context: OperationContext): WriteTarget => ({
    environment,
    type,
    id,
    answer,
    async load(connection, input, findRows = lockState) {
      const loaded = await find(connection, context, { findRows, ...views });
      const document = publishedOrDraft(loaded.state) ?? loaded.unwritten ?? {};
      await context.access?.admit(descriptor, 'update', { id, data: input ?? document, document });
      return loaded;
    },
  });

  return {
    descriptor,
    async find(_id, context) {
      const { state, unwritten: empty } = await find(environment.driver, context, draftAlone);
      return publishedOrDraft(state) ?? empty ?? {};
    },
    ...createGlobalReads(descriptor, type, environment.driver, reader),
    ...createDocumentChanges({ type, reader, targetOf }),
  };
}

/** The reads of a global, from the database or from a replica of it. */
export function createGlobalReads(
  descriptor: GlobalDescriptor,
  type: DocumentType,
  source: ReadSource,
  reader: DocumentReader,
): DocumentReads {
  return {
    async read(_id, plan, context) {
      const stored = await reader.readById(type, globalId, plan.shape, context);
      if (stored !== null) return stored;
      const visible = await readableWhere(context.access, descriptor, globalId);
      // Nothing was found: it was never published, or may not be seen. Until then all its fields count as
      // empty.
      const state = visible === null ? null : await findState(source, type, globalId);
      if (state?.published != null || (visible !== null && !holdsOnUnwritten(visible))) {
        throw notFound(type.model.name, globalId);
      }
      return reader.present(type, readable(await unwritten(type, context)), plan.shape, context);
    },
  };
}

function readable(document: StoredDocument): ReadableDocument {
  return { document: OutgoingDocument.ofData(globalId, document), revision: Number(document['_revision']) };
}

/** What a global shows before its first write: the defaults of its fields. */
async function unwritten(type: DocumentType, context: OperationContext): Promise<StoredDocument> {
  const data = type.defaults.any ? await type.defaults.apply({}, 'create', () => context.req) : {};
  // A required field without a default is empty here; the first write must give it a value.
  const completion: Completion = { ids: defaultRowIds(), issues: [] };
  const fields = completeFields(type.model.descriptor.fields, data, '', completion);
  const head = { id: globalId, createdAt: null, updatedAt: null };
  return type.model.descriptor.drafts
    ? { ...head, _status: 'draft', _revision: 0, ...fields }
    : { ...head, _revision: 0, ...fields };
}

/** Rows keep their ids between reads, like stored ones, so the ETag stays the same, too. */
function defaultRowIds(): IdSource {
  let rows = 0;
  return () => {
    rows += 1;
    return `default-${rows}`;
  };
}
