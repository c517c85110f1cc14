/** The requests of the requester: random, and the same in both worlds. */

import type { ServiceRoute } from '../../runtime/codegen/routes/route.js';
import { adminAccountRoutes, adminRoutes } from '../../runtime/codegen/routes/service-routes.js';
import type { FieldConfig } from '../../runtime/config/field-config.js';
import { fieldsOf } from '../../runtime/config/fields-of.js';
import type { JsonObject, JsonValue } from '../../runtime/util/json.js';
import type { Random } from '../fuzz/random.js';
import { randomBody, texts } from './documents.js';
import type { KnownDocuments } from './known-documents.js';
import type { Visibility } from './random-world.js';
import type { TwinRequest } from './twin.js';

export interface SessionParts {
  readonly random: Random;
  readonly collections: readonly [Visibility, ...Visibility[]];
  readonly global: Visibility;
  readonly known: KnownDocuments;
  /** Milliseconds. */
  readonly now: number;
}

/** A random request of the requester. */
export function randomRequest(parts: SessionParts): TwinRequest {
  const { random, collections, global, known } = parts;
  const collection = random.pick(collections);
  const path = `/api/${collection.slug}`;
  const roll = random.int(99);
  if (roll < 26) return listRequest(parts, collection);
  if (roll < 30) return { method: 'GET', path: '/api/users', query: listQuery(parts, userFields, 'users') };
  if (roll < 34) return serviceRequest(parts, collection);
  if (roll < 42) return createRequest(parts, collection);
  if (roll < 50) return manyRequest(parts, collection);
  if (roll < 58) return documentRequest(parts, global, '/api/globals/front');
  return documentRequest(parts, collection, `${path}/${known.any(collection.slug, random)}`);
}

const userFields: readonly FieldConfig[] = [
  { name: 'email', type: 'email' },
  { name: 'role', type: 'select', options: ['author', 'editor', 'admin'] },
  { name: 'motto', type: 'text' },
  { name: 'secret', type: 'text' },
];

function listRequest(parts: SessionParts, collection: Visibility): TwinRequest {
  const path = `/api/${collection.slug}`;
  const query = listQuery(parts, collection.fields, collection.slug);
  if (parts.random.chance(0.2)) return { method: 'POST', path: `${path}/query`, body: query };
  return { method: 'GET', path, query };
}

function listQuery(
  { random, known }: SessionParts,
  fields: readonly FieldConfig[],
  slug: string,
): Record<string, JsonValue> {
  const query: Record<string, JsonValue> = {};
  const maybe = (share: number, name: string, value: () => JsonValue): void => {
    if (random.chance(share)) query[name] = value();
  };
  maybe(0.55, 'where', () => randomFilter({ random, known }, fields, slug, 0));
  maybe(0.4, 'sort', () => randomSort(random, fields));
  maybe(0.4, 'depth', () => random.int(2));
  maybe(0.4, 'limit', () => random.pick([0, 1, 2, 5, 100]));
  maybe(0.2, 'draft', () => random.chance(0.7));
  maybe(0.15, 'count', () => random.pick(['exact', 'none', 'estimated']));
  maybe(0.15, 'select', () => random.pick(['title', 'title,secret', 'next', 'seo', 'rank,owner', 'nothing']));
  const cursor = known.cursor();
  if (cursor !== null && random.chance(0.2)) return { ...cursor.query, cursor: cursor.token };
  if (random.chance(0.15)) query['cursor'] = '';
  else maybe(0.2, 'page', () => 1 + random.int(2));
  return query;
}

/** Slugs are left out: their random letters decide their order. */
function randomSort(random: Random, fields: readonly FieldConfig[]): string {
  const names = [
    ...fields.map(({ name }) => name),
    'id',
    'createdAt',
    'updatedAt',
    'seo.word',
    '_status',
    '_pending',
  ];
  const one = (): string => {
    const name = random.pickOr(names, 'id');
    return `${name === 'slug' ? 'title' : name}${random.pick(['', '_asc', '_desc'])}`;
  };
  return random.chance(0.3) ? `${one()},${one()}` : one();
}

type FilterSources = Pick<SessionParts, 'random' | 'known'>;

function randomFilter(
  sources: FilterSources,
  fields: readonly FieldConfig[],
  slug: string,
  depth: number,
): JsonObject {
  const { random } = sources;
  if (depth < 2 && random.chance(0.3)) {
    const inner = Array.from({ length: 1 + random.int(1) }, () =>
      randomFilter(sources, fields, slug, depth + 1),
    );
    return { [random.pick(['AND', 'OR'])]: inner };
  }
  return randomCondition(sources, fields, slug);
}

