import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import type { CollectionOperations, Validator } from '../../documents/operation.js';
import { ServiceError } from '../../errors/service-error.js';
import { parseListBody, parseListQuery } from '../../query/parse/list-query.js';
import { parseReadQuery } from '../../query/parse/read-query.js';
import { isDocumentId } from '../../util/ids.js';
import type { ApiRequest, Reply, RouteHandler, Service } from '../api.js';
import { checkDraftHeader } from '../draft-header.js';
import { requireObject } from '../json-object.js';
import { refuseParameters } from '../no-parameters.js';
import { expectedByBody, expectedByHeader, withExpectedRevision } from './conditional-write.js';
import { createdReply, documentReply, readReply } from './reply.js';

/** `GET /api/{slug}`: a page of documents. */
export function listDocuments(descriptor: CollectionDescriptor): RouteHandler {
  return async function list(request, service): Promise<Reply> {
    const plan = parseListQuery(descriptor, request.search, service.scope);
    const { json } = await collection(service, descriptor).list(plan, request.context);
    return { status: 200, body: json };
  };
}

/** `POST /api/{slug}/query`: the same, with its parameters in a JSON body. */
export function queryDocuments(descriptor: CollectionDescriptor): RouteHandler {
  return async function query(request, service): Promise<Reply> {
    refuseParameters(request.search);
    const plan = parseListBody(descriptor, requireObject(await request.body()), service.scope);
    const { json } = await collection(service, descriptor).list(plan, request.context);
    return { status: 200, body: json };
  };
}

/** `GET /api/{slug}/:id`: one document. */
export function readDocument(descriptor: CollectionDescriptor): RouteHandler {
  return async function read(request, service): Promise<Reply> {
    const id = documentId(request, descriptor);
    const plan = parseReadQuery(descriptor, request.search, service.scope);
    const document = await collection(service, descriptor).read(id, plan, request.context);
    return readReply(document, plan, request, service);
  };
}

/** `POST /api/{slug}`: a new document. */
export function createDocument(descriptor: CollectionDescriptor, validator: Validator): RouteHandler {
  return async function create(request, service): Promise<Reply> {
    refuseParameters(request.search);
    checkDraftHeader(request.header('x-draft'), descriptor);
    const data = requireObject(await request.body());
    const document = await collection(service, descriptor).create(data, validator, request.context);
    return createdReply(document, descriptor.slug, request);
  };
}

/** `PATCH /api/{slug}/:id`: changed fields of a document. */
export function updateDocument(descriptor: CollectionDescriptor, validator: Validator): RouteHandler {
  return async function update(request, service): Promise<Reply> {
    const id = documentId(request, descriptor);
    refuseParameters(request.search);
    checkDraftHeader(request.header('x-draft'), descriptor);
    const byHeader = expectedByHeader(request.header('if-match'));
    const { data, expected } = expectedByBody(requireObject(await request.body()), byHeader);
    const document = await withExpectedRevision(expected, (expectedRevision) =>
      collection(service, descriptor).update(id, data, { validator, expectedRevision }, request.context),
    );
    return documentReply(document);
  };
}

/** `DELETE /api/{slug}/:id`. A body means nothing and is not read. */
export function deleteDocument(descriptor: CollectionDescriptor): RouteHandler {
  return async function remove(request, service): Promise<Reply> {
    const id = documentId(request, descriptor);
    refuseParameters(request.search);
    checkDraftHeader(request.header('x-draft'), descriptor);
    await withExpectedRevision(expectedByHeader(request.header('if-match')), (expectedRevision) =>
      collection(service, descriptor).delete(id, { expectedRevision }, request.context),
    );
    return {
      status: 200,
      body: JSON.stringify({ message: `The document ${id} of ${descriptor.slug} is deleted.` }),
    };
  };
}

function collection(service: Service, descriptor: CollectionDescriptor): CollectionOperations {
  const found = service.operations.collections.get(descriptor.slug);
  if (!found) throw new Error(`There are no operations for the collection ${descriptor.slug}.`);
  return found;
}

/** The id in the path. What is no id is the id of no document, and never reaches the database. */
function documentId(request: ApiRequest, descriptor: CollectionDescriptor): string {
  const { id = '' } = request.params;
  if (isDocumentId(id)) return id;
  throw new ServiceError(
    'NOT_FOUND',
    `There is no document ${JSON.stringify(id.slice(0, 100))} in ${descriptor.slug}.`,
  );
}
