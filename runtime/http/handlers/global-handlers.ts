import type { GlobalDescriptor } from '../../codegen/descriptors.js';
import type { GlobalOperations, Validator } from '../../documents/operation.js';
import { parseReadQuery } from '../../query/parse/read-query.js';
import type { Reply, RouteHandler, Service } from '../api.js';
import { checkDraftHeader } from '../draft-header.js';
import { requireObject } from '../json-object.js';
import { refuseParameters } from '../no-parameters.js';
import { expectedByBody, expectedByHeader, withExpectedRevision } from './conditional-write.js';
import { documentReply, readReply } from './reply.js';

/** `GET /api/globals/{slug}`: the document, with its defaults when it was never written. */
export function readGlobal(descriptor: GlobalDescriptor): RouteHandler {
  return async function read(request, service): Promise<Reply> {
    const plan = parseReadQuery(descriptor, request.search, service.scope);
    const document = await global(service, descriptor).read(plan, request.context);
    return readReply(document, plan, request, service);
  };
}

/** `PATCH /api/globals/{slug}`: writes the document, the first time too. */
export function updateGlobal(descriptor: GlobalDescriptor, validator: Validator): RouteHandler {
  return async function update(request, service): Promise<Reply> {
    refuseParameters(request.search);
    checkDraftHeader(request.header('x-draft'), descriptor);
    const byHeader = expectedByHeader(request.header('if-match'));
    const { data, expected } = expectedByBody(requireObject(await request.body()), byHeader);
    const document = await withExpectedRevision(expected, (expectedRevision) =>
      global(service, descriptor).update(data, { validator, expectedRevision }, request.context),
    );
    return documentReply(document);
  };
}

function global(service: Service, descriptor: GlobalDescriptor): GlobalOperations {
  const found = service.operations.globals.get(descriptor.slug);
  if (!found) throw new Error(`There are no operations for the global ${descriptor.slug}.`);
  return found;
}
