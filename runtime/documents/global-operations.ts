import type { GlobalDescriptor } from '../codegen/descriptors.js';
import { holdsOnUnwritten } from '../query/parse/where.js';
import type { Connection, ReadSource } from '../storage/driver.js';
import type { IdSource } from '../util/ids.js';
import type { StoredDocument } from './document-model.js';
import type { DocumentEnvironment, DocumentType } from './document-type.js';
import { type FindState, findState, publishedOrDraft } from './drafts/document-state.js';
import type {
  GlobalDrafts,
  GlobalOperations,
  GlobalReads,
  GlobalVersions,
  OperationContext,
} from './operation.js';
import { notFound } from './read/find-stored.js';
import { visibleState } from './read/is-visible.js';
import { OutgoingDocument } from './read/outgoing-document.js';
import type { DocumentReader, ReadableDocument } from './read/read-documents.js';
import { accessOf, readableWhere, writableWhere } from './read/visible.js';
import {
  type DocumentHistory,
  listVersions,
  readVersion,
  restoreVersion,
} from './versions/version-operations.js';
import type { VersionStore } from './versions/version-store.js';
import { createWriteAnswer } from './write/answer-write.js';
import {
  changeDocument,
  discardDraft,
  type LoadedDocument,
  planDocument,
  publishDraft,
  saveDraft,
  unpublishDocument,
  type WriteTarget,
} from './write/change-document.js';
import { type Completion, completeFields } from './write/complete-value.js';
import { lockState } from './write/lock-documents.js';
import { lacksVisibility, type NeededVisibility } from './write/needed-visibility.js';

/** Id of the only document of a global. */
export const globalId = 'global';

interface WrittenViews {
  /** Whether the published document is written, or only the draft. */
  readonly isPublic: boolean;
  readonly needs: NeededVisibility;
}

const draftAlone: WrittenViews = { isPublic: false, needs: 'nothing' };
const lookAside: WrittenViews = { isPublic: false, needs: 'document' };
const published: WrittenViews = { isPublic: true, needs: 'document' };
const publication: WrittenViews = { isPublic: true, needs: 'draft' };
const planned: WrittenViews = { isPublic: false, needs: 'draft' };

export function createGlobalOperations(
  descriptor: GlobalDescriptor,
  type: DocumentType,
  environment: DocumentEnvironment,
  reader: DocumentReader,
): GlobalOperations {
  const answer = createWriteAnswer(type, reader);

  /**
   * The stored document; before the first write, the default document.
   *
   * @throws ServiceError NOT_FOUND when it may not be seen.
   */
  const find = async (
    connection: Connection,
    context: OperationContext,
    { findRows = findState, isPublic, needs }: WrittenViews & { readonly findRows?: FindState },
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

  const placeFor = (context: OperationContext, views: WrittenViews): WriteTarget => ({
    environment,
    type,
    id: globalId,
    answer,
    async load(connection, input, findRows = lockState) {
      const loaded = await find(connection, context, { findRows, ...views });
      const document = publishedOrDraft(loaded.state) ?? loaded.unwritten ?? {};
      await context.access?.admit(descriptor, 'update', { id: globalId, data: input ?? document, document });
      return loaded;
    },
  });

  const drafts: GlobalDrafts = {
    save: async (data, options, context) => saveDraft(placeFor(context, draftAlone), data, options, context),
    publish: async (options, context) => publishDraft(placeFor(context, publication), options, context),
    unpublish: async (conditions, context) =>
      unpublishDocument(placeFor(context, published), conditions, context),
    plan: async (conditions, context) => planDocument(placeFor(context, planned), conditions, context),
    discard: async (conditions, context) => discardDraft(placeFor(context, published), conditions, context),
  };

  const createVersions = (versions: VersionStore): GlobalVersions => {
    const historyFor = (context: OperationContext): DocumentHistory => ({
      place: placeFor(context, lookAside),
      versions,
      reader,
    });
    return {
      list: async (page, context) => listVersions(historyFor(context), page, context),
      read: async (versionId, context) => readVersion(historyFor(context), versionId, context),
      restore: async (versionId, options, context) =>
        restoreVersion(historyFor(context), versionId, options, context),
    };
  };

  return {
    descriptor,
    async find(context) {
      const { state, unwritten: empty } = await find(environment.driver, context, draftAlone);
      return publishedOrDraft(state) ?? empty ?? {};
    },
    ...createGlobalReads(descriptor, type, environment.driver, reader),
    update: async (data, options, context) =>
      changeDocument(placeFor(context, published), data, options, context),
    ...(descriptor.drafts && { drafts }),
    ...(type.versions && { versions: createVersions(type.versions) }),
  };
}

/** The reads of a global, from the database or from a replica of it. */
export function createGlobalReads(
  descriptor: GlobalDescriptor,
  type: DocumentType,
  source: ReadSource,
  reader: DocumentReader,
): GlobalReads {
  return {
    async read(plan, context) {
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