const related: readonly FieldConfig[] = [
  { name: 'title', type: 'text' },
  { name: 'open', type: 'boolean' },
  { name: 'rank', type: 'number' },
  { name: 'secret', type: 'text' },
  { name: 'next', type: 'relationship', to: 'pages' },
];

function randomCondition(sources: FilterSources, fields: readonly FieldConfig[], slug: string): JsonObject {
  const { random, known } = sources;
  if (random.chance(0.15)) {
    const ids = [known.any(slug, random), known.any(slug, random)];
    return random.pick<JsonObject>([
      { id: { in: ids } },
      { id: { not_in: ids } },
      { createdAt: { exists: true } },
      { _status: random.pick(['draft', 'published']) },
      { _pending: random.chance(0.5) },
    ]);
  }
  const field = random.pickOr(fields, null);
  if (field === null || field.name === 'slug') return { title: { exists: true } };
  const exists = { exists: random.chance(0.6) };
  const text = random.pick(texts);
  switch (field.type) {
    case 'text':
    case 'email':
      if (field.type === 'text' && field.hasMany) return { [field.name]: { contains: text } };
      return {
        [field.name]: random.pick<JsonValue>([
          { contains: text },
          { not_equals: text },
          { gt: 'A' },
          { in: ['Alpha', text, null].slice(0, 2) },
          exists,
        ]),
      };
    case 'number':
      return { [field.name]: random.pick<JsonValue>([{ gt: random.int(9) }, { within: [2, 5] }, exists]) };
    case 'boolean':
      return { [field.name]: random.pick<JsonValue>([true, { not_equals: true }, exists]) };
    case 'group':
      return prefixed(field.name, randomCondition(sources, fieldsOf(field.fields), slug));
    case 'array':
      return prefixed(field.name, randomCondition(sources, fieldsOf(field.fields), slug));
    case 'blocks':
      return random.chance(0.5) ? { [field.name]: exists } : { [`${field.name}.words`]: { contains: 'a' } };
    case 'relationship': {
      const to = typeof field.to === 'string' ? field.to : (field.to[0] ?? '');
      if (typeof field.to !== 'string' || random.chance(0.2)) return { [field.name]: exists };
      if (random.chance(0.3)) return { [field.name]: { in: [known.any(to, random)] } };
      return prefixed(field.name, randomCondition(sources, to === 'users' ? userFields : related, to));
    }
    default:
      return { [field.name]: exists };
  }
}

function prefixed(name: string, condition: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(condition).map(([path, value]) => [`${name}.${path}`, value]));
}

function asDraft(random: Random, { drafts }: Visibility): { readonly headers?: Record<string, string> } {
  return random.chance(drafts === 'off' ? 0.05 : 0.4) ? { headers: { 'x-draft': 'true' } } : {};
}

function createRequest(parts: SessionParts, collection: Visibility): TwinRequest {
  const { random } = parts;
  return {
    ...{ method: 'POST', path: `/api/${collection.slug}`, body: bodyOf(parts, collection) },
    ...asDraft(random, collection),
  };
}

/** Most bodies leave out the fields that only some may change. */
function bodyOf({ random, known }: SessionParts, { fields }: Visibility): JsonObject {
  const secrets = random;
  const all = randomBody(fields, { random, secrets, target: known.target(random), unique: known.unique });
  const open = random.chance(0.8) ? { open: true } : random.chance(0.3) ? { open: false } : {};
  if (random.chance(0.15)) return { ...all, ...open };
  return withoutSecrets({ ...all, ...open });
}

function withoutSecrets<T extends JsonValue>(value: T): T {
  return JSON.parse(JSON.stringify(value), (key, inner: unknown) =>
    key === 'secret' ? undefined : inner,
  ) as T;
}

function changeOf(parts: SessionParts, visibility: Visibility): JsonObject {
  const { random } = parts;
  return Object.fromEntries(Object.entries(bodyOf(parts, visibility)).filter(() => random.chance(0.4)));
}

