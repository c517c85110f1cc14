/**
 * What each requester gets, decided in plain TypeScript from docs/spec/contract.md#access and #drafts: by the
 * rules of the config and by documents as a super_admin sees them, without SQL.
 */
import type { ContractDescriptor, FieldDescriptor } from '../../runtime/codegen/descriptors.js';
import type { AccessArguments, AccessRule, ReadAccessCallback } from '../../runtime/config/access-config.js';
import type { CollectionConfig, GlobalConfig } from '../../runtime/config/collection-config.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import type { JsonObject, JsonValue } from '../../runtime/util/json.js';
import { createReader, type Policy, pathsOf, type Reader } from '../oracle/reader.js';
import type { World } from '../oracle/zoo.js';
import type { ModelRequester } from './requesters.js';

/** All documents in both views, as a super_admin reads them. Users are in both. */
export interface StoredWorld {
  readonly published: World;
  readonly merged: World;
  /** The history of each document, newest first. */
  readonly versions: ReadonlyMap<string, readonly StoredVersion[]>;
}

export interface StoredVersion extends JsonObject {
  readonly status: string;
  readonly document: JsonObject;
}

export interface ListParameters {
  readonly where: JsonObject | null;
  readonly sort: string | null;
  readonly depth: number;
  readonly limit: number;
  readonly page: number;
  readonly draft: boolean | null;
}

/** A response: its status, and its text where that is known. */
export interface Expected {
  readonly status: number;
  readonly text?: string;
}

export interface AccessModel {
  list(requester: ModelRequester, slug: string, parameters: ListParameters): Expected;
  byId(requester: ModelRequester, slug: string, id: string, depth: number, draft: boolean | null): Expected;
  versions(requester: ModelRequester, slug: string, id: string): Expected;
  /** The status of a change of one field, and the document as it is shown afterwards. */
  update(requester: ModelRequester, slug: string, id: string, field: string, after: StoredWorld): Expected;
}

const ranks: Readonly<Record<string, number>> = {
  ...{ super_admin: 100, admin: 90, editor: 70, author: 50, customer: 30 },
};
const forbidden: Expected = { status: 403 };
const missing: Expected = { status: 404 };

