/** Fills a service with random documents, and compares what every requester gets with the model. */

import type { ContractDescriptor } from '../../runtime/codegen/descriptors.js';
import type { FieldConfig } from '../../runtime/config/field-config.js';
import { fieldsOf } from '../../runtime/config/fields-of.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import type { JsonObject, JsonValue } from '../../runtime/util/json.js';
import { keeper } from '../fuzz/fuzzed-server.js';
import type { Random } from '../fuzz/random.js';
import { randomBody } from '../noninterference/documents.js';
import { slugs } from '../noninterference/random-world.js';
import type { GeneratedApp } from '../support/generated-app.js';
import {
  createAccessModel,
  type Expected,
  type ListParameters,
  type StoredVersion,
  type StoredWorld,
} from './model.js';
import { createRequesters, type ModelRequester, password } from './requesters.js';

export interface CheckedWorld {
  readonly config: ServiceConfig;
  readonly contract: ContractDescriptor;
  readonly service: GeneratedApp;
  readonly random: Random;
  /** How many requests are compared. */
  readonly requests: number;
  /** Counts the statuses of compared responses. */
  readonly statuses: Map<number, number>;
}

interface Sent {
  readonly status: number;
  readonly text: string;
}

type Send = (
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: object,
) => Promise<Sent>;

const documentsEach = 9;

