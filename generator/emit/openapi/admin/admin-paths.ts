import type { OperationObject } from 'openapi3-ts/oas31';
import { routeIds } from '../../../../runtime/codegen/routes/route.js';
import {
  adminAccountRoutes,
  adminRoutes,
  previewRoutes,
} from '../../../../runtime/codegen/routes/service-routes.js';
import type { Context } from '../context.js';
import { answer, jsonBody, notModified, operation } from '../operation.js';
import { sharedParameter } from '../parameters.js';
import { type PathOptions, type Paths, pathsOf } from '../paths.js';
import { accountEndpoints } from './account-endpoints.js';
import type { AdminEndpoint, AdminEndpoints } from './admin-endpoint.js';
import { documentEndpoints } from './document-endpoints.js';
import { hasPreview } from './meta-features.js';
import { overviewEndpoints } from './overview-endpoints.js';
import { versionEndpoints } from './version-endpoints.js';

/** `/api/admin`: what the dashboard needs in addition to documents. Empty if the config has no dashboard. */
export function adminPaths(options: PathOptions, context: Context): Paths {
  if (context.ir.branding === null) return {};
  const described = endpoints(context);
  const parameters = [sharedParameter('requestId', context)];
  const ids = [
    ...routeIds(adminRoutes),
    ...(context.ir.contract.auth === undefined ? [] : routeIds(adminAccountRoutes)),
    ...(hasPreview(context) ? routeIds(previewRoutes) : []),
  ];
  return pathsOf(
    ids.map((id) => {
      const { method, path } = routes[id];
      return { method, path, parameters, operation: adminOperation(id, described[id], options, context) };
    }),
  );
}

const routes = { ...adminRoutes, ...adminAccountRoutes, ...previewRoutes };

function endpoints(context: Context): AdminEndpoints<keyof typeof routes> {
  return {
    ...overviewEndpoints,
    ...documentEndpoints(context),
    ...versionEndpoints(context),
    ...accountEndpoints(context),
  };
}

function adminOperation(
  id: keyof typeof routes,
  endpoint: AdminEndpoint,
  { tag, takeId }: PathOptions,
  context: Context,
): OperationObject {
  const {
    summary,
    description,
    parameters = [],
    answers,
    schema,
    tagged = false,
    body,
    errors = [],
  } = endpoint;
  return operation(
    {
      id: takeId(id),
      tag,
      summary,
      description,
      parameters: [...parameters, ...(tagged ? [sharedParameter('ifNoneMatch', context)] : [])],
      ...(body && { body: jsonBody(body(context), null) }),
      answers: {
        200: answer(
          { description: answers, schema: schema(context), ...(tagged && { headers: ['ETag'] }) },
          context,
        ),
        ...(tagged && { 304: notModified(context) }),
      },
      errors: ['BadUserInput', ...errors],
      guard: routes[id].guard,
    },
    context,
  );
}
