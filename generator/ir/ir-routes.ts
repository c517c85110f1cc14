import type { RouteDescriptor } from '../../runtime/codegen/descriptors.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import type { RouteJsonSchemas } from '../load/route-schemas.js';
import type { IrRoute } from './ir.js';

/** The routes of a config with their schemas. */
export function irRoutes(
  { routes = [] }: ServiceConfig,
  descriptors: readonly RouteDescriptor[],
  schemas: readonly RouteJsonSchemas[],
): readonly IrRoute[] {
  return descriptors.flatMap((descriptor, position) => {
    const [route, own] = [routes[position], schemas[position]];
    if (route === undefined || own === undefined) return [];
    return [
      {
        descriptor,
        summary: route.summary ?? sentence(descriptor.id),
        description: route.description ?? null,
        pathParams: [...descriptor.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name),
        ...own,
      },
    ];
  });
}

/** `articleStats` → `Article stats`. */
function sentence(id: string): string {
  const words = id.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
