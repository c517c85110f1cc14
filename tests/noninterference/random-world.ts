/** Random configs in which much is hidden from one requester, and what is hidden follows from the config. */

import type { AccessArguments, CollectionAccess } from '../../runtime/config/access-config.js';
import type { CollectionConfig, GlobalConfig } from '../../runtime/config/collection-config.js';
import type { FieldConfig } from '../../runtime/config/field-config.js';
import { fieldsOf } from '../../runtime/config/fields-of.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import type { Random } from '../fuzz/random.js';

/** What the requester sees of a collection or global. */
export interface Visibility {
  readonly slug: string;
  readonly fields: readonly FieldConfig[];
  /** All documents, those that meet the constraint `open`, or none. */
  readonly documents: 'all' | 'constrained' | 'none';
  readonly drafts: 'off' | 'seen' | 'unseen';
  /** Whether the fields named `secret` are hidden. */
  readonly hidesSecrets: boolean;
}

export interface RandomWorld {
  readonly config: ServiceConfig;
  readonly requester: RequesterName;
  /** Of a requester that is a key with scopes. */
  readonly scopes: readonly string[];
  readonly collections: readonly Visibility[];
  readonly global: Visibility;
}

export type RequesterName = (typeof requesters)[number];

const requesters = ['anonymous', 'customer', 'author', 'editor', 'admin', 'key role', 'key scopes'] as const;
export const slugs: readonly ['pages', 'notes', 'files'] = ['pages', 'notes', 'files'];
const roles = ['customer', 'author', 'editor', 'admin', 'super_admin'] as const;

/** Documents that the requester may see have `open: true` and a small rank. */
const filters: readonly [object, ...object[]] = [
  { open: true },
  { OR: [{ open: { equals: true } }, { rank: { gt: 1_000_000 } }] },
  { AND: [{ open: { not_in: [false] } }, { open: { exists: true } }] },
];

/** The role whose lists apply to a requester; null for anonymous requesters and keys with scopes. */
export function roleOf(name: RequesterName): string | null {
  if (name === 'anonymous' || name === 'key scopes') return null;
  return name === 'key role' ? 'editor' : name;
}

interface Drawing {
  readonly random: Random;
  readonly requester: RequesterName;
  readonly role: string | null;
}

export function createRandomWorld(random: Random): RandomWorld {
  const requester = random.pick(requesters);
  const drawing: Drawing = { random, requester, role: roleOf(requester) };
  const scopes =
    requester === 'key scopes' ? [...slugs, 'globals.front'].flatMap((slug) => scopesOf(drawing, slug)) : [];
  const drawn = slugs.map((slug) => drawDocuments(drawing, slug, scopes));
  const front = drawDocuments(drawing, 'globals.front', scopes);
  const users: CollectionConfig = {
    slug: 'users',
    fields: [
      { name: 'motto', type: 'text' },
      { name: 'secret', type: 'text', access: { read: ['super_admin'], update: ['super_admin'] } },
    ],
  };
  return {
    config: {
      auth: { secret: 'tests/noninterference: 32 bytes and some more', emailVerification: false },
      collections: [...drawn.map(({ collection }) => collection), users],
      globals: [globalOf(front.collection)],
    },
    ...{ requester, scopes },
    collections: drawn.map(({ visibility }) => visibility),
    global: { ...front.visibility, fields: fieldsOf(globalOf(front.collection).fields) },
  };
}

function scopesOf({ random }: Drawing, slug: string): readonly string[] {
  const operations = slug.startsWith('globals.')
    ? ['read', 'update']
    : ['read', 'create', 'update', 'delete'];
  return operations.filter(() => random.chance(0.7)).map((operation) => `${slug}:${operation}`);
}

/** Roles of a list, with or without that of the requester. The chief of both worlds is in every list. */
function rolesWith({ random, role }: Drawing, included: boolean): readonly string[] {
  return roles.filter((one) => (one === role ? included : one === 'super_admin' || random.chance(0.5)));
}

type Rule = NonNullable<CollectionAccess['create']>;

function writeRule(drawing: Drawing): Rule {
  const { random, role } = drawing;
  if (random.chance(0.25)) return ({ req }) => isChief({ req }) || req.user?.role === role;
  return rolesWith(drawing, random.chance(0.8));
}

function updateRule(drawing: Drawing): Rule {
  if (drawing.random.chance(0.7)) return writeRule(drawing);
  return ({ req, document }) => isChief({ req }) || document?.['owner'] === req.user?.id;
}

function isChief({ req }: AccessArguments): boolean {
  return req.user?.role === 'super_admin';
}

interface ReadRule {
  readonly documents: Visibility['documents'];
  readonly read?: NonNullable<CollectionAccess['read']>;
}