function manyRequest(parts: SessionParts, collection: Visibility): TwinRequest {
  const { random, known } = parts;
  const path = `/api/${collection.slug}`;
  if (random.chance(0.6)) {
    const operations = Array.from({ length: 1 + random.int(3) }, (): JsonObject => {
      const op = random.pick(['create', 'update', 'update', 'delete', 'publish', 'unpublish', 'discard']);
      const id = known.any(collection.slug, random);
      return {
        op,
        ...(op !== 'create' && { id }),
        ...(op === 'create' && { data: bodyOf(parts, collection) }),
        ...(op === 'update' && { data: changeOf(parts, collection) }),
        ...(op !== 'create' && random.chance(0.2) && { ifMatch: 1 + random.int(3) }),
      };
    });
    const body = { operations, ...(random.chance(0.6) && { atomic: false }) };
    return { method: 'POST', path: `${path}/bulk`, body };
  }
  const where = randomFilter(parts, collection.fields, collection.slug, 0);
  const query = {
    where,
    ...(random.chance(0.7) && { dryRun: true }),
    ...(random.chance(0.3) && { expect: random.int(4) }),
  };
  if (random.chance(0.4)) return { method: 'DELETE', path, query };
  return { method: 'PATCH', path, query, body: changeOf(parts, collection), ...asDraft(random, collection) };
}

function documentRequest(parts: SessionParts, visibility: Visibility, path: string): TwinRequest {
  const { random, known } = parts;
  const revision = (): Record<string, string> =>
    random.chance(0.2) ? { 'if-match': `"${1 + random.int(4)}"` } : {};
  const version = (): string => `${path}/versions/${known.version(random)}`;
  const kinds = ['get', 'get', 'get', 'patch', 'patch', 'delete', 'publish', 'unpublish', 'discard'] as const;
  const more = ['schedule', 'readSchedule', 'cancel', 'versions', 'versions', 'version', 'restore'] as const;
  switch (random.pick([...kinds, ...more])) {
    case 'get':
      return {
        ...{ method: 'GET', path },
        query: {
          ...(random.chance(0.4) && { depth: random.int(3) }),
          ...(random.chance(0.3) && { draft: random.chance(0.7) }),
        },
        headers: random.chance(0.2) ? { 'if-none-match': `"${1 + random.int(3)}"` } : {},
      };
    case 'patch': {
      const draft = known.showsDraft(path) ? {} : asDraft(random, visibility).headers;
      const headers = { ...draft, ...revision() };
      return { method: 'PATCH', path, body: changeOf(parts, visibility), headers };
    }
    case 'delete':
      return { method: 'DELETE', path, headers: revision() };
    case 'publish':
      return { method: 'POST', path: `${path}/publish`, body: {}, headers: revision() };
    case 'unpublish':
      return { method: 'POST', path: `${path}/unpublish`, body: {}, headers: revision() };
    case 'discard':
      return { method: 'DELETE', path: `${path}/draft`, headers: revision() };
    case 'schedule': {
      const publishAt = new Date(parts.now + 864_000_000).toISOString();
      return { method: 'POST', path: `${path}/publish`, body: { publishAt } };
    }
    case 'readSchedule':
      return { method: 'GET', path: `${path}/schedule` };
    case 'cancel':
      return { method: 'DELETE', path: `${path}/schedule` };
    case 'versions':
      return { method: 'GET', path: `${path}/versions`, query: { limit: 1 + random.int(5), page: 1 } };
    case 'version':
      return { method: 'GET', path: version() };
    case 'restore':
      return { method: 'POST', path: `${version()}/restore`, body: {} };
  }
}

/** Every read of the dashboard. */
const dashboardReads: readonly string[] = Object.values<ServiceRoute>({
  ...adminRoutes,
  ...adminAccountRoutes,
})
  .filter(({ method }) => method === 'GET')
  .map(({ path }) => path);

/** Routes of the service itself. */
function serviceRequest({ random, known }: SessionParts, { slug }: Visibility): TwinRequest {
  const id = known.any(slug, random);
  const get = (path: string): TwinRequest => ({ method: 'GET', path });
  return random.pick<TwinRequest>([
    get('/api/admin/overview'),
    ...dashboardReads.map((path) =>
      get(path.replace('globals/:slug', 'globals/front').replace(':slug', slug).replace(':id', id)),
    ),
    { method: 'POST', path: `/api/admin/references/${slug}`, body: { ids: [id] } },
    get('/api/auth/me'),
    get('/api/auth/api-keys'),
    get('/api/auth/invites'),
    get('/api/users/locks'),
    get(`/api/users/${known.any('users', random)}`),
    { method: 'PATCH', path: `/api/users/${known.any('users', random)}`, body: { motto: 'mine' } },
    { method: 'PATCH', path: `/api/users/${known.any('users', random)}`, body: { name: 'N' } },
    { method: 'DELETE', path: `/api/users/${known.hidden('users', random)}` },
  ]);
}
