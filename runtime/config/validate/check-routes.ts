/** Checks the routes of a config: each by itself, and their paths against all others. */
import * as serviceRoutes from '../../codegen/routes/service-routes.js';
import { atLeastOf } from '../roles.js';
import { foldersOption, foldersSlug } from '../upload-folders.js';
import { accessRule } from './access-rule.js';
import { rateLimit } from './check-auth.js';
import {
  type Check,
  callback,
  checkOptions,
  isPlainObject,
  must,
  oneOf,
  type PlainObject,
  words,
} from './checks.js';
import { inside, named, type Place, type Problems } from './problem.js';
import { quoted, showValue } from './show-value.js';

interface RouteChecks {
  readonly roles: readonly string[];
  readonly problems: Problems;
}

/** A route that is an object, with its position. */
interface FoundRoute {
  readonly route: PlainObject;
  readonly place: Place;
}

const id: Check = must(
  'a name in camelCase that is no "then", such as articleStats',
  (value) => typeof value === 'string' && /^[a-z][a-zA-Z0-9]{0,59}$/.test(value) && value !== 'then',
);

const path: Check = (value, place, problems) => {
  if (typeof value !== 'string' || !/^(?:\/(?:[\w.~-]+|:[a-zA-Z]\w*))+$/.test(value)) {
    problems.add(place, `must be a path below /api, such as /stats/:year, not ${showValue(value)}`);
    return;
  }
  const names = paramsOf(value);
  const repeated = names.find((name, position) => names.indexOf(name) < position);
  if (repeated !== undefined) problems.add(place, `has the parameter :${repeated} twice`);
};

const schema: Check = must(
  'a schema of zod 4, such as z.object({ ... })',
  (value) => typeof value === 'object' && value !== null && '_zod' in value,
);

/** Their keys are the names of parameters. */
const objectSchema: Check = must('a schema of zod 4 made by z.object', (value) => shapeOf(value) !== null);

const access: Check = (value, place, problems) => {
  if (value !== 'public') accessRule(value, place, problems);
};

const responses: Check = (value, place, problems) => {
  if (!isPlainObject(value)) {
    problems.add(place, `must be an object of schemas by status, not ${showValue(value)}`);
    return;
  }
  for (const [status, each] of Object.entries(value)) {
    if (/^2\d\d$/.test(status)) schema(each, inside(place, status), problems);
    else problems.add(inside(place, status), 'must be a status from 200 to 299: refuse by throwing an error');
  }
};

