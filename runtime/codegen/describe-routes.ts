import { ranksOf } from '../config/roles.js';
import type { RouteConfig } from '../config/route-config.js';
import type { ServiceConfig } from '../config/service-config.js';
import { namesForAccess } from './describe-access.js';
import type { RouteDescriptor } from './descriptors.js';
import { markOfSchemas } from './route-schemas-mark.js';

/** Describes the routes of a config, in its order. */
export function describeRoutes({ routes = [], auth }: ServiceConfig): readonly RouteDescriptor[] {
  const names = auth === undefined ? null : namesForAccess(ranksOf(auth.roles));
  return routes.map((route) => {
    const { id, method, path, access } = route;
    const schemas = markOfSchemas(route);
    return {
      id,
      method,
      path: `/api${path}`,
      ...(schemas !== null && { schemas }),
      ...(names && { access: accessOf(access, names) }),
    };
  });
}

/** What a handler returns is in no rule of a collection, so reading is not open unless the route says so. */
function accessOf(
  access: RouteConfig['access'],
  names: ReturnType<typeof namesForAccess>,
): NonNullable<RouteDescriptor['access']> {
  if (access === undefined) return names.writers;
  if (access === 'public') return 'anyone';
  return typeof access === 'function' ? 'callback' : names.resolve(access);
}
