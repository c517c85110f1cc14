import { reason } from '../../errors/reasons/reason.js';
import { badInput } from '../../errors/service-error.js';
import type { RouteHandler, Routes } from '../api.js';

/** A path pattern of the service and its handlers. */
export interface Route {
  /** `/api/posts/:id` */
  readonly pattern: string;
  /** Whether its paths contain names of files, which are not logged: they may be private. */
  readonly namesFiles: boolean;
  /** By method, including `HEAD`. */
  readonly handlers: ReadonlyMap<string, RouteHandler>;
  /** For the `Allow` header, including `HEAD` and `OPTIONS`. */
  readonly allow: readonly string[];
  /** Names and values in turn, of every response; empty for most routes. */
  readonly headers: readonly string[];
  /** Further headers of the response to `OPTIONS`. */
  readonly optionsHeaders: Readonly<Record<string, string>>;
  /** Whether handlers need the store; the others also run before it is open. */
  readonly needsStore: boolean;
}

export interface RouteMatch {
  readonly route: Route;
  /** Percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
}

interface Node {
  readonly statics: Map<string, Node>;
  parameter: { readonly name: string; readonly node: Node } | null;
  route: Route | null;
  /** The route for every path below that no other route matches. */
  rest: Route | null;
}

const noParams: Readonly<Record<string, string>> = Object.freeze({});

/**
 * Builds a tree of path segments from routes, so that a lookup costs the same for any number of collections.
 * A fixed segment wins over a parameter, and both over `*rest`, which comes last and matches all remaining
 * segments. Paths are compared exactly: case counts, and neither a doubled nor a trailing slash is accepted,
 * since `/api/posts/` is more often `/api/posts/<forgotten id>` than `/api/posts`.
 */
export function createRoutingTable(
  routes: Routes,
  besideTheStore: Routes = {},
): (path: string) => RouteMatch | null {
  const root = emptyNode();
  for (const [pattern, handlers] of Object.entries(routes))
    insert(root, createRoute(pattern, handlers, true));
  for (const [pattern, handlers] of Object.entries(besideTheStore))
    insert(root, createRoute(pattern, handlers, false));

  return function findRoute(path: string): RouteMatch | null {
    if (!path.startsWith('/')) return null;
    const values: Record<string, string> = {};
    const route = find(root, path, 1, values);
    if (!route) return null;
    return { route, params: route.pattern.includes(':') ? values : noParams };
  };
}

function createRoute(pattern: string, handlers: Routes[string], needsStore: boolean): Route {
  const byMethod = handlersByMethod(handlers);
  return {
    pattern,
    namesFiles: pattern.endsWith('/file/:fileId/:filename'),
    handlers: byMethod,
    allow: [...byMethod.keys(), 'OPTIONS'],
    headers: headersOf(handlers),
    optionsHeaders: Object.assign(
      {},
      ...Object.values(handlers).map((handler) => handler.optionsHeaders),
    ) as Readonly<Record<string, string>>,
    needsStore,
  };
}

function headersOf(handlers: Routes[string]): readonly string[] {
  const all = new Map(
    Object.values(handlers).flatMap(({ routeHeaders = {} }) => Object.entries(routeHeaders)),
  );
  return [...all].flat();
}

function insert(root: Node, route: Route): void {
  let node = root;
  for (const segment of route.pattern.slice(1).split('/')) {
    if (segment.startsWith('*')) {
      if (node.rest) throw new Error(`Two routes have the path ${route.pattern}.`);
      node.rest = route;
      return;
    }
    node = segment.startsWith(':') ? parameterChild(node, segment.slice(1)) : staticChild(node, segment);
  }
  if (node.route) throw new Error(`Two routes have the path ${route.pattern}.`);
  node.route = route;
}

function staticChild(node: Node, segment: string): Node {
  const known = node.statics.get(segment);
  if (known) return known;
  const child = emptyNode();
  node.statics.set(segment, child);
  return child;
}

function parameterChild(node: Node, name: string): Node {
  if (node.parameter?.name === name) return node.parameter.node;
  if (node.parameter)
    throw new Error(`Routes name one path segment both :${node.parameter.name} and :${name}.`);
  const child = emptyNode();
  node.parameter = { name, node: child };
  return child;
}

function emptyNode(): Node {
  return { statics: new Map(), parameter: null, route: null, rest: null };
}

/** `HEAD` runs what `GET` runs (docs/spec/contract.md#head); its body is dropped on the way out. */
function handlersByMethod(handlers: Routes[string]): ReadonlyMap<string, RouteHandler> {
  return new Map(
    Object.entries(handlers).flatMap(([method, handler]) =>
      method === 'GET'
        ? [
            [method, handler],
            ['HEAD', handler],
          ]
        : [[method, handler]],
    ),
  );
}

function find(node: Node, path: string, from: number, values: Record<string, string>): Route | null {
  const slash = path.indexOf('/', from);
  const segment = decodeSegment(slash === -1 ? path.slice(from) : path.slice(from, slash));

  const fixed = node.statics.get(segment);
  const found = fixed ? descend(fixed, path, slash, values) : null;
  if (found) return found;
  if (!node.parameter || segment === '') return node.rest;

  values[node.parameter.name] = segment;
  return descend(node.parameter.node, path, slash, values) ?? node.rest;
}

function descend(node: Node, path: string, slash: number, values: Record<string, string>): Route | null {
  return slash === -1 ? node.route : find(node, path, slash + 1, values);
}

function decodeSegment(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    throw badInput(reason('route.badSegment', { segment }));
  }
}
