import { routeIds, type ServiceRoute } from '../../codegen/routes/route.js';
import type { RouteHandler, Routes } from '../api.js';

/** Joins a table of routes with the handler of each. */
export function withHandlers<Id extends string>(
  table: Readonly<Record<Id, ServiceRoute>>,
  handlers: Readonly<Record<Id, RouteHandler>>,
): Routes {
  const routes: Record<string, Routes[string]> = {};
  for (const id of routeIds(table)) {
    const { method, path } = table[id];
    routes[path] = { ...routes[path], [method]: handlers[id] };
  }
  return routes;
}
