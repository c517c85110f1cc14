import type { DocumentResult } from '../../documents/operation.js';
import type { ReadPlan } from '../../query/plan.js';
import type { ApiRequest, Reply, Service } from '../api.js';
import { entityTag, matchesRevision } from '../entity-tags.js';

/** 200 with the bare document. */
export function documentReply(document: DocumentResult): Reply {
  return { status: 200, headers: headersOf(document), body: document.json };
}

/**
 * Where published document and pending draft have the same revision, a draft must not stay in a cache: the published document would be answered
 * with 304, and the cache, after a logout too, would show the draft in its place.
 */
function headersOf({ revision, isSharedRevision }: DocumentResult): Readonly<Record<string, string>> {
  const tag = { ETag: entityTag(revision) };
  return isSharedRevision === true ? { ...tag, 'Cache-Control': 'no-store' } : tag;
}

/** 201 with the document and its address, as a path of this server. */
export function createdReply(document: DocumentResult, slug: string, request: ApiRequest): Reply {
  return {
    status: 201,
    headers: {
      ETag: entityTag(document.revision),
      Location: `${request.mount}/api/${slug}/${document.id}`,
    },
    body: document.json,
  };
}

/** The answer to a read: 304 without a body where the client has the document as it is, else the document. */
export function readReply(
  document: DocumentResult,
  plan: ReadPlan,
  request: ApiRequest,
  service: Service,
): Reply {
  if (!matchesRevision(request.header('if-none-match'), document.revision)) return documentReply(document);
  if (!revisionTellsAll(document, plan, service)) return documentReply(document);
  return { status: 304, headers: { ETag: entityTag(document.revision) }, body: null };
}

/**
 * Whether an equal revision means an equal answer. Not with populated documents, which have revisions of their own; not
 * behind `afterRead` hooks, which may add what they like; not at revision 0, which shows the config's defaults; and not where a write of the
 * published fields gave published document and pending draft the same revision. Documents that
 * some readers see less of than others never come here: after a login as somebody else, the client's copy may show too much.
 */
function revisionTellsAll(
  document: DocumentResult,
  { document: descriptor, shape }: ReadPlan,
  service: Service,
): boolean {
  if (document.isSharedRevision === true) return false;
  return shape.depth === 0 && document.revision > 0 && !service.isComputed(descriptor);
}
