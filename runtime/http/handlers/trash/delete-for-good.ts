import type { CollectionDescriptor } from '../../../codegen/descriptors.js';
import type { Once } from '../../../documents/idempotency/once.js';
import { reason } from '../../../errors/reasons/reason.js';
import { badInputAt } from '../../../errors/service-error.js';
import { echo, gotOf, inputIssue } from '../../../fields/input-issue.js';
import { parseQueryString } from '../../../query/parse/query-string.js';
import type { ApiRequest, Reply, Service } from '../../api.js';
import { collectionOf, documentIdOf } from '../addressed-document.js';
import { deletedReply } from '../reply.js';
import { expectedByHeader, refuseDraft } from '../write-headers.js';
import { admitTrash } from './admit-trash.js';
import { deletionEffects } from './deletion-effects.js';
import { endOfDeletion } from './permanent.js';

/**
 * `DELETE /api/{slug}/:id?permanent=true`: deletes a document for good, wherever it is. With `false` it is
 * moved to the trash.
 */
export async function deleteForGood(
  request: ApiRequest,
  service: Service,
  { descriptor, once }: { readonly descriptor: CollectionDescriptor; readonly once: Once | undefined },
): Promise<Reply> {
  const end = endOfDeletion(descriptor, request.search);
  const rights = end === 'gone' ? (['delete', 'purge'] as const) : (['delete'] as const);
  const access = await admitTrash(request, service, { descriptor, rights });
  const isPermanent = readFlag(request.search);
  refuseDraft(request.header('x-draft'), descriptor);
  const id = documentIdOf(request, descriptor);
  const expected = expectedByHeader(request.header('if-match'));
  const effectsFor = deletionEffects(request, service, access);
  const intent = { kind: 'delete', id, expected, isPermanent, effectsFor, ...(once && { once }) } as const;
  await collectionOf(service, descriptor).delete(intent, request.context);
  return deletedReply(id, descriptor.slug, end);
}

function readFlag(search: string): boolean {
  const parameters = parseQueryString(search);
  for (const name of parameters.keys()) {
    if (name !== 'permanent') throw badInputAt(echo(name), reason('parameter.unknown', {}));
  }
  const value = parameters.get('permanent');
  if (value === 'true' || value === 'false') return value === 'true';
  throw inputIssue('permanent', reason('input.notAllowed', { values: ['true', 'false'], got: gotOf(value) }));
}
