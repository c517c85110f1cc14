/**
 * Requests every operation of a generated service as the senders with the fewest rights. The expected outcome
 * follows from the descriptors and callbacks of the config. For the service's own routes it follows from
 * their guards, and from a list of those that are stricter.
 */
import { join } from 'node:path';
import type { OperationObject } from 'openapi3-ts/oas31';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeConfig } from '../../runtime/codegen/describe-config.js';
import type { CollectionDescriptor, DocumentDescriptor } from '../../runtime/codegen/descriptors.js';
import type { Guard, ServiceRoutes } from '../../runtime/codegen/routes/route.js';
import * as serviceRoutes from '../../runtime/codegen/routes/service-routes.js';
import type { AccessArguments } from '../../runtime/config/access-config.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { packageRoot } from '../../runtime/util/package-root.js';
import { type ListedOperation, operationsOf } from '../support/openapi-operations.js';
import { type GeneratedServer, generatedServer } from '../support/openapi-server.js';

const fixture: { readonly default: ServiceConfig } = await import(
  join(packageRoot, 'fixtures/access/svc.config.ts')
);
const config = fixture.default;
const contract = describeConfig(config);
const email = 'customer@example.com';
const password = 'Violet-Tram-7-Lantern';

/**
 * Rules of the service's own routes: docs/spec/auth.md#endpoints, docs/spec/auth.md#further-endpoints,
 * docs/spec/auth.md#users and docs/spec/auth.md#built-in-routes.
 */
type OwnRule = 'public' | 'unscoped' | 'login' | 'refresh' | 'user' | 'session' | 'admin' | 'super_admin';

/** What the guard in the table of routes says. */
const rulesOfGuards: Readonly<Record<Guard, OwnRule>> = {
  none: 'public',
  page: 'public',
  public: 'public',
  // Decided for each operation; the body of this test has none.
  documents: 'public',
  link: 'unscoped',
  form: 'unscoped',
  user: 'user',
  session: 'session',
  refresh: 'refresh',
};

/** Where the handler admits fewer requesters than the guard. */
const stricterRules: Readonly<Record<string, OwnRule>> = {
  'POST /api/auth/login': 'login',
  'GET /api/auth/invites': 'admin',
  'POST /api/auth/invites': 'admin',
  'POST /api/auth/invites/{id}/resend': 'admin',
  'DELETE /api/auth/invites/{id}': 'admin',
  'GET /api/auth/api-keys': 'admin',
  'POST /api/auth/api-keys': 'admin',
  'GET /api/auth/api-keys/{id}': 'admin',
  'PATCH /api/auth/api-keys/{id}': 'admin',
  'DELETE /api/auth/api-keys/{id}': 'admin',
  'POST /api/auth/api-keys/{id}/rotate': 'admin',
  'GET /api/auth/audit-log': 'admin',
  'GET /api/users/{id}/sessions': 'admin',
  'DELETE /api/users/{id}/sessions': 'admin',
  'GET /api/users/locks': 'admin',
  'POST /api/users/{id}/unlock': 'admin',
  'GET /api/globals/system': 'admin',
  'PATCH /api/globals/system': 'super_admin',
  'GET /api/admin/rights': 'admin',
  'POST /api/admin/users/{id}/reset-link': 'admin',
  'POST /api/admin/test-mail': 'admin',
};

/** A route that is new here is reached by everyone on the internet: each is looked at. */
const withoutUser = [
  'GET /api/auth/accept-invite',
  'GET /api/auth/config',
  'GET /api/auth/magic-link/verify',
  'GET /api/auth/verify-email',
  'GET /api/docs',
  'GET /api/docs/style.css',
  'GET /api/openapi.json',
  'GET /api/openapi.public.json',
  'GET /api/svc/search',
  'GET /health/live',
  'GET /health/ready',
  'GET /metrics',
  'POST /api/auth/accept-invite',
  'POST /api/auth/email-change/confirm',
  'POST /api/auth/forgot-password',
  'POST /api/auth/login',
  'POST /api/auth/logout',
  'POST /api/auth/magic-link',
  'POST /api/auth/magic-link/verify',
  'POST /api/auth/register',
  'POST /api/auth/reset-password',
  'POST /api/auth/verify-email',
  'POST /api/auth/verify-email/resend',
  'POST /api/svc/bulk',
];