function readRule(drawing: Drawing): ReadRule {
  const { random, role } = drawing;
  const kind = random.pick(['open', 'list', 'constraint', 'constraint', 'constraint', 'denied']);
  if (kind === 'open') return { documents: 'all' };
  if (kind === 'list') return { read: rolesWith(drawing, true), documents: role === null ? 'none' : 'all' };
  if (kind === 'denied') return { read: rolesWith(drawing, false), documents: 'none' };
  const filter = random.pick(filters);
  return { read: ({ req }) => isChief({ req }) || filter, documents: 'constrained' };
}

interface DrawnDocuments {
  readonly collection: CollectionConfig;
  readonly visibility: Visibility;
}

/** The collection, or the global with the fields and rules of a collection. */
function drawDocuments(drawing: Drawing, name: string, scopes: readonly string[]): DrawnDocuments {
  const { random, requester } = drawing;
  const slug = name.replace('globals.', '');
  const { documents, read } = readRule(drawing);
  const draftsKind = random.pick(['off', 'open', 'listed', 'listed', 'listed']);
  const versions = random.pick([false, true, { max: 3 }]);
  const readers = rolesWith(drawing, random.chance(0.3));
  const fields = drawnFields(drawing, slug, readers);
  const scoped = scopes.includes(`${name}:read`) ? 'all' : 'none';
  return {
    collection: {
      ...{ slug, fields, versions },
      drafts:
        draftsKind === 'off' ? false : draftsKind === 'open' || { readRoles: rolesWith(drawing, false) },
      defaultSort: random.pick(['createdAt_desc', 'title_asc', 'rank_desc', 'secret_asc']),
      access: {
        ...(read && { read }),
        create: writeRule(drawing),
        update: updateRule(drawing),
        delete: writeRule(drawing),
      },
    },
    visibility: {
      ...{ slug, fields },
      documents: requester === 'key scopes' ? scoped : documents,
      drafts:
        draftsKind === 'off' ? 'off' : draftsKind === 'open' && requester !== 'anonymous' ? 'seen' : 'unseen',
      hidesSecrets: drawing.role === null || !readers.includes(drawing.role),
    },
  };
}

/** Every field named `secret` has the same list of readers. */
function drawnFields(drawing: Drawing, own: string, readers: readonly string[]): readonly FieldConfig[] {
  const { random } = drawing;
  const target = (): string => random.pick(slugs);
  const access = { read: readers, update: rolesWith(drawing, random.chance(0.3)) };
  const secret: FieldConfig = { name: 'secret', type: 'text', access };
  const optional: readonly FieldConfig[] = [
    { name: 'tags', type: 'text', hasMany: true },
    { name: 'day', type: 'date' },
    { name: 'related', type: 'relationship', to: [...slugs], hasMany: true },
    { name: 'seo', type: 'group', fields: [{ name: 'word', type: 'text' }, secret] },
    {
      name: 'rows',
      type: 'array',
      fields: [{ name: 'label', type: 'text' }, secret, { name: 'to', type: 'relationship', to: target() }],
    },
    {
      name: 'parts',
      type: 'blocks',
      blocks: [
        { slug: 'text', fields: [{ name: 'words', type: 'text' }, secret] },
        { slug: 'link', fields: [{ name: 'to', type: 'relationship', to: target(), hasMany: true }] },
      ],
    },
    ...slugs.map(
      (collection): FieldConfig => ({
        ...{ name: `from_${collection}`, type: 'join', collection, limit: 3 },
        on: random.pick(['next', 'lock']),
        ...(random.chance(0.3) && { sort: 'secret_desc' }),
      }),
    ),
  ];
  return [
    { name: 'title', type: 'text', required: true },
    { name: 'slug', type: 'slug', from: 'title' },
    { name: 'open', type: 'boolean' },
    { name: 'rank', type: 'number', index: random.chance(0.5) },
    { name: 'code', type: 'text', unique: true },
    { name: 'owner', type: 'relationship', to: 'users' },
    { name: 'next', type: 'relationship', to: target() },
    {
      ...{ name: 'lock', type: 'relationship', to: target() },
      onDelete: random.pick(['restrict', 'cascade', 'set null']),
    },
    secret,
    ...optional.filter(({ name }) => name !== `from_${own}` && random.chance(0.6)),
  ];
}

function globalOf({ slug, fields, drafts, versions, access }: CollectionConfig): GlobalConfig {
  const { read, update } = access ?? {};
  return {
    slug,
    fields: fieldsOf(fields)
      .filter(({ name, type }) => type !== 'join' && name !== 'lock' && name !== 'slug' && name !== 'code')
      .map((field): FieldConfig => field),
    ...(drafts !== undefined && { drafts }),
    ...(versions !== undefined && { versions }),
    access: { ...(read && { read }), ...(update && { update }) },
  };
}
