import { seesDrafts } from '../../../access/decide-view.js';
import { refuseDeniedRight } from '../../../access/denied-right.js';
import type { DocumentAccess } from '../../../access/document-access.js';
import type { CollectionDescriptor, FieldDescriptor } from '../../../codegen/descriptors.js';
import type { Validator } from '../../../documents/operation.js';
import { copiedData } from '../../../documents/write/copied-data.js';
import { mergedData } from '../../../documents/write/unique-key.js';
import type { JsonObject, JsonValue } from '../../../util/json.js';
import { jsonText } from '../../../util/json-text.js';
import type { RouteHandler } from '../../api.js';
import { requireObject } from '../../body/json-object.js';
import { refuseParameters } from '../../routing/no-parameters.js';
import { collectionOf, documentIdOf } from '../addressed-document.js';
import { admitRead } from '../document-admission.js';
import { onceOnly } from '../idempotent-write.js';
import { createdReply } from '../reply.js';
import { draftValidatorOf } from '../write-headers.js';

/**
 * `POST /api/{slug}/:id/duplicate`: a copy, as a draft where drafts are on. Fields of the body replace those
 * of the copy.
 */
export function duplicateDocument(
  descriptor: CollectionDescriptor,
  create: Validator,
  draft?: Validator,
): RouteHandler {
  return async function duplicate(request, service) {
    const access = await admitRead(request, service, descriptor);
    refuseDeniedRight(access, { descriptor, rights: ['create'] });
    const id = documentIdOf(request, descriptor);
    const { context } = request;
    const collection = collectionOf(service, descriptor);
    const shape = { depth: 0, select: null, draft: seesDrafts(descriptor, access) ? true : null };
    const found = await collection.read(id, { document: descriptor, shape }, context);
    refuseParameters(request.search);
    const body = requireObject((await request.optionalBody()) as JsonValue);
    const stored = JSON.parse(jsonText(found.json)) as JsonObject;
    const data = mergedData(
      copiedData(descriptor, { stored, given: body, isCopied: copiedFor(access) }),
      body,
    );
    const isDraft = descriptor.drafts;
    const validator = isDraft ? draftValidatorOf(draft) : create;
    return onceOnly(
      request,
      service,
      { descriptor, route: `${descriptor.slug}/duplicate/${id}`, sent: [body] },
      async (once) => {
        const intent = { kind: 'create', data, validator, isDraft, ...(once && { once }) } as const;
        return { status: 201, document: await collection.write(intent, context) };
      },
      (document) => createdReply(document, descriptor.slug, request),
    );
  };
}

/** Fields that the requester may neither read nor set are not copied. */
function copiedFor(access: DocumentAccess | null): (field: FieldDescriptor) => boolean {
  if (access === null) return () => true;
  const { hidden, fixed } = access.fields;
  return (field) => !hidden.has(field) && !fixed.has(field);
}