const rulesOfTable: Readonly<Record<string, OwnRule>> = Object.fromEntries(
  Object.values<ServiceRoutes>(serviceRoutes)
    .flatMap((table) => Object.values(table))
    .map(({ method, path, guard }) => [
      `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
      rulesOfGuards[guard],
    ]),
);

const ownRules: Readonly<Record<string, OwnRule>> = { ...rulesOfTable, ...stricterRules };

test('only the listed routes of the service let in requests without a user', () => {
  const open = Object.entries(rulesOfTable).filter(([, rule]) => rule === 'public' || rule === 'unscoped');
  expect(open.map(([route]) => route).sort()).toEqual(withoutUser);
});

/** `admitted`: neither 401 nor 403. Other errors of a bare request are not about access. */
type Outcome = 'admitted' | 'unauthenticated' | 'forbidden' | 'unknown';

interface Sender {
  readonly name: string;
  /** Null: no user. */
  readonly user: { readonly id: string; readonly role: string } | null;
  readonly isKey: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

interface DocumentOperation {
  readonly document: DocumentDescriptor;
  readonly operation: 'read' | 'create' | 'update' | 'delete';
  readonly addressed: boolean;
  /** An operation on many documents. Access is decided for each document. */
  readonly many?: 'bulk' | 'filter' | 'upsert' | 'copy';
}

type Stored = Readonly<Record<string, unknown>>;

/** Routes of the dashboard about documents, with the path and operation whose access rules apply to them. */
const requestedFor: Readonly<Record<string, readonly [path: string, DocumentOperation['operation']]>> = {
  '/api/admin/access/{slug}/{id}': ['/api/articles/{id}', 'read'],
  '/api/admin/access/globals/{slug}': ['/api/globals/banner', 'read'],
  '/api/admin/presence/{slug}/{id}': ['/api/articles/{id}', 'read'],
  '/api/admin/presence/globals/{slug}': ['/api/globals/banner', 'read'],
  '/api/admin/versions/{slug}/{id}': ['/api/articles/{id}', 'update'],
  '/api/admin/versions/{slug}/{id}/{versionId}/label': ['/api/articles/{id}', 'update'],
  '/api/admin/versions/{slug}/{id}/{versionId}/comments': ['/api/articles/{id}', 'update'],
  '/api/admin/versions/{slug}/{id}/{versionId}/comments/{commentId}': ['/api/articles/{id}', 'update'],
  '/api/admin/references/{slug}': ['/api/articles', 'delete'],
  '/api/admin/references/{slug}/{id}': ['/api/articles/{id}', 'delete'],
};

/** The operation on documents of a route; null for the service's own routes. */
function documentOperation({ method, path, operation: listed }: ListedOperation): DocumentOperation | null {
  const [other, asked] = requestedFor[path] ?? [];
  if (other !== undefined && asked !== undefined) {
    const found = documentOperation({ method, path: other, operation: listed });
    return found && { ...found, operation: asked };
  }
  const [, globals, slug = '', rest = ''] = /^\/api\/(globals\/)?([^/]+)(\/.*)?$/.exec(path) ?? [];
  const documents: readonly DocumentDescriptor[] = globals ? contract.globals : contract.collections;
  const document = documents.find((one) => one.slug === slug);
  if (
    document === undefined ||
    !['', '/query', '/aggregate', '/{id}', '/bulk', '/upsert', '/{id}/duplicate'].includes(rest)
  )
    return null;
  const byMethod = { GET: 'read', POST: 'create', PATCH: 'update', DELETE: 'delete' } as const;
  if (rest === '/bulk') return { document, operation: 'update', addressed: false, many: 'bulk' };
  if (rest === '/upsert') return { document, operation: 'update', addressed: false, many: 'upsert' };
  if (rest === '/{id}/duplicate') return { document, operation: 'create', addressed: true, many: 'copy' };
  const operation =
    rest === '/query' || rest === '/aggregate' ? 'read' : byMethod[method as keyof typeof byMethod];
  if (rest === '' && document.kind === 'collection' && (operation === 'update' || operation === 'delete'))
    return { document, operation, addressed: false, many: 'filter' };
  return { document, operation, addressed: rest === '/{id}' || document.kind === 'global' };
}

/** The expected outcome for a sender, a document and a bare request. */
async function documentOutcome(
  { document, operation, addressed, many }: DocumentOperation,
  sender: Sender,
  stored: Stored,
): Promise<Outcome> {
  if (isUsers(document)) return sender.user === null && !sender.isKey ? 'unauthenticated' : 'forbidden';
  // Its scopes do not include this collection or global.
  if (sender.isKey) return 'forbidden';
  const read = await asked(document, 'read', sender, stored);
  const visible = read === true || (typeof read === 'object' && read !== null && meets(stored, read));
  if (operation === 'read') {
    if (read === true) return 'admitted';
    if (typeof read !== 'object' || read === null) return 'forbidden';
    return addressed && !visible ? 'unknown' : 'admitted';
  }
  const access = accessOf(document);
  const mayAtAll = (one: DocumentOperation['operation']): boolean => {
    const rule = access[one];
    return !Array.isArray(rule) || rule.includes(sender.user?.role ?? '');
  };
  if (many === 'bulk') {
    const isOpen = (['create', 'update', 'delete'] as const).some(mayAtAll);
    return isOpen ? 'admitted' : 'forbidden';
  }
  if (many === 'upsert') return mayAtAll('create') && mayAtAll('update') ? 'admitted' : 'forbidden';
  if (many === 'copy') {
    const isReadable = read === true || (typeof read === 'object' && read !== null);
    if (!isReadable || !mayAtAll('create')) return 'forbidden';
    if (!visible) return 'unknown';
    return (await asked(document, 'create', sender, stored)) === true ? 'admitted' : 'forbidden';
  }
  if (many === 'filter') {
    const isReadable = read === true || (typeof read === 'object' && read !== null);
    return isReadable && mayAtAll(operation) ? 'admitted' : 'forbidden';
  }
  const rule = access[operation];
  if (Array.isArray(rule) && !rule.includes(sender.user?.role ?? '')) return 'forbidden';
  // Callbacks of writes run after the lookup, which finds only readable documents.
  if (addressed && typeof read === 'object' && !visible) return 'unknown';
  return (await asked(document, operation, sender, stored)) === true ? 'admitted' : 'forbidden';
}

function accessOf(document: DocumentDescriptor): Readonly<Record<string, unknown>> {
  return { ...document.access };
}

async function asked(
  document: DocumentDescriptor,
  operation: DocumentOperation['operation'],
  { user }: Sender,
  stored: Stored,
): Promise<unknown> {
  const rule = accessOf(document)[operation];
  if (rule === 'anyone') return true;
  if (Array.isArray(rule)) return rule.includes(user?.role ?? '');
  expect(rule).toBe('callback');
  const given = [...(config.collections ?? []), ...(config.globals ?? [])].find(
    ({ slug }) => slug === document.slug,
  );
  const callbacks = given?.access as Readonly<Record<string, (access: AccessArguments) => unknown>>;
  const data = operation === 'delete' ? stored : {};
  const req = { ...(user && { user }) };
  return callbacks[operation]?.({ req, data, document: stored } as unknown as AccessArguments);
}

/** The filters of this config compare one field with one value. */
function meets(stored: Stored, filter: object): boolean {
  return Object.entries(filter).every(([name, test]) => {
    const value: unknown = typeof test === 'object' && test !== null ? Object.values(test)[0] : test;
    return stored[name] === value;
  });
}

function isUsers(document: DocumentDescriptor): document is CollectionDescriptor {
  return document.kind === 'collection' && document.builtIn === 'users';
}

function ownOutcome(rule: OwnRule, { user, isKey }: Sender): Outcome {
  const isAnonymous = user === null && !isKey;
  switch (rule) {
    case 'public':
      return 'admitted';
    // The key of this test has scopes.
    case 'unscoped':
    case 'login':
      return isKey ? 'forbidden' : 'admitted';
    case 'refresh':
      if (isKey) return 'forbidden';
      return user === null ? 'unauthenticated' : 'admitted';
    case 'user':
      return isAnonymous ? 'unauthenticated' : 'admitted';
    case 'session':
      if (isAnonymous) return 'unauthenticated';
      return isKey ? 'forbidden' : 'admitted';
    default:
      return isAnonymous ? 'unauthenticated' : 'forbidden';
  }
}

/** The rules that agree with the credentials that the OpenAPI document declares. */
function documentedRules({ security = [] }: OperationObject): readonly OwnRule[] {
  const names = security.flatMap((one) => Object.keys(one));
  if (security.length === 0 || security.some((one) => Object.keys(one).length === 0))
    return ['public', 'unscoped', 'login'];
  if (names.includes('refreshCookie')) return ['refresh'];
  return names.includes('apiKey') ? ['user', 'admin'] : ['session', 'admin', 'super_admin'];
}

function outcomeOf(status: number): Outcome {
  if (status === 401) return 'unauthenticated';
  if (status === 403) return 'forbidden';
  return status === 404 ? 'unknown' : 'admitted';
}

describe('every operation of a service with access rules', () => {
  let server: GeneratedServer;
  let administrator: string;
  const stored = new Map<string, Stored>();
  const senders = new Map<string, Sender>();

  async function send(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly status: number; readonly body: Stored; readonly cookies: readonly string[] }> {
    const response = await server.fetch(path, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text.startsWith('{') ? (JSON.parse(text) as Stored) : {},
      cookies: response.headers.getSetCookie().map((line) => line.replace(/;.*/, '')),
    };
  }

  async function made(slug: string, body: object): Promise<string> {
    const answer = await send('POST', `/api/${slug}`, body);
    expect(answer, slug).toMatchObject({ status: 201 });
    stored.set(slug, answer.body);
    return String(answer.body['id']);
  }

  beforeAll(async () => {
    server = await generatedServer('access', { SVC_ENABLE_REGISTRATION: 'true' });
    const me = await send('GET', '/api/auth/me');
    stored.set('users', me.body['user'] as Stored);
    administrator = String(stored.get('users')?.['id']);
    const secret = await made('secrets', { name: 'a', value: 'b' });
    await made('notes', { text: 'a', author: administrator, secret });
    const article = await made('articles', { title: 'a', released: false, author: administrator });
    await made('comments', { article, author: administrator, text: 'a' });

    const customer = await send('POST', '/api/users', { email, password });
    const login = await send('POST', '/api/auth/login', { email, password }, { cookie: 'none=1' });
    const key = await send('POST', '/api/auth/api-keys', {
      name: 'Reads one field of what it may not read',
      scopes: ['articles.verdict:read'],
    });
    const user = { id: String(customer.body['id']), role: String(customer.body['role']) };
    const cookie = login.cookies.join('; ');
    const apiKey = String(key.body['key']);
    for (const sender of [
      // With a cookie of its own the request does not get that of the administrator.
      { name: 'nobody', user: null, isKey: false, headers: { cookie: 'none=1' } },
      { name: 'a customer', user, isKey: false, headers: { cookie } },
      { name: 'a key', user: null, isKey: true, headers: { cookie: 'none=1', 'x-api-key': apiKey } },
    ])
      senders.set(sender.name, sender);
  });
  afterAll(() => server.close());

  test('has a rule, and says in the document which credentials it takes', () => {
    const own = operationsOf(server.openapi).filter((listed) => documentOperation(listed) === null);
    const labels = own.map(({ method, path }) => `${method} ${path}`);
    expect(labels.filter((label) => !Object.hasOwn(ownRules, label))).toEqual([]);
    expect(Object.keys(stricterRules).filter((label) => !labels.includes(label))).toEqual([]);
    for (const { method, path, operation } of own) {
      const rule = ownRules[`${method} ${path}`];
      expect(documentedRules(operation), `${method} ${path}`).toContain(rule);
    }
  });

  test.each(['nobody', 'a customer', 'a key'])('answers %s as the rules say', async (name) => {
    const sender = senders.get(name);
    if (sender === undefined) throw new Error(`There is no sender ${name}.`);
    const expected: Record<string, Outcome> = {};
    const answered: Record<string, Outcome> = {};
    const operations = operationsOf(server.openapi);
    // Ends the session of the requester.
    const last = operations.filter(({ path }) => path === '/api/auth/logout');
    for (const listed of [...operations.filter((one) => !last.includes(one)), ...last]) {
      const { method, path, operation } = listed;
      const document = documentOperation(listed);
      const label = `${method} ${path}`;
      const slug = document?.document.slug ?? (path.startsWith('/api/users/') ? 'users' : '');
      const seed = stored.get(slug) ?? {};
      const rule = ownRules[label];
      const isNobody = sender.user === null && !sender.isKey;
      if (path.startsWith('/api/admin/') && isNobody) expected[label] = 'unauthenticated';
      else if (document !== null) expected[label] = await documentOutcome(document, sender, seed);
      else if (rule !== undefined) expected[label] = ownOutcome(rule, sender);

      const address = path
        .replace('{slug}', document?.document.slug ?? '')
        .replaceAll('{id}', String(seed['id'] ?? administrator));
      const body = operation.requestBody === undefined ? undefined : {};
      const { status } = await send(method, address, body, sender.headers);
      answered[label] = outcomeOf(status);
      // A 404 for a session of the requester that does not exist is not about access.
      if (rule === 'session' && status === 404) answered[label] = 'admitted';
      // Articles keep no versions: a requester who may read a history learns that.
      if (path.startsWith('/api/admin/versions/') && expected[label] === 'admitted' && status === 404)
        answered[label] = 'admitted';
      expect(status, label).toBeLessThan(500);
    }
    expect(answered).toEqual(expected);
    // Not every operation has the same outcome.
    expect(new Set(Object.values(answered)).size).toBeGreaterThan(1);
  });
});
