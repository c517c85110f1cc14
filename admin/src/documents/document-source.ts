import type { QueryClient } from '@tanstack/react-query';
import type {
  AdminCollectionMeta,
  AdminGlobalMeta,
  Permission,
} from '../../../runtime/codegen/admin-meta.js';
import type { AdminDocumentAccess, AdminReferences } from '../../../runtime/codegen/admin-replies.js';
import { segment } from '../../../templates/sdk/methods.js';
import type { Api } from '../api/api.js';
import type { Document, Page, PublishTimes, Schedule, Version } from '../api/documents.js';
import { forgetCollection, forgetGlobal } from '../api/queries.js';
import { paths } from '../app/paths.js';

export type DocumentMeta = AdminCollectionMeta | AdminGlobalMeta;

interface WriteCondition {
  /** The revision on which the change is based. */
  readonly ifMatch: number;
}

/** What the requester may do with one document, according to the service. */
export type DocumentRights = Pick<AdminDocumentAccess, 'update' | 'delete'>;

export interface PreviewAddress {
  /** Null where no page shows the document. */
  readonly url: string | null;
}

/** One document of a collection, or a global. The same screens edit both. */
export interface DocumentSource {
  readonly meta: DocumentMeta;
  readonly id: string;
  /** `posts/1`, `globals/site`: the name under which an unsaved copy is kept. */
  readonly name: string;
  readonly queryKey: readonly string[];
  readonly path: string;
  readonly versionsPath: string;
  /** Reads the draft view, or as much of it as the requester may see. */
  read(signal?: AbortSignal): Promise<Document>;
  readPublished(signal?: AbortSignal): Promise<Document>;
  rights(signal?: AbortSignal): Promise<DocumentRights>;
  saveDraft(data: Data, condition: WriteCondition): Promise<Document>;
  /** As `saveDraft`, of what is typed: such saves share a version. */
  autosave(data: Data, condition: WriteCondition): Promise<Document>;
  save(data: Data, condition: WriteCondition): Promise<Document>;
  publish(times: PublishTimes | undefined, condition?: WriteCondition): Promise<Document>;
  unpublish(condition: WriteCondition): Promise<Document>;
  discardDraft(condition: WriteCondition): Promise<Document>;
  schedule(signal?: AbortSignal): Promise<Schedule>;
  cancelSchedule(condition?: WriteCondition): Promise<Schedule>;
  versions(page: number, signal?: AbortSignal): Promise<Page<Version>>;
  version(id: string, signal?: AbortSignal): Promise<Version>;
  restore(versionId: string, condition: WriteCondition): Promise<Document>;
  /** Null for a global, which cannot be deleted. */
  readonly remove: ((condition: WriteCondition) => Promise<unknown>) | null;
  /** The effects of deleting the document; null for a global. */
  references(signal?: AbortSignal): Promise<AdminReferences | null>;
  /** The page that shows the document, with a token for its draft; null where there is none. */
  readonly preview: ((signal?: AbortSignal) => Promise<PreviewAddress>) | null;
  /** Invalidates all queries whose results a write may have changed. */
  forget(queries: QueryClient): Promise<void>;
}

type Data = Parameters<ReturnType<Api['collection']>['create']>[0];

const versionsOnPage = 20;

const autosave = { 'x-autosave': 'true' };

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
    autosave: (data, condition) =>
      documents.update(id, data, { ...condition, draft: true, headers: autosave }),
    save: (data, condition) => documents.update(id, data, condition),
    publish: (times, condition) => documents.publish(id, times, condition),
    unpublish: (condition) => documents.unpublish(id, condition),
    discardDraft: (condition) => documents.discardDraft(id, condition),
    schedule: (signal) => documents.schedule(id, { signal }),
    cancelSchedule: (condition) => documents.cancelSchedule(id, condition),
    versions: (page, signal) => documents.versions(id, { page, limit: versionsOnPage }, { signal }),
    version: (versionId, signal) => documents.version(id, versionId, { signal }),
    restore: (versionId, condition) => documents.restore(id, versionId, condition),
    remove: (condition) => documents.delete(id, condition),
    references: (signal) =>
      api.call('GET', `admin/references/${meta.slug}/${segment(id)}`, undefined, { signal }),
    preview: hasPreview(meta)
      ? (signal) => api.call('POST', `admin/preview/${meta.slug}/${segment(id)}`, undefined, { signal })
      : null,
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
    autosave: (data, condition) => document.update(data, { ...condition, draft: true, headers: autosave }),
    save: (data, condition) => document.update(data, condition),
    publish: (times, condition) => document.publish(times, condition),
    unpublish: (condition) => document.unpublish(condition),
    discardDraft: (condition) => document.discardDraft(condition),
    schedule: (signal) => document.schedule({ signal }),
    cancelSchedule: (condition) => document.cancelSchedule(condition),
    versions: (page, signal) => document.versions({ page, limit: versionsOnPage }, { signal }),
    version: (versionId, signal) => document.version(versionId, { signal }),
    restore: (versionId, condition) => document.restore(versionId, condition),
    remove: null,
    references: async () => null,
    preview: null,
    forget: (queries) => forgetGlobal(queries, meta.slug),
  };
}

/** A preview is of drafts, by a token that only users who read them get. */
function hasPreview({ preview, readDrafts }: AdminCollectionMeta): boolean {
  return preview === true && readDrafts;
}

interface RightsOptions {
  readonly meta: DocumentMeta;
  /** `posts/1`, `globals/site`. */
  readonly path: string;
  readonly signal: AbortSignal | undefined;
}

/** Returns the rights to a document. Where a rule depends on the document, the service is asked. */
async function readRights(api: Api, { meta, path, signal }: RightsOptions): Promise<DocumentRights> {
  const remove: Permission = meta.kind === 'collection' ? meta.can.delete : false;
  if (meta.can.update !== 'row' && remove !== 'row') return { update: meta.can.update, delete: remove };
  return api.call<AdminDocumentAccess>('GET', `admin/access/${path}`, undefined, { signal });
}
