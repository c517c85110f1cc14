import type { CollectionDescriptor } from '../codegen/descriptors.js';
import type { ReadSource } from '../storage/driver.js';
import type { JsonObject } from '../util/json.js';
import type { DocumentEnvironment, DocumentType } from './document-type.js';
import { findState, publishedOrDraft } from './drafts/document-state.js';
import type {
  CollectionDrafts,
  CollectionMany,
  CollectionOperations,
  CollectionReads,
  CollectionVersions,
  DocumentResult,
  OperationContext,
  Validator,
} from './operation.js';
import { notFound } from './read/find-stored.js';
import { visibleState } from './read/is-visible.js';
import { findMatching, type ListSources, listDocuments } from './read/list-documents.js';
import { accessOf, writableWhere } from './read/visible.js';
import { previewDeletion, previewDeletions } from './relations/preview-deletion.js';
import type { ReferrerMap } from './relations/referrers.js';
import {
  type DocumentHistory,
  listVersions,
  readVersion,
  restoreVersion,
} from './versions/version-operations.js';
import type { VersionStore } from './versions/version-store.js';
import { type AnswerWrite, createHeadAnswer, createWriteAnswer } from './write/answer-write.js';
import {
  changeDocument,
  discardDraft,
  planDocument,
  publishDraft,
  saveDraft,
  unpublishDocument,
  type WriteTarget,
} from './write/change-document.js';
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

type PlacedWrite = Pick<DecidedWrite, 'operation' | 'isPublic' | 'needs'>;

const draftUpdate: PlacedWrite = { operation: 'update', isPublic: false, needs: 'nothing' };
const lookAside: PlacedWrite = { operation: 'update', isPublic: false, needs: 'document' };
const publicUpdate: PlacedWrite = { operation: 'update', isPublic: true, needs: 'document' };
const publication: PlacedWrite = { operation: 'update', isPublic: true, needs: 'draft' };
const plan: PlacedWrite = { operation: 'update', isPublic: false, needs: 'draft' };
const publicDelete: PlacedWrite = { operation: 'delete', isPublic: true, needs: 'document' };

export function createCollectionOperations(
  descriptor: CollectionDescriptor,
  type: DocumentType,
  sources: CollectionSources,
  answer: AnswerWrite = createWriteAnswer(type, sources.reader),
): CollectionOperations {
  const { environment, referrers, reader } = sources;
  const { driver } = environment;

  const placeOf = (id: string, write: PlacedWrite, context: OperationContext): WriteTarget => {
    accessOf(environment, context);
    return {
      environment,
      type,
      id,
      answer,
      async load(connection, input, find = lockState) {
        const state = await find(connection, type, id);
        if (state === null) throw notFound(type.model.name, id);
        return { state: await decideWrite(connection, type, state, { ...write, id, input }, context) };
      },
    };
  };

  const create = async (
    data: JsonObject,
    validator: Validator,
    context: OperationContext,
    isDraft: boolean,
  ): Promise<DocumentResult> => {
    await accessOf(environment, context)?.admit(descriptor, 'create', { data });
    return createDocument(environment, type, data, { validator, answer, isDraft }, context);
  };

  const drafts: CollectionDrafts = {
    create: (data, validator, context) => create(data, validator, context, true),
    save: async (id, data, options, context) =>
      saveDraft(placeOf(id, draftUpdate, context), data, options, context),
    publish: async (id, options, context) =>
      publishDraft(placeOf(id, publication, context), options, context),
    unpublish: async (id, conditions, context) =>
      unpublishDocument(placeOf(id, publicUpdate, context), conditions, context),
    plan: async (id, conditions, context) => planDocument(placeOf(id, plan, context), conditions, context),
    discard: async (id, conditions, context) =>
      discardDraft(placeOf(id, publicUpdate, context), conditions, context),
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
    create: (data, validator, context) => create(data, validator, context, false),
    update: async (id, data, options, context) =>
      changeDocument(placeOf(id, publicUpdate, context), data, options, context),
    async delete(id, conditions, context) {
      const { load } = placeOf(id, publicDelete, context);
      await deleteDocument({ environment, referrers, type, load }, id, conditions, context);
    },
    previewDeletion: (id, context) =>
      previewDeletion(driver, referrers, { type, id, access: accessOf(environment, context) }),
    previewDeletions: (ids, context) =>
      previewDeletions(driver, referrers, { type, ids, access: accessOf(environment, context) }),
    ...(descriptor.drafts && { drafts }),
    ...(type.versions && { versions: createVersions(type.versions) }),
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

  function createVersions(versions: VersionStore): CollectionVersions {
    const historyOf = (id: string, context: OperationContext): DocumentHistory => ({
      place: placeOf(id, lookAside, context),
      versions,
      reader,
    });
    return {
      list: async (id, page, context) => listVersions(historyOf(id, context), page, context),
      read: async (id, versionId, context) => readVersion(historyOf(id, context), versionId, context),
      restore: async (id, versionId, options, context) =>
        restoreVersion(historyOf(id, context), versionId, options, context),
    };
  }
}
