import { decideView } from '../../access/decide-view.js';
import type { AdminMeta } from '../../codegen/admin-meta.js';
import type { AdminDocumentName } from '../../codegen/admin-overview.js';
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import type { OperationContext } from '../../documents/operation-context.js';
import { parseListBody } from '../../query/parse/list-query.js';
import type { JsonObject, JsonValue } from '../../util/json.js';
import type { Service } from '../api.js';
import { collectionOf } from '../handlers/addressed-document.js';

/**
 * Documents as `GET /api/{slug}` would return them to the requester, in the newest view that they may see.
 */
export interface ReadableList {
  readonly docs: readonly JsonObject[];
  readonly totalDocs: number;
}

/** Reads a page of documents as the requester would get it. */
export async function readList(
  service: Service,
  context: OperationContext,
  descriptor: CollectionDescriptor,
  { limit, ...parameters }: Readonly<Record<string, JsonValue>> & { readonly limit: number },
): Promise<ReadableList> {
  const { access } = context;
  const merged = descriptor.drafts && (access === null || decideView(descriptor, true, access) === 'merged');
  const plan = parseListBody(
    {
      ...parameters,
      limit: Math.min(limit, service.contract.limits.maxLimit),
      ...(merged && { draft: true }),
    },
    { collection: descriptor, scope: service.scope, hidden: access?.fields.hidden },
  );
  const { json } = await collectionOf(service, descriptor).list(plan, context);
  return JSON.parse(json.toString()) as ReadableList;
}

/** Returns the title field of a collection; null if documents are shown by their id. */
export function titlePathOf(meta: AdminMeta, { slug }: CollectionDescriptor): string | null {
  const path = meta.collections.find((one) => one.slug === slug)?.useAsTitle ?? 'id';
  return path === 'id' ? null : path;
}

/** Returns the value of `select` for the title and dates of a document. */
export function namingFields({ drafts }: CollectionDescriptor, title: string | null): string {
  return ['id', 'updatedAt', ...(drafts ? ['_status'] : []), ...(title === null ? [] : [title])].join(',');
}

/** The document as it is named in lists. */
export function nameOf(
  { slug }: CollectionDescriptor,
  document: JsonObject,
  title: string | null,
): AdminDocumentName {
  const value = title === null ? null : valueAt(document, title.split('.'));
  return {
    kind: 'collection',
    slug,
    id: String(document['id']),
    title: value === null || typeof value === 'object' ? null : String(value),
  };
}

function valueAt(document: JsonObject, path: readonly string[]): JsonValue {
  let value: JsonValue = document;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    const inside: JsonObject = value as JsonObject;
    value = Object.hasOwn(inside, key) ? (inside[key] ?? null) : null;
  }
  return value;
}