export function createAccessModel(
  config: ServiceConfig,
  contract: ContractDescriptor,
  stored: StoredWorld,
): AccessModel {
  const documents: readonly (CollectionConfig | GlobalConfig)[] = [
    ...(config.collections ?? []),
    ...(config.globals ?? []),
  ];
  const configOf = (slug: string): CollectionConfig | GlobalConfig | undefined =>
    documents.find((one) => one.slug === slug);

  function readPolicy(requester: ModelRequester, slug: string): Policy {
    if (slug === 'users') return usersPolicy(requester);
    const name = slug === 'front' ? 'globals.front' : slug;
    if (requester.scopes !== null) return requester.scopes.includes(`${name}:read`);
    const rule = configOf(slug)?.access?.read as AccessRule<ReadAccessCallback> | undefined;
    if (rule === undefined) return true;
    if (typeof rule !== 'function') return requester.role !== null && rule.includes(requester.role);
    return rule(argumentsOf(requester, null)) as Policy;
  }

  function mayUpdate(requester: ModelRequester, slug: string, document: JsonObject): boolean {
    if (requester.scopes !== null) return requester.scopes.includes(`${slug}:update`);
    const rule = configOf(slug)?.access?.update as AccessRule | undefined;
    if (typeof rule === 'function') return rule(argumentsOf(requester, document)) === true;
    return requester.role !== null && rule?.includes(requester.role) === true;
  }

  function seesDrafts(requester: ModelRequester, slug: string): boolean {
    const drafts = configOf(slug)?.drafts ?? slug !== 'users';
    if (drafts === false || requester.name === 'anonymous') return false;
    const { readRoles } = drafts === true ? { readRoles: undefined } : drafts;
    return readRoles === undefined || (requester.role !== null && readRoles.includes(requester.role));
  }

  function hides(requester: ModelRequester, slug: string, field: FieldDescriptor): boolean {
    const readers = field.access?.read;
    if (readers === undefined) return false;
    if (requester.scopes !== null) return !requester.scopes.includes(`${slug}.${field.path}:read`);
    return requester.role === null || !readers.includes(requester.role);
  }

  /** The world as a requester reads it: of each collection the view that they get. */
  function readerOf(requester: ModelRequester, draft: boolean | null, world: StoredWorld): Reader {
    const seen = new Map(
      [...world.published].map(([slug, published]) => {
        const isMerged = draft !== false && seesDrafts(requester, slug);
        return [slug, isMerged ? (world.merged.get(slug) ?? published) : published] as const;
      }),
    );
    return createReader(contract, seen, {
      hides: (field, slug) => hides(requester, slug, field),
      policyOf: (slug) => readPolicy(requester, slug),
    });
  }

  /** The refusals that come before any document is looked at. */
  function refused(requester: ModelRequester, slug: string, draft: boolean | null): Expected | null {
    if (slug === 'users') {
      if (requester.name === 'anonymous') return { status: 401 };
      return (ranks[requester.role ?? ''] ?? 0) < 90 ? forbidden : null;
    }
    if (readPolicy(requester, slug) === false) return forbidden;
    return draft === true && requester.name === 'anonymous' ? forbidden : null;
  }

  function fieldOfDocument(slug: string, name: string): FieldDescriptor | undefined {
    const collection = contract.collections.find((one) => one.slug === slug);
    return collection?.fields.find((field) => field.name === name);
  }

  function mayChange(requester: ModelRequester, slug: string, name: string): boolean {
    const updaters = fieldOfDocument(slug, name)?.access?.update;
    if (updaters === undefined) return true;
    if (requester.scopes !== null) return requester.scopes.includes(`${slug}.${name}:update`);
    return requester.role !== null && updaters.includes(requester.role);
  }

  /** What is refused before the document is looked up. */
  function refusedUpdate(requester: ModelRequester, slug: string, name: string): Expected | null {
    if (!asksCallback(requester, slug) && !mayUpdate(requester, slug, {})) return forbidden;
    if (mayChange(requester, slug, name)) return null;
    // A value that the requester may not read counts as a change, whatever it is.
    const field = fieldOfDocument(slug, name);
    return field !== undefined && hides(requester, slug, field) ? forbidden : null;
  }

  /**
   * The document that a requester with the right to update finds; null: 404. A document of which nothing is
   * published is none to those who do not see drafts. The right to update needs no right to read.
   */
  function found(requester: ModelRequester, slug: string, id: string): JsonObject | null {
    const published = stored.published.get(slug)?.get(id);
    const document = seesDrafts(requester, slug) ? stored.merged.get(slug)?.get(id) : published;
    if (document === undefined) return null;
    const policy = readPolicy(requester, slug);
    return policy === false || meets(slug, document, policy) ? document : null;
  }

  /** What a callback gets: the published document, or the draft if nothing is published. */
  function storedOne(slug: string, id: string): JsonObject {
    return stored.published.get(slug)?.get(id) ?? stored.merged.get(slug)?.get(id) ?? {};
  }

  /** Whether a change of the published content would show what the constraint hides. */
  function hidesPublished(requester: ModelRequester, slug: string, id: string): boolean {
    const published = stored.published.get(slug)?.get(id);
    const policy = readPolicy(requester, slug);
    return published !== undefined && policy !== false && !meets(slug, published, policy);
  }

  function asksCallback(requester: ModelRequester, slug: string): boolean {
    return requester.scopes === null && typeof configOf(slug)?.access?.update === 'function';
  }

  function meets(slug: string, document: JsonObject, policy: Policy): boolean {
    const alone = new Map([[slug, new Map([[String(document['id']), document]])]]);
    const one = createReader(contract, alone, { hides: () => false, policyOf: () => policy });
    return one.world.get(slug)?.size === 1;
  }

  return {
    list(requester, slug, { where, sort, depth, limit, page, draft }) {
      const refusal = refused(requester, slug, draft);
      if (refusal !== null) return refusal;
      const reader = readerOf(requester, draft, stored);
      const named = [...pathsOf(where ?? {}), ...(sort ?? '').split(',').map(fieldOf)];
      if (named.some((path) => reader.namesHidden(slug, path))) return forbidden;
      const usual = contract.collections.find((one) => one.slug === slug)?.defaultSort ?? 'createdAt_desc';
      const unlessGiven = reader.namesHidden(slug, fieldOf(usual)) ? 'createdAt_desc' : usual;
      const ids = reader.oracle.list(slug, where ?? {}, sort ?? unlessGiven);
      const docs = ids
        .slice((page - 1) * limit, page * limit)
        .map((id) => reader.show(slug, reader.world.get(slug)?.get(id) ?? {}, depth, null));
      const totalPages = limit === 0 ? 0 : Math.ceil(ids.length / limit);
      const counts = { totalDocs: ids.length, page, totalPages };
      const more = { hasNextPage: page < totalPages, hasPrevPage: page > 1 };
      return { status: 200, text: JSON.stringify({ docs, ...counts, ...more }) };
    },

    byId(requester, slug, id, depth, draft) {
      const refusal = refused(requester, slug, draft);
      if (refusal !== null) return refusal;
      const reader = readerOf(requester, draft, stored);
      const document = reader.world.get(slug)?.get(id);
      if (document === undefined) return missing;
      return { status: 200, text: JSON.stringify(reader.show(slug, document, depth, null)) };
    },

    versions(requester, slug, id) {
      if (!asksCallback(requester, slug) && !mayUpdate(requester, slug, {})) return forbidden;
      const document = found(requester, slug, id);
      if (document === null) return missing;
      if (!mayUpdate(requester, slug, storedOne(slug, id))) return forbidden;
      const reader = readerOf(requester, null, stored);
      const policy = readPolicy(requester, slug);
      const docs = (stored.versions.get(id) ?? []).filter(({ status, document: old }) => {
        if (status === 'draft' && !seesDrafts(requester, slug)) return false;
        return policy === false || meets(slug, old, policy);
      });
      const shown = docs.map((version): JsonObject => {
        const { document: old } = version;
        return { ...version, document: policy === false ? headOf(old) : reader.show(slug, old, 0, null) };
      });
      const totals = { totalDocs: shown.length, page: 1, totalPages: Math.ceil(shown.length / 100) };
      const envelope = { docs: shown, ...totals, hasNextPage: false, hasPrevPage: false };
      return { status: 200, text: JSON.stringify(envelope) };
    },

    update(requester, slug, id, field, after) {
      const early = refusedUpdate(requester, slug, field);
      if (early !== null) return early;
      const document = found(requester, slug, id);
      if (document === null) return missing;
      if (!mayUpdate(requester, slug, storedOne(slug, id))) return forbidden;
      if (!mayChange(requester, slug, field)) return forbidden;
      if (hidesPublished(requester, slug, id)) return missing;
      // A write of the published content returns the published document.
      const shown = after.published.get(slug)?.get(id) ?? {};
      const text = JSON.stringify(
        readPolicy(requester, slug) === false
          ? headOf(shown)
          : readerOf(requester, null, after).show(slug, shown, 0, null),
      );
      return { status: 200, text };
    },
  };
}

function usersPolicy({ role, id, scopes }: ModelRequester): Policy {
  if (role === null || scopes !== null) return false;
  if (role === 'super_admin') return true;
  const rank = ranks[role] ?? 0;
  const own: JsonObject | null = id === null ? null : { id };
  if (rank < 90) return own ?? false;
  const lower: JsonValue = Object.keys(ranks).filter((name) => (ranks[name] ?? 0) < rank);
  return own === null ? { role: { in: lower } } : { OR: [{ role: { in: lower } }, own] };
}

/** All that a requester gets who may change a document without reading it. */
function headOf(document: JsonObject): JsonObject {
  const names = ['id', 'createdAt', 'updatedAt', '_status', '_revision'];
  return Object.fromEntries(Object.entries(document).filter(([name]) => names.includes(name)));
}

function fieldOf(term: string): string {
  return term.replace(/_(asc|desc)$/, '');
}

function argumentsOf({ id, role }: ModelRequester, document: JsonObject | null): AccessArguments {
  const user = id === null ? {} : { user: { id, role, email: '' } };
  return { req: { ...user }, ...(document !== null && { document, data: document }) } as AccessArguments;
}
