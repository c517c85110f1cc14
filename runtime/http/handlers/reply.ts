import type { DocumentResult } from '../../documents/operation.js';
import type { ReadPlan } from '../../query/plan.js';
import type { ApiRequest, Reply, Service } from '../api.js';
import { entityTag, matchesRevision } from '../transport/entity-tags.js';

/** Returns 200 with the bare document. */
export function documentReply(document: DocumentResult): Reply {
  return { status: 200, headers: headersOf(document), body: document.json, head: { lines: null } };
}

/**
 * If the published document and the pending draft have the same revision, a draft must not stay in a cache: a
 * read of the published document would get 304, and the cache would show the draft instead, even after a
 * logout.
 */
function headersOf({ revision, isSharedRevision }: DocumentResult): Readonly<Record<string, string>> {
  const tag = { ETag: entityTag(revision) };
  return isSharedRevision === true ? { ...tag, 'Cache-Control': 'no-store' } : tag;
}

/** Returns 200 and says that a document is deleted, or that it is in the trash now. */
export function deletedReply(id: string, slug: string, end: 'trash' | 'gone' = 'gone'): Reply {
  const state = end === 'trash' ? 'is in the trash' : 'is deleted';
  return { status: 200, body: JSON.stringify({ message: `The document ${id} of ${slug} ${state}.` }) };
}

/** Returns 201 with the document and its address, as a path of this server. */
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

/**
 * Returns the response to a read: 304 without a body if the client has the current document, else the
 * document.
 */
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
 * Whether an equal revision means an equal response. Not with populated documents, which have revisions of
 * their own; not with `afterRead` hooks, which may add anything; not at revision 0, which shows the config's
 * defaults; and not if a write of the published fields gave the published document and the pending draft the
 * same revision. Documents of which some readers see fewer fields are not checked here: after a login as
 * another user, the client's copy may contain too much.
 */
function revisionTellsAll(
  document: DocumentResult,
  { document: descriptor, shape }: ReadPlan,
  service: Service,
): boolean {
  if (document.isSharedRevision === true) return false;
  return shape.depth === 0 && document.revision > 0 && !service.isComputed(descriptor);
}
