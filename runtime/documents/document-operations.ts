import type { DocumentType } from './document-type.js';
import type { DocumentDrafts, DocumentOperations, DocumentVersions, OperationContext } from './operation.js';
import type { DocumentReader } from './read/read-documents.js';
import {
  type DocumentHistory,
  listVersions,
  readVersion,
  restoreVersion,
} from './versions/version-operations.js';
import type { VersionStore } from './versions/version-store.js';
import {
  changeDocument,
  discardDraft,
  planDocument,
  publishDraft,
  saveDraft,
  unpublishDocument,
  type WriteTarget,
} from './write/change-document.js';
import type { NeededVisibility } from './write/needed-visibility.js';

/** What a change of a document writes, and what its requester must see of it. */
export interface ChangedViews {
  /** Whether the published document is written, or only the draft. */
  readonly isPublic: boolean;
  readonly needs: NeededVisibility;
}

/** A change of the draft alone. */
export const draftAlone: ChangedViews = { isPublic: false, needs: 'nothing' };
const lookAside: ChangedViews = { isPublic: false, needs: 'document' };
const published: ChangedViews = { isPublic: true, needs: 'document' };
const publication: ChangedViews = { isPublic: true, needs: 'draft' };
const planned: ChangedViews = { isPublic: false, needs: 'draft' };

/** In what collections and globals differ. */
export interface DocumentParts {
  readonly type: DocumentType;
  readonly reader: DocumentReader;
  targetOf(id: string, views: ChangedViews, context: OperationContext): WriteTarget;
}

/** The changes and the history of existing documents, the same for collections and globals. */
export function createDocumentChanges({
  type,
  reader,
  targetOf,
}: DocumentParts): Pick<DocumentOperations, 'update' | 'drafts' | 'versions'> {
  const drafts: DocumentDrafts = {
    save: async (id, data, options, context) =>
      saveDraft(targetOf(id, draftAlone, context), data, options, context),
    publish: async (id, options, context) =>
      publishDraft(targetOf(id, publication, context), options, context),
    unpublish: async (id, conditions, context) =>
      unpublishDocument(targetOf(id, published, context), conditions, context),
    plan: async (id, conditions, context) =>
      planDocument(targetOf(id, planned, context), conditions, context),
    discard: async (id, conditions, context) =>
      discardDraft(targetOf(id, published, context), conditions, context),
  };

  const createVersions = (versions: VersionStore): DocumentVersions => {
    const historyOf = (id: string, context: OperationContext): DocumentHistory => ({
      target: targetOf(id, lookAside, context),
      versions,
      reader,
    });
    return {
      list: async (id, page, context) => listVersions(historyOf(id, context), page, context),
      read: async (id, versionId, context) => readVersion(historyOf(id, context), versionId, context),
      restore: async (id, versionId, options, context) =>
        restoreVersion(historyOf(id, context), versionId, options, context),
    };
  };

  return {
    update: async (id, data, options, context) =>
      changeDocument(targetOf(id, published, context), data, options, context),
    ...(type.model.descriptor.drafts && { drafts }),
    ...(type.versions && { versions: createVersions(type.versions) }),
  };
}
