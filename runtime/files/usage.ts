import type { CollectionDescriptor } from '../codegen/descriptors.js';
import { nameOf } from '../codegen/document-name.js';
import type { ApiRequest, Reply, Service } from '../http/api.js';
import { collectionOf, documentIdOf } from '../http/handlers/addressed-document.js';
import { admitWrite } from '../http/handlers/document-admission.js';
import { pageEnvelope, readPageQuery } from '../http/routing/page-query.js';

/** `GET /api/{slug}/:id/usage`: what refers to a document, among what the requester may read. */
export async function listUsage(
  request: ApiRequest,
  service: Service,
  descriptor: CollectionDescriptor,
): Promise<Reply> {
  await admitWrite(request, service, descriptor, 'transition');
  const id = documentIdOf(request, descriptor);
  const range = readPageQuery(request.search, service.contract.limits.maxLimit);
  const collection = collectionOf(service, descriptor);
  await collection.find(id, request.context);
  const part = { offset: (range.page - 1) * range.limit, limit: range.limit };
  const { uses, total } = await collection.usesOf(id, part, request.context);
  const docs = uses.map(({ document, id: user, field }) => ({
    collection: nameOf(document),
    id: user,
    field,
  }));
  return { status: 200, body: JSON.stringify(pageEnvelope(docs, total, range)) };
}
