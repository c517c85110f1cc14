import type { AuthDescriptor } from '../../../../runtime/codegen/descriptors.js';
import { routeIds, type ServiceRoute } from '../../../../runtime/codegen/routes/route.js';
import * as routes from '../../../../runtime/codegen/routes/service-routes.js';
import type { Context } from '../context.js';
import { sharedParameter } from '../parameters.js';
import { type PathOptions, type Paths, pathsOf, type RouteOperation } from '../paths.js';
import {
  emailChangeEndpoints,
  loginEndpoints,
  passwordEndpoints,
  registrationEndpoints,
  verificationEndpoints,
} from './account-endpoints.js';
import { authOperation, type Endpoint } from './auth-operation.js';
import { createAuthSchemas } from './auth-schemas.js';
import { inviteEndpoints, magicLinkEndpoints } from './link-endpoints.js';
import {
  accountControlEndpoints,
  apiKeyEndpoints,
  auditEndpoints,
  sessionEndpoints,
  settingsEndpoints,
} from './session-endpoints.js';
import { sharedParts } from './shared-parts.js';

/** Tags of the routes of authentication. */
export interface AuthTags {
  readonly auth: string;
  readonly users: string;
  readonly system: string;
}

export interface AuthPathOptions {
  readonly tags: AuthTags;
  readonly takeId: PathOptions['takeId'];
}

/** `/api/auth`, and what it adds to `/api/users` and `/api/globals`: only what the config enables. */
export function authPaths(auth: AuthDescriptor, { tags, takeId }: AuthPathOptions, context: Context): Paths {
  const schemas = createAuthSchemas(context, auth);
  const shared = sharedParts(context);
  const parameters = [sharedParameter('requestId', context)];

  function operations<Id extends string>(
    tag: string,
    table: Readonly<Record<Id, ServiceRoute>>,
    endpoints: Readonly<Record<Id, Endpoint>>,
  ): readonly RouteOperation[] {
    return routeIds(table).map((id) => {
      const { method, path, guard } = table[id];
      const route = { id, guard, endpoint: endpoints[id] };
      return { method, path, parameters, operation: authOperation(route, { tag, takeId }, context) };
    });
  }

  return pathsOf([
    ...operations(tags.auth, routes.registrationRoutes, registrationEndpoints(schemas)),
    ...operations(tags.auth, routes.loginRoutes, loginEndpoints(auth, schemas)),
    ...operations(tags.auth, routes.passwordRoutes, passwordEndpoints(schemas)),
    ...operations(tags.auth, routes.emailChangeRoutes, emailChangeEndpoints(schemas)),
    ...operations(tags.auth, routes.verificationRoutes, verificationEndpoints(schemas)),
    ...(auth.magicLink ? operations(tags.auth, routes.magicLinkRoutes, magicLinkEndpoints(schemas)) : []),
    ...operations(tags.auth, routes.sessionRoutes, sessionEndpoints(schemas, shared)),
    ...(auth.invites ? operations(tags.auth, routes.inviteRoutes, inviteEndpoints(schemas, shared)) : []),
    ...operations(tags.auth, routes.apiKeyRoutes, apiKeyEndpoints(schemas, shared)),
    ...operations(tags.auth, routes.auditRoutes, auditEndpoints(schemas, shared)),
    ...operations(tags.users, routes.accountControlRoutes, accountControlEndpoints(schemas, shared)),
    ...operations(tags.system, routes.settingsRoutes, settingsEndpoints(schemas)),
  ]);
}