const rules = {
  noun: 'a route',
  required: ['id', 'method', 'path', 'handler'],
  options: {
    id,
    method: oneOf(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    path,
    summary: words,
    description: words,
    params: objectSchema,
    query: objectSchema,
    body: schema,
    response: schema,
    responses,
    access,
    rateLimit,
    handler: callback,
  },
} as const;

export function checkRoutes(config: PlainObject, { roles, problems }: RouteChecks): void {
  const { routes } = config;
  if (routes === undefined) return;
  const list = inside({ keys: [], path: '', subject: null }, 'routes');
  if (!Array.isArray(routes)) {
    problems.add(list, `must be a list, not ${showValue(routes)}`);
    return;
  }
  const found = Array.from<unknown>(routes).flatMap((route, position): FoundRoute[] => {
    if (isPlainObject(route)) return [{ route, place: placeOf(list, position, route) }];
    problems.add(inside(list, position), `must be an object made by defineRoute, not ${showValue(route)}`);
    return [];
  });
  for (const { route, place } of found) {
    checkRoute(route, place, { roles, problems });
    if (route['rateLimit'] !== undefined && config['auth'] === undefined)
      problems.add(inside(place, 'rateLimit'), 'needs auth, whose session store counts requests');
  }
  checkPaths(found, config, problems);
}

function placeOf(list: Place, position: number, { id: name }: PlainObject): Place {
  return named(list, position, typeof name === 'string' ? name : null, null);
}

function checkRoute(route: PlainObject, place: Place, { roles, problems }: RouteChecks): void {
  checkOptions(route, rules, place, problems);
  const { method, body, params, path: own, response, responses: byStatus } = route;
  if (body !== undefined && (method === 'GET' || method === 'DELETE'))
    problems.add(inside(place, 'body'), `is not read by ${method}: use query, or POST, PUT or PATCH`);
  if (response !== undefined && byStatus !== undefined)
    problems.add(inside(place, 'responses'), 'and response exclude each other: give one of them');
  checkParams(params, own, inside(place, 'params'), problems);
  checkRoleList(route['access'], inside(place, 'access'), { roles, problems });
}

/** The keys of the schema are exactly the parameters of the path. */
function checkParams(params: unknown, own: unknown, place: Place, problems: Problems): void {
  const shape = shapeOf(params);
  if (shape === null || typeof own !== 'string') return;
  const inPath = paramsOf(own);
  for (const name of inPath.filter((each) => !Object.hasOwn(shape, each)))
    problems.add(place, `needs ${quoted(name)}, a parameter of the path ${own}`);
  for (const name of Object.keys(shape).filter((each) => !inPath.includes(each)))
    problems.add(inside(place, name), `is no parameter of the path ${own}`);
}

function checkRoleList(list: unknown, place: Place, { roles, problems }: RouteChecks): void {
  if (!Array.isArray(list)) return;
  const isRole = oneOf(roles);
  const least = atLeastOf(list);
  if (least !== null) isRole(least, place, problems);
  else for (const [position, role] of list.entries()) isRole(role, inside(place, position), problems);
}

function checkPaths(found: readonly FoundRoute[], config: PlainObject, problems: Problems): void {
  const slugs = slugsOf(config['collections']);
  const ids = new Map<unknown, number>();
  const taken = new Map<string, unknown>();
  const segments = new Map<string, { readonly name: string; readonly id: unknown }>();
  if (found.length > 0 && slugs.has('routes'))
    problems.add(
      inside({ keys: [], path: '', subject: null }, 'routes'),
      'cannot be given beside the collection "routes": both would be client.routes of the SDK',
    );
  for (const [position, { route, place }] of found.entries()) {
    if (ids.has(route['id'])) problems.add(inside(place, 'id'), `repeats ${showValue(route['id'])}`);
    ids.set(route['id'], position);
    if (typeof route['path'] !== 'string') continue;
    const at = inside(place, 'path');
    checkFirstSegment(route['path'], slugs, at, problems);
    checkSegments(route, segments, at, problems);
    const key = `${String(route['method'])} ${route['path'].replace(/:\w+/g, ':')}`;
    if (taken.has(key)) problems.add(at, `is also the path of the route ${showValue(taken.get(key))}`);
    taken.set(key, route['id']);
  }
}

/** First segments below /api that routes of the service begin with. */
const ownSegments: ReadonlySet<string> = new Set([
  'globals',
  'users',
  ...Object.values(serviceRoutes)
    .flatMap((table) => Object.values(table))
    .flatMap(({ path: own }) => (own.startsWith('/api/') ? [own.split('/')[2] ?? ''] : [])),
]);

/** So that no path of today or of a later version is hidden by another one. */
function checkFirstSegment(own: string, slugs: ReadonlySet<string>, place: Place, problems: Problems): void {
  const [, first = ''] = own.split('/');
  if (first.startsWith(':')) problems.add(place, `must not begin with a parameter: ${own} would be any path`);
  else if (first === 'api')
    problems.add(place, 'is below /api already: leave that out', own.slice('/api'.length));
  else if (slugs.has(first))
    problems.add(
      place,
      `${quoted(own)} is below the path of the collection ${quoted(first)}: begin it otherwise`,
    );
  else if (ownSegments.has(first))
    problems.add(
      place,
      `${quoted(own)} is below /api/${first}, a path of the service itself: begin it otherwise`,
    );
}

/** Two names for one segment could not be told apart in the routing table. */
function checkSegments(
  { path: own, id: owner }: PlainObject,
  known: Map<string, { readonly name: string; readonly id: unknown }>,
  place: Place,
  problems: Problems,
): void {
  let above = '';
  for (const segment of String(own).slice(1).split('/')) {
    if (segment.startsWith(':')) {
      const other = known.get(above);
      if (other !== undefined && other.name !== segment)
        problems.add(
          place,
          `names a segment ${segment} that the route ${showValue(other.id)} names ${other.name}`,
        );
      else known.set(above, { name: segment, id: owner });
    }
    above += segment.startsWith(':') ? '/:' : `/${segment}`;
  }
}

function slugsOf(collections: unknown): ReadonlySet<string> {
  const list: readonly unknown[] = Array.isArray(collections) ? collections : [];
  return new Set(
    list.flatMap((each) => {
      if (!isPlainObject(each)) return [];
      const slug = String(each['slug']);
      return foldersOption(each['upload']) === null ? [slug] : [slug, foldersSlug(slug)];
    }),
  );
}

function paramsOf(own: string): readonly string[] {
  return [...own.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
}

/** The properties of an object schema; null for every other value. */
function shapeOf(value: unknown): object | null {
  if (!isPlainObject(value) || !isPlainObject(value['_zod'])) return null;
  const { def } = value['_zod'];
  if (!isPlainObject(def) || def['type'] !== 'object' || !isPlainObject(def['shape'])) return null;
  return def['shape'];
}
