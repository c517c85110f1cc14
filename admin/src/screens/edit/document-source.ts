import type { QueryClient } from '@tanstack/react-query';
import type {
  AdminCollectionMeta,
  AdminDocumentAccess,
  AdminGlobalMeta,
  AdminReferences,
  Permission,
} from '../../../../runtime/codegen/admin-meta.js';
import { segment } from '../../../../templates/sdk/methods.js';
import type { Api } from '../../api/api.js';
import type { Document, Page, PublishTimes, Schedule, Version } from '../../api/documents.js';
import { forgetCollection, forgetGlobal } from '../../api/queries.js';
import { paths } from '../../app/paths.js';

export type DocumentMeta = AdminCollectionMeta | AdminGlobalMeta;

interface WriteCondition {
  /** The revision that the change is based on. */
  readonly ifMatch: number;
}

/** What may be done with one document, as the service says it. */
export type DocumentRights = Pick<AdminDocumentAccess, 'update' | 'delete'>;

/** One document, of a collection or a global: the same screens work on both. */
export interface DocumentSource {
  readonly meta: DocumentMeta;
  readonly id: string;
  /** `posts/1`, `globals/site`: what a kept copy is named after. */
  readonly name: string;
  readonly queryKey: readonly string[];
  readonly path: string;
  readonly versionsPath: string;
  /** The merged view, or what the requester sees of it. */
  read(signal?: AbortSignal): Promise<Document>;
  readPublished(signal?: AbortSignal): Promise<Document>;
  rights(signal?: AbortSignal): Promise<DocumentRights>;
  saveDraft(data: Data, condition: WriteCondition): Promise<Document>;
  save(data: Data, condition: WriteCondition): Promise<Document>;
  publish(times: PublishTimes | undefined, condition?: WriteCondition): Promise<Document>;
  unpublish(condition: WriteCondition): Promise<Document>;
  discardDraft(condition: WriteCondition): Promise<Document>;
  schedule(signal?: AbortSignal): Promise<Schedule>;
  cancelSchedule(): Promise<Schedule>;
  versions(page: number, signal?: AbortSignal): Promise<Page<Version>>;
  version(id: string, signal?: AbortSignal): Promise<Version>;
  restore(versionId: string, condition: WriteCondition): Promise<Document>;
  /** Null where it cannot be deleted: a global is always there. */
  readonly remove: ((condition: WriteCondition) => Promise<unknown>) | null;
  /** What deleting it would do; null for a global. */
  references(signal?: AbortSignal): Promise<AdminReferences | null>;
  /** Has everything read anew that a write may have changed. */
  forget(queries: QueryClient): Promise<void>;
}

type Data = Parameters<ReturnType<Api['collection']>['create']>[0];

const versionsOnPage = 20;

export function collectionSource(api: Api, meta: AdminCollectionMeta, id: string): DocumentSource {
  const documents = api.collection(meta);
  return {
    meta,
    id,
    name: `${meta.slug}/${id}`,
    queryKey: ['collection', meta.slug, 'edit', id],
    path: paths.document(meta.slug, id),
    versionsPath: paths.documentVersions(meta.slug, id),
    read: (signal) => documents.findById(id, {}, { signal }),
    readPublished: (signal) => documents.findById(id, { draft: false }, { signal }),
    rights: (signal) => readRights(api, { meta, path: `${meta.slug}/${segment(id)}`, signal }),
    saveDraft: (data, condition) => documents.update(id, data, { ...condition, draft: true }),
    save: (data, condition) => documents.update(id, data, condition),
    publish: (times, condition) => documents.publish(id, times, condition),
    unpublish: (condition) => documents.unpublish(id, condition),
    discardDraft: (condition) => documents.discardDraft(id, condition),
    schedule: (signal) => documents.schedule(id, { signal }),
    cancelSchedule: () => documents.cancelSchedule(id),
    versions: (page, signal) => documents.versions(id, { page, limit: versionsOnPage }, { signal }),
    version: (versionId, signal) => documents.version(id, versionId, { signal }),
    restore: (versionId, condition) => documents.restore(id, versionId, condition),
    remove: (condition) => documents.delete(id, condition),
    references: (signal) =>
      api.call('GET', `admin/references/${meta.slug}/${segment(id)}`, undefined, { signal }),
    forget: (queries) => forgetCollection(queries, meta.slug),
  };
}

export function globalSource(api: Api, meta: AdminGlobalMeta): DocumentSource {
  const document = api.global(meta);
  return {
    meta,
    id: 'global',
    name: `globals/${meta.slug}`,
    queryKey: ['global', meta.slug, 'edit'],
    path: paths.global(meta.slug),
    versionsPath: paths.globalVersions(meta.slug),
    read: (signal) => document.get({}, { signal }),
    readPublished: (signal) => document.get({ draft: false }, { signal }),
    rights: (signal) => readRights(api, { meta, path: `globals/${meta.slug}`, signal }),
    saveDraft: (data, condition) => document.update(data, { ...condition, draft: true }),
    save: (data, condition) => document.update(data, condition),
    publish: (times, condition) => document.publish(times, condition),
    unpublish: (condition) => document.unpublish(condition),
    discardDraft: (condition) => document.discardDraft(condition),
    schedule: (signal) => document.schedule({ signal }),
    cancelSchedule: () => document.cancelSchedule(),
    versions: (page, signal) => document.versions({ page, limit: versionsOnPage }, { signal }),
    version: (versionId, signal) => document.version(versionId, { signal }),
    restore: (versionId, condition) => document.restore(versionId, condition),
    remove: null,
    references: async () => null,
    forget: (queries) => forgetGlobal(queries, meta.slug),
  };
}

interface RightsOptions {
  readonly meta: DocumentMeta;
  /** `posts/1`, `globals/site`. */
  readonly path: string;
  readonly signal: AbortSignal | undefined;
}

/** Where a rule looks at the document, only the service can tell: it is asked. */
async function readRights(api: Api, { meta, path, signal }: RightsOptions): Promise<DocumentRights> {
  const remove: Permission = meta.kind === 'collection' ? meta.can.delete : false;
  if (meta.can.update !== 'row' && remove !== 'row') return { update: meta.can.update, delete: remove };
  return api.call<AdminDocumentAccess>('GET', `admin/access/${path}`, undefined, { signal });
}
