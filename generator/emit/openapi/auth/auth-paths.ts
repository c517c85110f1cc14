import type { PathItemObject } from 'openapi3-ts/oas31';
import type { AuthDescriptor } from '../../../../runtime/codegen/descriptors.js';
import type { Context } from '../context.js';
import { sharedParameter } from '../parameters.js';
import type { PathOptions, Paths } from '../paths.js';
import { accountEndpoints } from './account-endpoints.js';
import { authOperation, type Endpoint } from './auth-operation.js';
import { createAuthSchemas } from './auth-schemas.js';
import { inviteEndpoints, magicLinkEndpoints } from './link-endpoints.js';
import {
  accountControlEndpoints,
  apiKeyEndpoints,
  auditEndpoint,
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
  const tagged = (tag: string, endpoints: readonly Endpoint[]): readonly (readonly [string, Endpoint])[] =>
    endpoints.map((endpoint) => [tag, endpoint]);
  const paths: Record<string, PathItemObject> = {};
  for (const [tag, endpoint] of [
    ...tagged(tags.auth, [
      ...accountEndpoints(auth, schemas),
      ...(auth.magicLink ? magicLinkEndpoints(schemas) : []),
      ...sessionEndpoints(schemas, shared),
      ...(auth.invites ? inviteEndpoints(schemas, shared) : []),
      ...apiKeyEndpoints(schemas, shared),
      auditEndpoint(schemas, shared),
    ]),
    ...tagged(tags.users, accountControlEndpoints(schemas, shared)),
    ...tagged(tags.system, settingsEndpoints(schemas)),
  ]) {
    const { path, method } = endpoint;
    const before = paths[path] ?? { parameters: [sharedParameter('requestId', context)] };
    paths[path] = { ...before, [method]: authOperation(endpoint, { tag, takeId }, context) };
  }
  return paths;
}
