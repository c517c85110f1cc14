import { hasFieldAccess } from '../../access/field-rights.js';
import type { GlobalDescriptor } from '../../codegen/descriptors.js';
import type { Validator } from '../../documents/operation.js';
import { parseReadQuery } from '../../query/parse/read-query.js';
import type { Reply, RouteHandler } from '../api.js';
import { requireObject } from '../body/json-object.js';
import { refuseParameters } from '../routing/no-parameters.js';
import { authorizeDocument } from '../security/authorize.js';
import { globalOf } from './addressed-document.js';
import { expectedByBody, expectedByHeader, withExpectedRevision } from './conditional-write.js';
import { isDraftWrite } from './draft-header.js';
import { refuseDraftsIn } from './draft-readers.js';
import { draftWrites } from './draft-writes.js';
import { readOne } from './read-documents.js';
import { documentReply, readReply } from './reply.js';
import { withoutPublication } from './schedule-handlers.js';

/** `GET /api/globals/{slug}`: the document, with its defaults if it was never written. */
export function readGlobal(descriptor: GlobalDescriptor): RouteHandler {
  const isPersonal = hasFieldAccess(descriptor.fields);

  return async function read(request, service): Promise<Reply> {
    const { access } = await authorizeDocument(request, service, descriptor, 'read');
    refuseDraftsIn(request.search, access);
    const plan = parseReadQuery(descriptor, request.search, service.scope);
    const document = await readOne(request, service, plan, 'global');
    return isPersonal ? documentReply(document) : readReply(document, plan, request, service);
  };
}

/**
 * `PATCH /api/globals/{slug}`: writes the document, also for the first time. `draftValidator` is present with
 * drafts.
 */
export function updateGlobal(
  descriptor: GlobalDescriptor,
  validator: Validator,
  draftValidator?: Validator,
): RouteHandler {
  return async function update(request, service): Promise<Reply> {
    const { body } = await authorizeDocument(request, service, descriptor, 'update');
    refuseParameters(request.search);
    const isDraft = isDraftWrite(request.header('x-draft'), descriptor);
    const byHeader = expectedByHeader(request.header('if-match'));
    const { data, expected } = expectedByBody(requireObject(await body()), byHeader);
    const global = globalOf(service, descriptor);
    const writes = isDraft ? draftWrites(global.drafts, draftValidator) : null;
    const firstPublished = descriptor.drafts ? withoutPublication(descriptor, 'global') : undefined;
    const document = await withExpectedRevision(expected, (expectedRevision) =>
      writes === null
        ? global.update(data, { validator, expectedRevision, firstPublished }, request.context)
        : writes.drafts.save(data, { validator: writes.validator, expectedRevision }, request.context),
    );
    return documentReply(document);
  };
}
