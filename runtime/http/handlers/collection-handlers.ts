import { hasFieldAccess } from '../../access/field-rights.js';
import type { CollectionDescriptor, DocumentDescriptor } from '../../codegen/descriptors.js';
import type { Validator } from '../../documents/operation.js';
import { parseListBody, parseListQuery } from '../../query/parse/list-query.js';
import { parseReadQuery } from '../../query/parse/read-query.js';
import type { Reply, RouteHandler } from '../api.js';
import { requireObject } from '../body/json-object.js';
import { refuseParameters } from '../routing/no-parameters.js';
import { authorizeDocument } from '../security/authorize.js';
import { collectionOf, documentIdOf, documentsOf } from './addressed-document.js';
import { expectedByBody, expectedByHeader, withExpectedRevision } from './conditional-write.js';
import { isDraftWrite, refuseDraft } from './draft-header.js';
import { refuseDrafts, refuseDraftsIn } from './draft-readers.js';
import { draftValidatorOf, draftWrites } from './draft-writes.js';
import { readList, readOne } from './read-documents.js';
import { createdReply, documentReply, readReply } from './reply.js';
import { withoutPublication } from './schedule-handlers.js';

/** `GET /api/{slug}`: a page of documents. */
export function listDocuments(descriptor: CollectionDescriptor): RouteHandler {
  return async function list(request, service): Promise<Reply> {
    const { access } = await authorizeDocument(request, service, descriptor, 'read');
    refuseDraftsIn(request.search, access);
    const plan = parseListQuery(descriptor, request.search, service.scope, access?.fields.hidden);
    const { json } = await readList(request, service, descriptor, plan);
    return { status: 200, body: json };
  };
}

/** `POST /api/{slug}/query`: the same, with its parameters in a JSON body. */
export function queryDocuments(descriptor: CollectionDescriptor): RouteHandler {
  return async function query(request, service): Promise<Reply> {
    const { access, body } = await authorizeDocument(request, service, descriptor, 'read');
    refuseParameters(request.search);
    const parameters = requireObject(await body());
    refuseDrafts({ draft: parameters['draft'] === true }, access);
    const plan = parseListBody(descriptor, parameters, service.scope, access?.fields.hidden);
    const { json } = await readList(request, service, descriptor, plan);
    return { status: 200, body: json };
  };
}

/** `GET /api/{slug}/:id`, `GET /api/globals/{slug}`: one document; a global shows its defaults first. */
export function readDocument(descriptor: DocumentDescriptor): RouteHandler {
  const isPersonal = hasFieldAccess(descriptor.fields);

  return async function read(request, service): Promise<Reply> {
    const { access } = await authorizeDocument(request, service, descriptor, 'read');
    refuseDraftsIn(request.search, access);
    const plan = parseReadQuery(descriptor, request.search, service.scope);
    const id = documentIdOf(request, descriptor);
    const document = await readOne(request, service, plan, id);
    return isPersonal ? documentReply(document) : readReply(document, plan, request, service);
  };
}

/** `POST /api/{slug}`: creates a document. `draftValidator` is present with drafts. */
export function createDocument(
  descriptor: CollectionDescriptor,
  validator: Validator,
  draftValidator?: Validator,
): RouteHandler {
  return async function create(request, service): Promise<Reply> {
    const { body } = await authorizeDocument(request, service, descriptor, 'create');
    refuseParameters(request.search);
    const isDraft = isDraftWrite(request.header('x-draft'), descriptor);
    const data = requireObject(await body());
    const options = { validator: isDraft ? draftValidatorOf(draftValidator) : validator, isDraft };
    const document = await collectionOf(service, descriptor).create(data, options, request.context);
    return createdReply(document, descriptor.slug, request);
  };
}

/**
 * `PATCH /api/{slug}/:id`, `PATCH /api/globals/{slug}`: changes fields of a document; the first change of a
 * global creates it. `draftValidator` is present with drafts.
 */
export function updateDocument(
  descriptor: DocumentDescriptor,
  validator: Validator,
  draftValidator?: Validator,
): RouteHandler {
  return async function update(request, service): Promise<Reply> {
    const { body } = await authorizeDocument(request, service, descriptor, 'update');
    refuseParameters(request.search);
    const isDraft = isDraftWrite(request.header('x-draft'), descriptor);
    const id = documentIdOf(request, descriptor);
    const byHeader = expectedByHeader(request.header('if-match'));
    const { data, expected } = expectedByBody(requireObject(await body()), byHeader);
    const documents = documentsOf(service, descriptor);
    const writes = isDraft ? draftWrites(documents.drafts, draftValidator) : null;
    const firstPublished = descriptor.drafts ? withoutPublication(descriptor, id) : undefined;
    const document = await withExpectedRevision(expected, (expectedRevision) =>
      writes === null
        ? documents.update(id, data, { validator, expectedRevision, firstPublished }, request.context)
        : writes.drafts.save(id, data, { validator: writes.validator, expectedRevision }, request.context),
    );
    return documentReply(document);
  };
}

/** `DELETE /api/{slug}/:id`. A body is not read. */
export function deleteDocument(descriptor: CollectionDescriptor): RouteHandler {
  return async function remove(request, service): Promise<Reply> {
    await authorizeDocument(request, service, descriptor, 'delete');
    refuseParameters(request.search);
    refuseDraft(request.header('x-draft'), descriptor);
    const id = documentIdOf(request, descriptor);
    await withExpectedRevision(expectedByHeader(request.header('if-match')), (expectedRevision) =>
      collectionOf(service, descriptor).delete(id, { expectedRevision }, request.context),
    );
    return {
      status: 200,
      body: JSON.stringify({ message: `The document ${id} of ${descriptor.slug} is deleted.` }),
    };
  };
}
