import { hasFieldAccess } from '../../../access/field-rights.js';
import type { CollectionDescriptor } from '../../../codegen/descriptors.js';
import { roleRanks } from '../../../config/roles.js';
import type { OperationContext } from '../../../documents/operation-context.js';
import { parseAggregateBody } from '../../../query/parse/aggregate-body.js';
import type { HiddenFields } from '../../../query/parse/hidden-fields.js';
import { parseListBody, parseListQuery } from '../../../query/parse/list-query.js';
import { parseReadQuery } from '../../../query/parse/read-query.js';
import type { Reply, RouteHandler } from '../../api.js';
import { requireObject } from '../../body/json-object.js';
import { collectionOf } from '../../handlers/addressed-document.js';
import { documentReply, readReply } from '../../handlers/reply.js';
import { refuseParameters } from '../../routing/no-parameters.js';
import { authOf } from '../../security/authorize.js';
import { admit } from './admit.js';
import { requireOver } from './manage-rule.js';
import { findTarget, targetId } from './user-target.js';

/** `GET /api/users`: a page of the users whom the requester may see. */
export function listUsers(descriptor: CollectionDescriptor): RouteHandler {
  return async function list(request, service): Promise<Reply> {
    const { context } = await admit(request, service, descriptor, 'read');
    const plan = parseListQuery(request.search, {
      collection: descriptor,
      scope: service.scope,
      hidden: hiddenIn(context),
    });
    const { json } = await collectionOf(service, descriptor).list(plan, context);
    return { status: 200, body: json };
  };
}

/** `POST /api/users/query`: the same, with its parameters in a JSON body. */
export function queryUsers(descriptor: CollectionDescriptor): RouteHandler {
  return async function query(request, service): Promise<Reply> {
    const { context } = await admit(request, service, descriptor, 'read');
    refuseParameters(request.search);
    const plan = parseListBody(requireObject(await request.body()), {
      collection: descriptor,
      scope: service.scope,
      hidden: hiddenIn(context),
    });
    const { json } = await collectionOf(service, descriptor).list(plan, context);
    return { status: 200, body: json };
  };
}

/** `POST /api/users/aggregate`: groups of the users whom the requester may see, and their numbers. */
export function aggregateUsers(descriptor: CollectionDescriptor): RouteHandler {
  return async function aggregate(request, service): Promise<Reply> {
    const { context } = await admit(request, service, descriptor, 'read');
    refuseParameters(request.search);
    const plan = parseAggregateBody(requireObject(await request.body()), {
      collection: descriptor,
      scope: service.scope,
      hidden: hiddenIn(context),
    });
    const result = await collectionOf(service, descriptor).aggregate(plan, context);
    return { status: 200, body: JSON.stringify(result) };
  };
}

/** `GET /api/users/:id`: the requester's own record, or that of a user whom the rule of the list shows. */
export function readUser(descriptor: CollectionDescriptor): RouteHandler {
  const isPersonal = hasFieldAccess(descriptor.fields);

  return async function read(request, service): Promise<Reply> {
    const { requester, self, context } = await admit(request, service, descriptor, 'read');
    const auth = authOf(service);
    const target = await findTarget(auth, targetId(request));
    const plan = parseReadQuery(request.search, { document: descriptor, scope: service.scope });
    const document = await collectionOf(service, descriptor)
      .read(target.id, plan, context)
      .catch((error: unknown) => {
        // The existence of users of a higher rank is no secret to an administrator, and 403 gives the reason.
        if (!self && requester.rank >= roleRanks.admin) requireOver(requester, target.role, auth.roles);
        throw error;
      });
    return isPersonal ? documentReply(document) : readReply(document, plan, request, service);
  };
}

/** Filters and sorts must not reveal fields that the requester may not read. */
function hiddenIn({ access }: OperationContext): HiddenFields | undefined {
  return access?.fields.hidden;
}
