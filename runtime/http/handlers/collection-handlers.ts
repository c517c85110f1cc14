import { hasFieldAccess } from '../../access/field-rights.js';
import type { CollectionDescriptor, DocumentDescriptor } from '../../codegen/descriptors.js';
import type { Validator } from '../../documents/operation.js';
import { scheduleEffects } from '../../documents/schedule/schedule-effects.js';
import type { CreateIntent, UpdateIntent } from '../../documents/write/intent.js';
import { parseListBody, parseListQuery } from '../../query/parse/list-query.js';
import { parseReadQuery } from '../../query/parse/read-query.js';
import type { Reply, RouteHandler } from '../api.js';
import { requireObject } from '../body/json-object.js';
import { refuseParameters } from '../routing/no-parameters.js';
import { collectionOf, documentIdOf, documentsOf } from './addressed-document.js';
import { admitRead, admitWrite } from './admit-request.js';
import { expectedByBody, expectedByHeader } from './conditional-write.js';
import { isDraftWrite, refuseDraft } from './draft-header.js';
import { refuseDrafts, refuseDraftsIn } from './draft-readers.js';
import { draftValidatorOf } from './draft-validator.js';
import { readOne, readPage } from './replicated-reads.js';
import { createdReply, documentReply, readReply } from './reply.js';

/** `GET /api/{slug}`: a page of documents. */
export function listDocuments(descriptor: CollectionDescriptor): RouteHandler {
  return async function list(request, service): Promise<Reply> {
    const access = await admitRead(request, service, descriptor);
    refuseDraftsIn(request.search, access);
    const plan = parseListQuery(descriptor, request.search, service.scope, access?.fields.hidden);
    const { json } = await readPage(request, service, descriptor, plan);
    return { status: 200, body: json };
  };
}

/** `POST /api/{slug}/query`: the same, with its parameters in a JSON body. */
export function queryDocuments(descriptor: CollectionDescriptor): RouteHandler {
  return async function query(request, service): Promise<Reply> {
    const access = await admitRead(request, service, descriptor);
    refuseParameters(request.search);
    const parameters = requireObject(await request.body());
    refuseDrafts({ draft: parameters['draft'] === true }, access);
    const plan = parseListBody(descriptor, parameters, service.scope, access?.fields.hidden);
    const { json } = await readPage(request, service, descriptor, plan);
    return { status: 200, body: json };
  };
}

/** `GET /api/{slug}/:id`, `GET /api/globals/{slug}`: one document; a global shows its defaults first. */
export function readDocument(descriptor: DocumentDescriptor): RouteHandler {
  const isPersonal = hasFieldAccess(descriptor.fields);

  return async function read(request, service): Promise<Reply> {
    const access = await admitRead(request, service, descriptor);
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
    const write = await admitWrite(request, service, descriptor, 'create');
    refuseParameters(request.search);
    const isDraft = isDraftWrite(write.draft, descriptor);
    const data = requireObject(await write.body());
    const intent: CreateIntent = {
      kind: 'create',
      data,
      isDraft,
      validator: isDraft ? draftValidatorOf(draftValidator) : validator,
    };
    const document = await collectionOf(service, descriptor).write(intent, request.context);
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
    const write = await admitWrite(request, service, descriptor, 'update');
    refuseParameters(request.search);
    const isDraft = isDraftWrite(write.draft, descriptor);
    const id = documentIdOf(request, descriptor);
    const byHeader = expectedByHeader(write.ifMatch);
    const { data, expected } = expectedByBody(requireObject(await write.body()), byHeader);
    const intent: UpdateIntent = {
      kind: 'update',
      id,
      expected,
      data,
      isDraft,
      validator: isDraft ? draftValidatorOf(draftValidator) : validator,
      effects: scheduleEffects(descriptor, id, 'update'),
    };
    return documentReply(await documentsOf(service, descriptor).write(intent, request.context));
  };
}

/** `DELETE /api/{slug}/:id`. A body is not read. */
export function deleteDocument(descriptor: CollectionDescriptor): RouteHandler {
  return async function remove(request, service): Promise<Reply> {
    const write = await admitWrite(request, service, descriptor, 'delete');
    refuseParameters(request.search);
    refuseDraft(write.draft, descriptor);
    const id = documentIdOf(request, descriptor);
    const expected = expectedByHeader(write.ifMatch);
    await collectionOf(service, descriptor).delete({ kind: 'delete', id, expected }, request.context);
    return {
      status: 200,
      body: JSON.stringify({ message: `The document ${id} of ${descriptor.slug} is deleted.` }),
    };
  };
}
