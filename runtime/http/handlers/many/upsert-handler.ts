import type { CollectionDescriptor } from '../../../codegen/descriptors.js';
import type { Validator } from '../../../documents/operation.js';
import { reason } from '../../../errors/reasons/reason.js';
import { badInput, issueAt } from '../../../errors/service-error.js';
import { echo, wrongTypeAt } from '../../../fields/input-issue.js';
import { deadlineIn } from '../../../util/deadline.js';
import { isJsonObject, type JsonValue } from '../../../util/json.js';
import { nearTo } from '../../../util/near-miss.js';
import type { RouteHandler } from '../../api.js';
import { requireObject } from '../../body/json-object.js';
import { refuseParameters } from '../../routing/no-parameters.js';
import { documentsOf } from '../addressed-document.js';
import { onceOnly } from '../idempotent-write.js';
import { createdReply, documentReply } from '../reply.js';
import { isDraftWrite } from '../write-headers.js';
import { admitMany } from './admit-many.js';
import { admitOperation } from './admit-operation.js';
import { type ManyOperation, manyTarget } from './many-operation.js';
import { refuseIfMatch } from './perform-bulk.js';
import { performOperation } from './perform-operation.js';
import { readUpsert } from './upsert-form.js';

const bodyKeys = ['key', 'data', 'create'] as const;

/**
 * `POST /api/{slug}/upsert`: changes the document with the values of a unique field or index, or creates it.
 * `draft` is present with drafts.
 */
export function upsertDocument(
  descriptor: CollectionDescriptor,
  create: Validator,
  update: Validator,
  draft?: Validator,
): RouteHandler {
  const target = manyTarget(descriptor, create, update, draft);

  return async function upsert(request, service) {
    const rights = await admitMany(request, service, descriptor, ['create', 'update']);
    const access = rights.afresh();
    const { context } = request;
    const admission = { documents: documentsOf(service, descriptor), context, access, isFirst: true };
    const bare = { op: 'upsert', target, id: null, data: null, ifMatch: null, isDraft: false } as const;
    await admitOperation(bare, admission);
    refuseParameters(request.search);
    refuseIfMatch(request);
    const isDraft = isDraftWrite(request.header('x-draft'), descriptor);
    const body = requireObject((await request.body()) as JsonValue);
    const read = readUpsert(body, descriptor, '');
    const { data } = body;
    const issues = [
      ...Object.keys(body)
        .filter((key) => !bodyKeys.some((known) => known === key))
        .slice(0, 10)
        .map((key) => issueAt(echo(key), reason('property.unknown', nearTo(key, bodyKeys)))),
      ...(isJsonObject(data) ? [] : [wrongTypeAt('data', 'fields', data)]),
      ...read.issues,
    ];
    if (issues.length > 0 || !('upsert' in read)) throw badInput(reason('issues.three'), issues);
    const operation: ManyOperation = {
      ...bare,
      isDraft,
      upsert: read.upsert,
      data: isJsonObject(data) ? data : {},
    };
    return onceOnly(
      request,
      service,
      { descriptor, route: `${descriptor.slug}/upsert`, sent: [isDraft, body] },
      async (once) => {
        const writes = {
          documents: [],
          names: [read.upsert.key.lock],
          returns: 'document',
          isTrial: false,
          deadline: deadlineIn(service.requestTimeout),
        } as const;
        return service.operations.together(writes, async (joined) => {
          const done = await performOperation(joined, operation, { request, service, context, access, once });
          const { status, id, revision, json = '' } = done;
          return { result: { status, document: { id, revision: revision ?? 0, json } } };
        });
      },
      (document, status) =>
        status === 201 ? createdReply(document, descriptor.slug, request) : documentReply(document),
    );
  };
}
