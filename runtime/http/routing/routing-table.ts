import { reason } from '../../errors/reasons/reason.js';
import { badInput } from '../../errors/service-error.js';
import type { RouteHandler, Routes } from '../api.js';

/** A path pattern of the service and its handlers. */
export interface Route {
  /** `/api/posts/:id` */
  readonly pattern: string;
  /** Names of its parameters, in their order. */
  readonly names: readonly string[];
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
  /** For any segment. Each route below has its own name for it. */
  parameter: Node | null;
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
    const values: string[] = [];
    const route = find(root, path, { from: 1, values, count: 0 });
    return route && { route, params: paramsOf(route, values) };
  };
}

function paramsOf({ names }: Route, values: readonly string[]): Readonly<Record<string, string>> {
  if (names.length === 0) return noParams;
  const params: Record<string, string> = {};
  for (const [position, name] of names.entries()) params[name] = values[position] ?? '';
  return params;
}

function createRoute(pattern: string, handlers: Routes[string], needsStore: boolean): Route {
  const byMethod = handlersByMethod(handlers);
  return {
    pattern,
    names: [...pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => name),
    namesFiles: /\/file\/:fileId\/(?:.*\/)?:filename$/.test(pattern),
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
    node = segment.startsWith(':') ? parameterChild(node) : staticChild(node, segment);
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

function parameterChild(node: Node): Node {
  node.parameter ??= emptyNode();
  return node.parameter;
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

/** A position in a path. */
interface Position {
  readonly from: number;
  /** Of the parameters before it; what follows `count` is of an attempt that failed. */
  readonly values: string[];
  readonly count: number;
}

function find(node: Node, path: string, { from, values, count }: Position): Route | null {
  const slash = path.indexOf('/', from);
  const segment = decodeSegment(slash === -1 ? path.slice(from) : path.slice(from, slash));

  const fixed = node.statics.get(segment);
  const found = fixed ? descend(fixed, path, { from: slash + 1, values, count }) : null;
  if (found) return found;
  if (!node.parameter || segment === '') return node.rest;

  values[count] = segment;
  return descend(node.parameter, path, { from: slash + 1, values, count: count + 1 }) ?? node.rest;
}

/** A path without another slash ends here: then `from` is 0. */
function descend(node: Node, path: string, position: Position): Route | null {
  return position.from === 0 ? node.route : find(node, path, position);
}

function decodeSegment(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    throw badInput(reason('route.badSegment', { segment }));
  }
}
