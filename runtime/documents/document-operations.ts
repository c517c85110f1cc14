import type { DocumentDescriptor } from '../codegen/descriptors.js';
import type { DocumentOperations, DocumentVersions } from './operation.js';
import type { OperationContext } from './operation-context.js';
import { findShown } from './read/find-shown.js';
import { accessOf } from './read/read-rights.js';
import {
  type DocumentHistory,
  newestVersionAsJson,
  restoreFrom,
  versionAsJson,
  versionsPage,
} from './versions/version-operations.js';
import type { VersionStore } from './versions/version-store.js';
import { admitCreation, admitRequest, findForWrite } from './write/admit.js';
import type { WriteIntent } from './write/intent.js';
import type { WriteTarget } from './write/load-document.js';
import { writeDocument } from './write/write-document.js';

/** The writes and the history of documents, the same for collections and globals. */
export function createDocumentWrites(
  target: WriteTarget,
): Pick<DocumentOperations, 'find' | 'admit' | 'write' | 'versions'> {
  const { environment, type } = target;
  const { descriptor } = type.model;

  const connection = environment.driver;

  return {
    async find(id, context) {
      accessOf(environment, context);
      return findShown({ type, id, context, connection });
    },
    async admit(write, context) {
      const access = accessOf(environment, context);
      if (access === null) return;
      await admitRequest({
        type,
        write,
        access,
        find: (id) => findForWrite({ type, id, context, connection }),
      });
    },
    async write(intent, context) {
      const access = accessOf(environment, context);
      assertDrafts(intent, descriptor);
      if (intent.kind === 'create') await admitCreation(intent, { descriptor, access });
      return writeDocument(target, { intent, context });
    },
    ...(type.versions && { versions: createVersions(target, type.versions) }),
  };
}

function createVersions(target: WriteTarget, versions: VersionStore): DocumentVersions {
  const historyOf = (id: string, context: OperationContext): DocumentHistory => {
    accessOf(target.environment, context);
    return { target, id, versions, context };
  };
  return {
    list: async (id, page, context) => versionsPage(historyOf(id, context), page),
    read: async (id, versionId, context) => versionAsJson(historyOf(id, context), versionId),
    newestOf: async (id, versionIds, context) => newestVersionAsJson(historyOf(id, context), versionIds),
    restore: async (id, restoration, context) => restoreFrom(historyOf(id, context), restoration),
  };
}

/** Routes of drafts exist only where drafts are enabled: such an intent is a bug of this package. */
function assertDrafts(intent: WriteIntent, { drafts, slug }: DocumentDescriptor): void {
  const isOfDraft = intent.kind === 'create' || intent.kind === 'update' ? intent.isDraft : true;
  if (isOfDraft && !drafts) throw new Error(`${slug} has no drafts.`);
}