/** Returns the first difference; null: there is none. */
export async function checkWorld(world: CheckedWorld): Promise<string | null> {
  const { config, contract, service, random, requests, statuses } = world;
  const send: Send = async (method, path, headers, body) => {
    service.time.now += 10;
    const response = await service.app.fetch(path, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  };
  const chief = await signIn(service, keeper.email);
  const call = async (method: string, path: string, body?: object, more = {}): Promise<JsonObject> => {
    const { status, text } = await send(method, path, { ...chief, ...more }, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    return JSON.parse(text) as JsonObject;
  };
  const requesters = await createRequesters(random, slugs, call, (email) => signIn(service, email));
  const ids = await fill(config, random, call, requesters);
  let stored = await readAll(contract, call, ids);

  for (let count = 0; count < requests; count += 1) {
    const requester = random.pickOr(requesters, null);
    if (requester === null) break;
    const model = createAccessModel(config, contract, stored);
    const slug = random.pick([...slugs, ...slugs, 'users'] as [string, ...string[]]);
    const id = random.pickOr(ids.get(slug) ?? [], '01990b5e-6c2f-7a41-9d3e-2b8f4c6a7e10');
    const roll = random.int(99);
    let path = `/api/${slug}/${id}`;
    let expected: Expected;
    let sent: Sent;
    if (roll < 50) {
      const parameters = randomList(random, contract, slug, ids);
      path = `/api/${slug}?${searchOf(parameters)}`;
      expected = model.list(requester, slug, parameters);
      sent = await send('GET', path, requester.headers);
      // Not every drawn filter or sort is valid; refusals come before that is looked at.
      if (sent.status === 400) continue;
    } else if (roll < 75 || slug === 'users') {
      const depth = random.int(2);
      const draft = random.pick([null, null, true, false]);
      // Users have no drafts, and an account that may not be managed is refused.
      if (slug === 'users') continue;
      path += `?depth=${depth}${draft === null ? '' : `&draft=${draft}`}`;
      expected = model.byId(requester, slug, id, depth, draft);
      sent = await send('GET', path, requester.headers);
      if (sent.status === 400) continue;
    } else if (roll < 85) {
      path += '/versions?limit=100';
      expected = model.versions(requester, slug, id);
      sent = await send('GET', path, requester.headers);
      if (sent.status === 404 && !hasVersions(contract, slug)) continue;
    } else {
      const field = random.pick(['rank', 'secret']);
      const value = field === 'rank' ? random.int(1000) : `changed ${random.int(1_000_000)}`;
      const body = { [field]: value };
      sent = await send('PATCH', path, requester.headers, body);
      const after = sent.status === 200 ? await readAll(contract, call, ids) : stored;
      expected = model.update(requester, slug, id, field, after);
      path += ` ${JSON.stringify(body)}`;
      stored = after;
    }
    statuses.set(sent.status, (statuses.get(sent.status) ?? 0) + 1);
    if (sent.status !== expected.status || (expected.text !== undefined && sent.text !== expected.text))
      return reportOf(requester, path, expected, sent);
  }
  return null;
}

function hasVersions(contract: ContractDescriptor, slug: string): boolean {
  return contract.collections.some((one) => one.slug === slug && one.versions !== undefined);
}

function reportOf({ name }: ModelRequester, path: string, expected: Expected, sent: Sent): string {
  const text = expected.text ?? '';
  let at = 0;
  while (at < text.length && text[at] === sent.text[at]) at += 1;
  const near = (one: string): string => one.slice(Math.max(0, at - 300), at + 700);
  return [
    `${name} ${decodeURIComponent(path)}`,
    `  expected ${expected.status} ... ${near(text)}`,
    `  received ${sent.status} ... ${near(sent.text)}`,
  ].join('\n');
}

async function signIn({ app }: GeneratedApp, email: string): Promise<Readonly<Record<string, string>>> {
  const response = await app.fetch('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith('svc_session='));
  if (cookie === undefined) throw new Error(`${email} cannot log in: ${response.status}`);
  return { cookie: cookie.replace(/;.*/, '') };
}

type Call = (method: string, path: string, body?: object, headers?: object) => Promise<JsonObject>;
type Ids = Map<string, string[]>;

/** Published documents, pending drafts, and drafts that were never published. */
async function fill(
  config: ServiceConfig,
  random: Random,
  call: Call,
  requesters: readonly ModelRequester[],
): Promise<Ids> {
  const users = requesters.flatMap(({ id }) => id ?? []);
  const ids: Ids = new Map([['users', users], ...slugs.map((slug) => [slug, []] as [string, string[]])]);
  let codes = 0;
  const bodyOf = (fields: readonly FieldConfig[]): JsonObject => ({
    ...randomBody(fields, {
      ...{ random, secrets: random },
      target: (slug) => random.pickOr(ids.get(slug) ?? [], null),
      unique: () => `code ${codes++}`,
    }),
    open: random.pick([true, true, false, null]),
  });
  const asDraft = { 'x-draft': 'true' };
  for (let round = 0; round < documentsEach; round += 1) {
    for (const { slug, fields, drafts } of config.collections ?? []) {
      if (slug === 'users') continue;
      const path = `/api/${slug}`;
      const isDraft = drafts !== false && random.chance(0.25);
      const { id } = await call('POST', path, bodyOf(fieldsOf(fields)), isDraft ? asDraft : {});
      ids.get(slug)?.push(String(id));
      for (let writes = random.int(2); writes > 0; writes -= 1) {
        const isSaved = drafts !== false && random.chance(0.6);
        await call('PATCH', `${path}/${id}`, bodyOf(fieldsOf(fields)), isSaved ? asDraft : {});
      }
    }
  }
  return ids;
}

async function readAll(contract: ContractDescriptor, call: Call, ids: Ids): Promise<StoredWorld> {
  const listOf = async (slug: string, view: string): Promise<ReadonlyMap<string, JsonObject>> => {
    const { docs } = await call('GET', `/api/${slug}?limit=1000${view}`);
    return new Map((docs as readonly JsonObject[]).map((one) => [String(one['id']), one]));
  };
  const published = new Map<string, ReadonlyMap<string, JsonObject>>();
  const merged = new Map<string, ReadonlyMap<string, JsonObject>>();
  const versions = new Map<string, readonly StoredVersion[]>();
  for (const { slug, drafts, versions: kept } of contract.collections) {
    published.set(slug, await listOf(slug, drafts ? '&draft=false' : ''));
    merged.set(slug, drafts ? await listOf(slug, '&draft=true') : (published.get(slug) ?? new Map()));
    if (kept === undefined) continue;
    for (const id of ids.get(slug) ?? []) {
      const { docs } = await call('GET', `/api/${slug}/${id}/versions?limit=100`);
      versions.set(id, docs as unknown as readonly StoredVersion[]);
    }
  }
  return { published, merged, versions };
}

function randomList(random: Random, contract: ContractDescriptor, slug: string, ids: Ids): ListParameters {
  const fields = contract.collections.find((one) => one.slug === slug)?.fields ?? [];
  const names = fields.filter(({ type }) => type === 'text' || type === 'number' || type === 'boolean');
  const name = (): string => random.pickOr(names, null)?.name ?? 'id';
  const sortable = ['createdAt', 'updatedAt', 'id', name()];
  return {
    where: random.chance(0.6) ? randomFilter(random, slug, name, ids, 0) : null,
    sort: random.chance(0.5) ? `${random.pickOr(sortable, 'id')}${random.pick(['_asc', '_desc'])}` : null,
    depth: random.int(2),
    limit: random.pick([0, 3, 100]),
    page: 1 + random.int(1),
    draft: slug === 'users' ? null : random.pick([null, null, true, false]),
  };
}

function randomFilter(random: Random, slug: string, name: () => string, ids: Ids, depth: number): JsonObject {
  if (depth < 2 && random.chance(0.3)) {
    const inner = [0, 1].map(() => randomFilter(random, slug, name, ids, depth + 1));
    return { [random.pick(['AND', 'OR'])]: inner };
  }
  const target = (): JsonValue =>
    random.pickOr([...(ids.get('users') ?? []), ...(ids.get('pages') ?? [])], '');
  const exists = { exists: random.chance(0.5) };
  return random.pick<JsonObject>([
    { [name()]: exists },
    { rank: { gt: random.int(9) } },
    { open: random.pick<JsonValue>([true, { not_equals: true }, exists]) },
    { title: { contains: random.pick(['a', 'ALPHA', 'é']) } },
    { secret: exists },
    { _status: random.pick(['draft', 'published']) },
    { _pending: random.chance(0.5) },
    { 'next.title': { contains: 'a' } },
    { 'next.open': random.pick<JsonValue>([true, exists]) },
    { 'next.secret': exists },
    { 'lock.rank': { lte: 5 } },
    { 'owner.role': random.pick(['editor', 'author', 'customer']) },
    { 'owner.motto': exists },
    { owner: { equals: target() } },
    { email: { contains: 'e' } },
  ]);
}

function searchOf(parameters: ListParameters): string {
  return Object.entries(parameters)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => {
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
      return `${name}=${encodeURIComponent(text)}`;
    })
    .join('&');
}
