import type { OperationObject, ParameterObject, PathItemObject, ReferenceObject } from 'openapi3-ts/oas31';
import type { Method } from '../../../runtime/codegen/routes/route.js';
import type { Context } from './context.js';

/** What the paths of a document need to know besides the document. */
export interface PathOptions {
  readonly tag: string;
  readonly takeId: (wanted: string) => string;
}

export type Paths = Readonly<Record<string, PathItemObject>>;

/** Makes the operation of a route of a document. */
export type MakeOperation<Document> = (
  document: Document,
  options: PathOptions,
  context: Context,
) => OperationObject;

/** A route with its operation. */
export interface RouteOperation {
  readonly method: Method;
  /** `/api/posts/:id` */
  readonly path: string;
  /** Parameters of the path, for all its methods. */
  readonly parameters: readonly (ParameterObject | ReferenceObject)[];
  readonly operation: OperationObject;
}

/** Joins the operations of each path, in the order of the routes. */
export function pathsOf(routes: readonly RouteOperation[]): Paths {
  const paths: Record<string, PathItemObject> = {};
  for (const { method, path, parameters, operation } of routes) {
    const name = path.replaceAll(/:(\w+)/g, '{$1}');
    const item = paths[name] ?? { parameters: [...parameters] };
    paths[name] = { ...item, [method.toLowerCase()]: operation };
  }
  return paths;
}
