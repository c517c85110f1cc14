/** Reads of the trash: loaded with the first one. */
import type { CollectionDescriptor } from '../../../codegen/descriptors.js';
import { reason } from '../../../errors/reasons/reason.js';
import { badInputAt } from '../../../errors/service-error.js';
import { echo } from '../../../fields/input-issue.js';
import { parseQueryString } from '../../../query/parse/query-string.js';
import { parseTrashQuery, refuseOtherTrash } from '../../../query/parse/trash-query.js';
import type { ApiRequest, Reply, Service } from '../../api.js';
import { documentIdOf } from '../addressed-document.js';
import { documentReply } from '../reply.js';
import { admitTrash, trashOf } from './admit-trash.js';

/** `GET /api/{slug}?trash=only`: a page of deleted documents. */
export async function listTrashed(
  request: ApiRequest,
  service: Service,
  descriptor: CollectionDescriptor,
): Promise<Reply> {
  const access = await admitTrash(request, service, { descriptor, rights: ['delete'] });
  const decision = await access?.read(descriptor);
  const plan = parseTrashQuery(request.search, {
    ...{ collection: descriptor, scope: service.scope, hidden: access?.fields.hidden },
    isUnread: decision?.allowed === false,
  });
  const { json } = await trashOf(service, descriptor).list(plan, request.context);
  return { status: 200, body: json };
}

/** `GET /api/{slug}/:id?trash=only`: a deleted document. */
export async function readTrashed(
  request: ApiRequest,
  service: Service,
  descriptor: CollectionDescriptor,
): Promise<Reply> {
  await admitTrash(request, service, { descriptor, rights: ['delete'] });
  const id = documentIdOf(request, descriptor);
  const parameters = parseQueryString(request.search);
  for (const name of parameters.keys()) {
    if (name !== 'trash') throw badInputAt(echo(name), reason('parameter.unknown', {}));
  }
  refuseOtherTrash(parameters.get('trash'));
  return documentReply(await trashOf(service, descriptor).read(id, request.context));
}
