/** Random configs: valid ones with drafts, versions and access rules, and ones with a hostile name. */
import fc from 'fast-check';
import type { CollectionConfig } from '../../runtime/config/collection-config.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { validateConfig } from '../../runtime/config/validate/validate-config.js';
import { createRandom, type Random } from '../fuzz/random.js';
import { randomConfig, randomConfigWithAuth } from '../support/random-config.js';
import { drawRoutes } from './drawn-routes.js';

export interface DrawnConfig {
  readonly config: ServiceConfig;
  /** The name that was put into it; null: the config is valid. */
  readonly hostile: unknown;
}

const hostileNames: readonly unknown[] = [
  ...['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString', 'valueOf', 'then', 'default'],
  ...['select', 'order', 'group', 'table', 'user', 'primary', 'from', 'where', 'null', 'true', 'rowid'],
  ...['class', 'await', 'yield', 'enum', 'arguments', 'eval', 'import', 'new', 'let', 'static', 'as', 'of'],
  ...['id', 'ID', 'createdAt', 'updated_at', '_status', '_revision', 'AND', 'or', 'blockType', 'x_asc'],
  ...['admin', 'auth', 'globals', 'users', 'system', 'api_keys', 'query', 'bulk', 'versions', '_svc_locks'],
  ...[
    'Ünïcode',
    '日本',
    '😀',
    'a b',
    'a.b',
    'a/b',
    '../x',
    "x'; DROP TABLE posts; --",
    '"',
    '`',
    `$\{x}`,
    '*/',
  ],
  ...['', ' ', '1x', '-x', 'x-', 'x_', 'x--y', 'x__pending', 'x__versions', 'con', 'nul', 'aux', 'index'],
  ...['a'.repeat(64), 'b'.repeat(300), 'string', 'number', 'Record', 'promise', 'Error', 'z', 'undefined'],
  ...[null, 7, true, {}, ['x']],
];

/** The config of a seed. */
export function drawConfig(seed: number): DrawnConfig {
  const random = createRandom(seed);
  const hasAuth = random.chance(0.4);
  const [drawn] = fc.sample(hasAuth ? randomConfigWithAuth : randomConfig, { seed, numRuns: 1 });
  if (drawn === undefined) throw new Error(`Nothing was drawn for the seed ${seed}.`);
  const config: ServiceConfig = {
    ...drawn,
    sdk: { emit: random.pick(['js', 'ts']) },
    collections: (drawn.collections ?? []).map((one) => withHistory(one, random, hasAuth)),
    globals: (drawn.globals ?? []).map((one) => ({ ...one, versions: random.chance(0.5) })),
  };
  const plain = repaired(config);
  const slugs = new Set((plain.collections ?? []).map(({ slug }) => slug));
  // `client.routes` of the SDK would be both.
  const routes = slugs.has('routes') ? [] : drawRoutes(random, plain.auth !== undefined);
  const valid = { ...plain, ...(routes.length > 0 && { routes }) };
  if (random.chance(0.6)) return { config: valid, hostile: null };
  const hostile = random.pickOr(hostileNames, '');
  return { config: renamed(valid, hostile, random), hostile };
}

type Editable = Record<string | number, unknown>;

const maxRepairs = 20;

/** Removes what the check of configs refuses: texts and lists are drawn without regard to its rules. */
function repaired(config: ServiceConfig): ServiceConfig {
  const copy = copied(config) as ServiceConfig;
  for (let repairs = 0; repairs < maxRepairs; repairs += 1) {
    const [issue] = validateConfig(copy);
    if (issue === undefined) return copy;
    for (const { keys } of [...validateConfig(copy)].reverse()) repair(copy as Editable, keys);
  }
  return { collections: [{ slug: 'plain', fields: [{ name: 'title', type: 'text' }] }] };
}

function repair(config: Editable, keys: readonly (string | number)[]): void {
  const owners = keys.slice(0, -1);
  const last = keys.at(-1);
  let holder: Editable | undefined = config;
  for (const key of owners) holder = holder?.[key] as Editable | undefined;
  if (holder === undefined || last === undefined) return;
  if (last === 'fields') holder['fields'] = [{ name: 'filler', type: 'text' }];
  else if (owners.at(-1) === 'options') holder[last] = `option ${last}`;
  else if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else delete holder[last];
}

function withHistory(collection: CollectionConfig, random: Random, hasAuth: boolean): CollectionConfig {
  if (collection.slug === 'users') return collection;
  const listed = hasAuth ? [{ readRoles: ['editor', 'super_admin'] }] : [];
  return {
    ...collection,
    drafts: random.pickOr([true, false, ...listed], true),
    versions: random.pickOr([true, false, { max: 3 }], true),
  };
}

/** Gives the name to one slug, field or block, in any depth. */
function renamed(config: ServiceConfig, name: unknown, random: Random): ServiceConfig {
  const copy = copied(config) as ServiceConfig;
  const named: { slug?: unknown; name?: unknown }[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || value instanceof RegExp) return;
    for (const key of ['collections', 'globals', 'fields', 'blocks']) {
      const list = (value as Readonly<Record<string, unknown>>)[key];
      if (!Array.isArray(list)) continue;
      for (const one of list) {
        named.push(one);
        visit(one);
      }
    }
  };
  visit(copy);
  const target = random.pickOr(named, null);
  if (target !== null) target['slug' in target ? 'slug' : 'name'] = name;
  return copy;
}

/** Functions, patterns and routes stay the same. */
function copied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copied);
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, key === 'routes' ? inner : copied(inner)]),
  );
}
