/** Writes of many documents, upserts, copies, and operators in bodies of changes. */

import { errorReply, MockRefusal, refuseField } from './errors.js';
import { isData, valueAt } from './paths.js';
import { found } from './reading.js';
import { type MockCall, readingOf } from './request.js';
import type { Data } from './schema.js';
import type { Entry, Store } from './store.js';
import type { Target } from './target.js';

/** One of many writes. */
export interface Operation {
  readonly op: string;
  readonly collection?: string;
  readonly global?: string;
  readonly id?: string;
  readonly data?: object;
  readonly key?: Data;
  readonly create?: Data;
  readonly draft?: boolean;
  readonly ifMatch?: number;
  readonly publishAt?: string;
  readonly values?: object;
  readonly permanent?: boolean;
}

export function operationsOf(body: Data): readonly Operation[] {
  return Array.isArray(body['operations'])
    ? (body['operations'].filter(isData) as unknown as Operation[])
    : [];
}

/** Changes or deletes what a filter finds. */
export function many(target: Target, { method, query, body, draft }: MockCall): object {
  const reading = readingOf(query);
  if (!isData(reading.where) && reading.search === undefined && `${query['all']}` !== 'true') {
    return refuseField('where', 'filter.required', 'must be given.');
  }
  const ids = found(target.stores, target.name, reading).map(({ id }) => id as string);
  const { expect } = query;
  if (expect !== undefined && Number(expect) !== ids.length) {
    throw new MockRefusal('CONFLICT', { message: `${ids.length} documents fit the filter, not ${expect}.` });
  }
  const op = method === 'PATCH' ? 'update' : 'delete';
  const permanent = `${query['permanent']}` === 'true';
  return bulk(
    ids.map((id) => ({ op, id, data: body, draft, permanent })),
    () => target,
    query,
  );
}

/** Runs operations in order; with `atomic`, which is the default, all of them or none. */
export function bulk(
  operations: readonly Operation[],
  targetOf: (operation: Operation) => Target,
  options: Data,
): object {
  const isAtomic = `${options['atomic']}` !== 'false';
  const dryRun = `${options['dryRun']}` === 'true';
  const stores = new Set(operations.map((operation) => targetOf(operation).store));
  const before = [...stores].map((store) => store.saved());
  const undo = (): void => {
    for (const back of before) back();
  };
  const ids: string[] = [];
  const counts = { matched: operations.length, changed: 0, unchanged: 0, succeeded: 0, failed: 0 };
  const results = operations.map((operation, index) => {
    try {
      const target = targetOf(operation);
      const { entry, status, isSame } = operated(target, {
        ...operation,
        data: resolved(operation.data ?? operation.values ?? {}, ids) as object,
      });
      const id = entry?.id ?? operation.id ?? '';
      ids[index] = id;
      counts.succeeded++;
      counts[isSame ? 'unchanged' : 'changed']++;
      const document = options['return'] === 'documents' &&
        entry && { document: target.store.view(entry, true) };
      return { index, id, status, ...(entry && { revision: entry.revision }), ...document };
    } catch (error) {
      if (!(error instanceof MockRefusal)) throw error;
      if (isAtomic) {
        undo();
        throw error;
      }
      counts.failed++;
      const { status, body } = errorReply(error);
      return { index, status, id: operation.id ?? null, ...(body as object) };
    }
  });
  if (dryRun) undo();
  return { dryRun, ...counts, results };
}

/** References to documents of earlier operations, replaced by their ids. */
function resolved(value: unknown, ids: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => resolved(item, ids));
  if (!isData(value)) return value;
  if (typeof value['$ref'] === 'number') return ids[value['$ref']] ?? null;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, resolved(item, ids)]));
}

interface Operated {
  readonly status: number;
  /** Absent for a deleted document. */
  readonly entry?: Entry;
  readonly isSame?: boolean;
}

