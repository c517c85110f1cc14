import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { parseAggregateBody } from '../../query/parse/aggregate-body.js';
import type { Reply, RouteHandler } from '../api.js';
import { requireObject } from '../body/json-object.js';
import { refuseParameters } from '../routing/no-parameters.js';
import { admitRead } from './document-admission.js';
import { readGroups } from './document-reads.js';
import { refuseDrafts } from './draft-readers.js';

/** `POST /api/{slug}/aggregate`: groups of documents and their numbers. It reads, although it has a body. */
export function aggregateDocuments(descriptor: CollectionDescriptor): RouteHandler {
  return async function aggregate(request, service): Promise<Reply> {
    const access = await admitRead(request, service, descriptor);
    refuseParameters(request.search);
    const body = requireObject(await request.body());
    refuseDrafts({ draft: body['draft'] === true }, access);
    const plan = parseAggregateBody(body, {
      collection: descriptor,
      scope: service.scope,
      hidden: access?.fields.hidden,
    });
    return { status: 200, body: JSON.stringify(await readGroups(request, service, plan)) };
  };
}
