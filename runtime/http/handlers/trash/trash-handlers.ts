import type { CollectionDescriptor } from '../../../codegen/descriptors.js';
import type { Validator } from '../../../documents/operation.js';
import type { RestoredDocument } from '../../../documents/trash/restore-trashed.js';
import { noteValidators } from '../../../documents/trash/trash-validators.js';
import { reason } from '../../../errors/reasons/reason.js';
import { badInputAt } from '../../../errors/service-error.js';
import { echo, wrongType } from '../../../fields/input-issue.js';
import { isJsonObject, type JsonObject } from '../../../util/json.js';
import { nearTo } from '../../../util/near-miss.js';
import type { Reply, RouteHandler } from '../../api.js';
import { requireObject } from '../../body/json-object.js';
import { refuseParameters } from '../../routing/no-parameters.js';
import { documentIdOf } from '../addressed-document.js';
import { onceOnly } from '../idempotent-write.js';
import { documentReply } from '../reply.js';
import { expectedByHeader } from '../write-headers.js';
import { admitTrash, trashOf } from './admit-trash.js';
import { deletionEffects } from './deletion-effects.js';

/** Names what a restore could not bring back. */
const droppedHeader = 'X-Svc-Dropped';

/** Names documents that were deleted along with it and cannot return yet. */
const leftHeader = 'X-Svc-Left';
const leftCountHeader = 'X-Svc-Left-Count';

/** Max characters of the header; a document can have more paths than a proxy lets pass. */
const maxHeader = 4_000;

/** `POST /api/{slug}/:id/restore`: brings a document back from the trash. Its body is optional. */
export function restoreDocument(
  descriptor: CollectionDescriptor,
  validator: Validator,
  draftValidator?: Validator,
): RouteHandler {
  noteValidators(descriptor, { published: validator, draft: draftValidator });
  return async function restore(request, service): Promise<Reply> {
    const access = await admitTrash(request, service, { descriptor, rights: ['delete'] });
    refuseParameters(request.search);
    const id = documentIdOf(request, descriptor);
    const expected = expectedByHeader(request.header('if-match'));
    const body = requireObject(await request.optionalBody());
    const values = valuesOf(body);
    const effectsFor = deletionEffects(request, service, access);
    const intent = { id, expected, values, effectsFor };
    let headers: Readonly<Record<string, string>> = {};
    const reply = await onceOnly(
      request,
      service,
      {
        descriptor,
        route: `POST ${request.path}`,
        sent: [request.header('if-match') ?? null, body],
      },
      async (once) => {
        const keyed = once === null ? intent : { ...intent, once };
        const document = await trashOf(service, descriptor).restore(keyed, request.context);
        headers = headersOf(document);
        return { status: 200, document };
      },
      documentReply,
    );
    return { ...reply, headers: { ...reply.headers, ...headers } };
  };
}

function headersOf({ dropped, left }: RestoredDocument): Readonly<Record<string, string>> {
  return {
    ...(dropped.length > 0 && { [droppedHeader]: listed(dropped.map(encodeURI)) }),
    ...(left.count > 0 && {
      [leftHeader]: left.named.map(({ collection, id }) => `${collection}/${id}`).join(', '),
      [leftCountHeader]: String(left.count),
    }),
  };
}

/** As many as a header takes, each of them whole. */
function listed(names: readonly string[]): string {
  let text = names[0]?.slice(0, maxHeader) ?? '';
  for (const name of names.slice(1)) {
    if (text.length + name.length + 2 > maxHeader) break;
    text += `, ${name}`;
  }
  return text;
}

function valuesOf(body: JsonObject): JsonObject {
  for (const name of Object.keys(body)) {
    if (name !== 'values') throw badInputAt(echo(name), reason('property.unknown', nearTo(name, ['values'])));
  }
  const { values = {} } = body;
  if (isJsonObject(values)) return values;
  throw wrongType('values', 'object', values);
}

/** `POST /api/{slug}/trash/empty`: deletes documents in the trash for good. A body is not read. */
export function emptyTrash(descriptor: CollectionDescriptor): RouteHandler {
  return async function empty(request, service): Promise<Reply> {
    const access = await admitTrash(request, service, { descriptor, rights: ['delete', 'purge'] });
    refuseParameters(request.search);
    const effectsFor = deletionEffects(request, service, access);
    const { purged, left } = await trashOf(service, descriptor).empty({ effectsFor }, request.context);
    return { status: 200, body: JSON.stringify({ purged, left }) };
  };
}