function operated(target: Target, operation: Operation): Operated {
  const { store } = target;
  const { op, data = {}, draft = false, ifMatch } = operation;
  const id = operation.global === undefined ? (operation.id ?? '') : 'global';
  switch (op) {
    case 'create':
      return { status: 201, entry: store.create(data, { draft }) };
    case 'update': {
      const before = store.entry(id, ifMatch).revision;
      const isSame = changesNothing(store, id, data, draft);
      const entry = isSame
        ? store.entry(id)
        : store.update(id, withOperators(store, id, data), { draft, ifMatch });
      return { status: 200, entry, isSame: entry.revision === before };
    }
    case 'upsert': {
      const { entry, isNew } = upsert(target, { ...operation, data }, draft);
      return { status: isNew ? 201 : 200, entry };
    }
    case 'publish': {
      if (operation.publishAt === undefined) return { status: 200, entry: store.publish(id, ifMatch) };
      const entry = store.entry(id, ifMatch);
      entry.schedule = { publishAt: operation.publishAt, unpublishAt: null };
      return { status: 200, entry };
    }
    case 'unpublish':
      return { status: 200, entry: store.unpublish(id, ifMatch) };
    case 'discard':
      return { status: 200, entry: store.discard(id, ifMatch) };
    case 'delete':
      if (operation.permanent === true) store.purge(id, ifMatch);
      else store.delete(id, ifMatch, target.userId);
      return { status: 200 };
    case 'restore':
      return { status: 200, entry: store.restore(id, data, ifMatch) };
    default:
      return refuseField('op', 'data.invalid', `Is no operation: ${op}.`);
  }
}

function changesNothing(store: Store, id: string, data: object, draft: boolean): boolean {
  const now = store.read(id, draft);
  return now !== undefined && Object.entries(data).every(([name, value]) => same(now[name], value));
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Changes the document with the values of a key, or creates it. */
export function upsert(
  { store }: Target,
  { key, data, create }: { readonly key?: unknown; readonly data?: unknown; readonly create?: unknown },
  draft: boolean,
): { readonly entry: Entry; readonly isNew: boolean } {
  if (!isData(key) || Object.keys(key).length === 0) {
    return refuseField('key', 'upsert.noUniqueKey', 'must name the fields of a unique index.');
  }
  const match = store
    .views(true)
    .find((view) => Object.entries(key).every(([path, value]) => same(valueAt(view, path), value)));
  const changes = isData(data) ? data : {};
  if (match !== undefined) {
    const id = String(match['id']);
    return { entry: store.update(id, withOperators(store, id, changes), { draft }), isNew: false };
  }
  const made = { ...(isData(create) ? create : {}), ...changes, ...key };
  return { entry: store.create(made, { draft }), isNew: true };
}

const builtIn = ['id', 'createdAt', 'updatedAt', '_status', '_pending', '_revision'];

/** A copy of a document, without its unique values. */
export function copied({ store }: Target, id: string, given: Data): Entry {
  const document = store.read(id, true);
  if (document === undefined) throw store.unknown(id);
  const left = new Set([...builtIn, ...(store.schema.unique ?? [])]);
  const rows = store.schema.rows ?? {};
  const kept = Object.entries(document).filter(([name]) => !left.has(name));
  const data = kept.map(([name, value]) => [
    name,
    Object.keys(rows).some((path) => path.split(/[. ]/)[0] === name) ? withoutIds(value) : value,
  ]);
  return store.create({ ...Object.fromEntries(data), ...given }, { draft: store.schema.hasDrafts === true });
}

function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (!isData(value)) return value;
  const entries = Object.entries(value).filter(([name]) => name !== 'id');
  return Object.fromEntries(entries.map(([name, item]) => [name, withoutIds(item)]));
}

/** The values that `$inc`, `$add` and `$remove` make of the stored ones. */
export function withOperators(store: Store, id: string, changes: Data | object): Data {
  const stored = store.read(id, true) ?? {};
  return Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [name, operatedValue(stored[name], value)]),
  );
}

function operatedValue(stored: unknown, value: unknown): unknown {
  if (!isData(value) || Object.keys(value).length !== 1) return value;
  const { $inc, $add, $remove } = value;
  if (typeof $inc === 'number') return (typeof stored === 'number' ? stored : 0) + $inc;
  const list: readonly unknown[] = Array.isArray(stored) ? stored : [];
  const has = (members: readonly unknown[], one: unknown): boolean =>
    members.some((member) => same(member, one));
  if (Array.isArray($remove)) return list.filter((one) => !has($remove, one));
  if (!Array.isArray($add)) return value;
  const joined = [...list];
  for (const one of $add as readonly unknown[]) if (!has(joined, one)) joined.push(one);
  return joined;
}
