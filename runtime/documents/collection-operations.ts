import type { CollectionDescriptor } from '../codegen/descriptors.js';
import type { Connection, ReadSource } from '../storage/driver.js';
import type { JsonObject } from '../util/json.js';
import { type ChangedViews, createDocumentChanges } from './document-operations.js';
import type { DocumentEnvironment, DocumentType } from './document-type.js';
import { type FindState, findState, publishedOrDraft } from './drafts/document-state.js';
import type { CollectionMany, CollectionOperations, CollectionReads, OperationContext } from './operation.js';
import { notFound } from './read/find-stored.js';
import { visibleState } from './read/is-visible.js';
import { findMatching, type ListSources, listDocuments } from './read/list-documents.js';
import { accessOf, writableWhere } from './read/visible.js';
import { previewDeletion, previewDeletions } from './relations/preview-deletion.js';
import type { ReferrerMap } from './relations/referrers.js';
import { type AnswerWrite, createHeadAnswer, createWriteAnswer } from './write/answer-write.js';
import type { LoadedDocument, WriteTarget } from './write/change-document.js';
import { type DecidedWrite, decideWrite } from './write/decide-write.js';
import { deleteDocument } from './write/delete-documents.js';
import { lockState } from './write/lock-documents.js';
import { createDocument } from './write/write-documents.js';
import { writeTogether } from './write/write-together.js';

/** The sources that the operations of all collections share. */
export interface CollectionSources extends ListSources {
  readonly environment: DocumentEnvironment;
  readonly referrers: ReferrerMap;
  /** The same for another read source. */
  sourcesOn(source: ReadSource): ListSources;
}

/** The reads of a collection, from the database or from a replica of it. */
export function createCollectionReads(
  descriptor: CollectionDescriptor,
  type: DocumentType,
  sources: ListSources,
): CollectionReads {
  return {
    list: (plan, context) => listDocuments(sources, type, plan, context),
    async read(id, plan, context) {
      const found = await sources.reader.readById(type, id, plan.shape, context);
      if (found === null) throw notFound(descriptor.slug, id);
      return found;
    },
  };
}

export function createCollectionOperations(
  descriptor: CollectionDescriptor,
  type: DocumentType,
  sources: CollectionSources,
  answer: AnswerWrite = createWriteAnswer(type, sources.reader),
): CollectionOperations {
  const { environment, referrers, reader } = sources;
  const { driver } = environment;

  const loadFor =
    (id: string, write: Pick<DecidedWrite, 'operation' | keyof ChangedViews>, context: OperationContext) =>
    async (
      connection: Connection,
      input: JsonObject | null,
      find: FindState = lockState,
    ): Promise<LoadedDocument> => {
      const state = await find(connection, type, id);
      if (state === null) throw notFound(type.model.name, id);
      return { state: await decideWrite(connection, type, state, { ...write, id, input }, context) };
    };

  const targetOf = (id: string, views: ChangedViews, context: OperationContext): WriteTarget => {
    accessOf(environment, context);
    return { environment, type, id, answer, load: loadFor(id, { operation: 'update', ...views }, context) };
  };

  return {
    descriptor,
    async find(id, context) {
      const access = accessOf(environment, context);
      const visible = await writableWhere(access, descriptor, id);
      const state = await findState(driver, type, id);
      const shown =
        state === null || access === null
          ? state
          : await visibleState(driver, type, state, { id, visible, access });
      const found = shown === null ? null : publishedOrDraft(shown);
      if (found === null) throw notFound(descriptor.slug, id);
      return found;
    },
    ...createCollectionReads(descriptor, type, sources),
    ...createDocumentChanges({ type, reader, targetOf }),
    async create(data, options, context) {
      await accessOf(environment, context)?.admit(descriptor, 'create', { data });
      return createDocument(environment, type, data, { ...options, answer }, context);
    },
    async delete(id, conditions, context) {
      accessOf(environment, context);
      const load = loadFor(id, { operation: 'delete', isPublic: true, needs: 'document' }, context);
      await deleteDocument({ environment, referrers, type, load }, id, conditions, context);
    },
    previewDeletion: (id, context) =>
      previewDeletion(driver, referrers, { type, id, access: accessOf(environment, context) }),
    previewDeletions: (ids, context) =>
      previewDeletions(driver, referrers, { type, ids, access: accessOf(environment, context) }),
    ...(descriptor.builtIn === undefined && { many: createMany() }),
  };

  function createMany(): CollectionMany {
    return {
      matching: async (plan, context) => findMatching(sources, type, plan, context),
      together: (writes, work) =>
        writeTogether(environment, type, writes, (environment) => {
          const joined = { ...sources, ...sources.sourcesOn(environment.driver), environment };
          return work({
            ...createCollectionOperations(descriptor, type, joined, createHeadAnswer(type)),
            matching: async (plan, context) => findMatching(joined, type, plan, context),
          });
        }),
    };
  }
}
