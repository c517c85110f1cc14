/** The routes of collections and globals. */
import { errorReply, MockRefusal, type Reply, refuseField } from './errors.js';
import { isData } from './paths.js';
import { found, pageOf, type Stores, shown } from './reading.js';
import { type MockCall, type MockFile, readingOf } from './request.js';
import type { Data } from './schema.js';
import type { Entry, Saving, Store } from './store.js';

/** What the routes of a collection or global use. */
export interface Target {
  readonly stores: Stores;
  readonly name: string;
  readonly store: Store;
  /** Keeps a file, and returns the fields of it. */
  keep(file: MockFile, id: string): Data;
  newId(): string;
}

/** Carries out a call; undefined where there is no such route. */
export function documentReply(target: Target, call: MockCall, rest: readonly string[]): Reply | undefined {
  const { name, store } = target;
  const [first, second, third, fourth] = rest;
  if (name.startsWith('globals/')) return ofDocument(target, call, ['global', ...rest]);
  if (first === undefined) return ofCollection(target, call);
  if (second === undefined && call.method === 'POST') {
    if (first === 'query') return json(pageOf(target.stores, name, readingOf(call.body)));
    if (first === 'bulk') return json(bulk(target, operationsOf(call.body), call.body));
  }
  if (second === 'versions' && third !== undefined) {
    const { document } = store.version(first, third);
    if (fourth !== 'restore') return json(store.version(first, third));
    return written(
      target,
      store.update(first, document, saving(call, store.schema.hasDrafts === true)),
      true,
    );
  }
  return ofDocument(target, call, rest);
}

function ofCollection(target: Target, call: MockCall): Reply | undefined {
  const { stores, name } = target;
  switch (call.method) {
    case 'GET':
      return json(pageOf(stores, name, readingOf(call.query)));
    case 'POST':
      return { ...written(target, created(target, call), call.draft), status: 201 };
    case 'PATCH':
    case 'DELETE':
      return json(many(target, call));
    default:
      return undefined;
  }
}

function created({ store, keep, newId }: Target, { body, file, draft }: MockCall): Entry {
  if (!store.schema.hasFiles) return store.create(body, { draft });
  if (!file) return refuseField('file', 'value.required', 'Is required.');
  const id = newId();
  return store.create({ ...keep(file, id), ...body, id }, { draft });
}

function ofDocument(target: Target, call: MockCall, rest: readonly string[]): Reply | undefined {
  const { stores, name, store, keep } = target;
  const [id = '', action] = rest;
  const { method, ifMatch } = call;
  switch (`${method} ${action ?? ''}`) {
    case 'GET ': {
      const reading = readingOf(call.query);
      const document = store.read(id, reading.draft === true);
      if (!document) throw store.unknown(id);
      return json(shown(stores, { name, document, reading }));
    }
    case 'PATCH ': {
      const changes = call.file ? { ...keep(call.file, id), ...call.body } : call.body;
      return written(target, store.update(id, changes, saving(call, call.draft)), call.draft);
    }
    case 'DELETE ':
      store.delete(id, ifMatch);
      return json({ message: 'The document was deleted.' });
    case 'POST publish':
      return published(target, call, id);
    case 'POST unpublish':
      return written(target, store.unpublish(id, ifMatch), true);
    case 'DELETE draft':
      return written(target, store.discard(id, ifMatch), false);
    case 'GET schedule':
      return json({ ...store.entry(id).schedule, error: null });
    case 'DELETE schedule':
      store.entry(id).schedule = { publishAt: null, unpublishAt: null };
      return json({ ...store.entry(id).schedule, error: null });
    case 'GET versions':
      return json(versionsOf(store.entry(id), readingOf(call.query)));
    default:
      return undefined;
  }
}

function published(target: Target, { body, ifMatch }: MockCall, id: string): Reply {
  const { store } = target;
  const { publishAt, unpublishAt } = body as { readonly publishAt?: string; readonly unpublishAt?: string };
  const entry = store.entry(id, ifMatch);
  entry.schedule = { publishAt: publishAt ?? null, unpublishAt: unpublishAt ?? null };
  return publishAt ? written(target, entry, true) : written(target, store.publish(id), false);
}

function versionsOf(
  { versions }: Entry,
  { limit = 10, page = 1 }: { readonly limit?: number | undefined; readonly page?: number | undefined },
): object {
  const from = (page - 1) * limit;
  const totalPages = Math.max(1, Math.ceil(versions.length / limit));
  const ends = { totalDocs: versions.length, hasNextPage: page < totalPages, hasPrevPage: page > 1 };
  return { docs: versions.slice(from, from + limit), page, totalPages, ...ends };
}

function written({ store }: Target, entry: Entry, draft: boolean): Reply {
  return json(store.view(entry, draft));
}

function saving({ ifMatch }: MockCall, draft: boolean): Saving {
  return { draft, ifMatch };
}

interface Operation {
  readonly op: string;
  readonly id?: string;
  readonly data?: object;
  readonly draft?: boolean;
  readonly ifMatch?: number;
}

function operationsOf(body: Data): readonly Operation[] {
  return Array.isArray(body['operations'])
    ? (body['operations'].filter(isData) as unknown as Operation[])
    : [];
}

function many(target: Target, { method, query, body, draft }: MockCall): object {
  const reading = readingOf(query);
  if (!isData(reading.where)) return refuseField('where', 'filter.required', 'must be given.');
  const ids = found(target.stores, target.name, reading).map(({ id }) => id as string);
  const { expect } = query;
  if (expect !== undefined && Number(expect) !== ids.length) {
    throw new MockRefusal('CONFLICT', { message: `${ids.length} documents fit the filter, not ${expect}.` });
  }
  const op = method === 'PATCH' ? 'update' : 'delete';
  return bulk(
    target,
    ids.map((id) => ({ op, id, data: body, draft })),
    query,
  );
}

/** Runs operations in order; with `atomic`, which is the default, all of them or none. */
function bulk(target: Target, operations: readonly Operation[], options: Data): object {
  const isAtomic = `${options['atomic']}` !== 'false';
  const dryRun = `${options['dryRun']}` === 'true';
  const undo = target.store.saved();
  let failed = 0;
  const results = operations.map((operation, index) => {
    try {
      return { index, ...operated(target, operation) };
    } catch (error) {
      if (!(error instanceof MockRefusal)) throw error;
      if (isAtomic) {
        undo();
        throw error;
      }
      failed++;
      const { status, body } = errorReply(error);
      return { index, status, id: operation.id ?? null, ...(body as object) };
    }
  });
  if (dryRun) undo();
  return { dryRun, succeeded: results.length - failed, failed, results };
}

function operated({ store }: Target, { op, id = '', data = {}, draft = false, ifMatch }: Operation): object {
  const row = ({ id: own, revision }: Entry, status = 200): object => ({ status, id: own, revision });
  switch (op) {
    case 'create':
      return row(store.create(data, { draft }), 201);
    case 'update':
      return row(store.update(id, data, { draft, ifMatch }));
    case 'publish':
      return row(store.publish(id, ifMatch));
    case 'unpublish':
      return row(store.unpublish(id, ifMatch));
    case 'discard':
      return row(store.discard(id, ifMatch));
    case 'delete':
      store.delete(id, ifMatch);
      return { status: 200, id };
    default:
      return refuseField('op', 'data.invalid', `Is no operation: ${op}.`);
  }
}

/** A response with a body. */
export function json(body: unknown): Reply {
  return { status: 200, body };
}
