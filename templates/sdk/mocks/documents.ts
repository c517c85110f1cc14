/** The routes of collections and globals. */

import { type Reply, refuseField } from './errors.js';
import { groupsOf } from './groups.js';
import { bulk, copied, many, operationsOf, upsert, withOperators } from './many.js';
import { found, pageOf, shown } from './reading.js';
import { type MockCall, readingOf } from './request.js';
import type { Entry, Saving } from './store.js';
import type { Target } from './target.js';
import { trashReply } from './trash.js';

/** Carries out a call; undefined where there is no such route. */
export function documentReply(target: Target, call: MockCall, rest: readonly string[]): Reply | undefined {
  const { name, store } = target;
  const [first, second, third, fourth] = rest;
  if (name.startsWith('globals/')) return ofDocument(target, call, ['global', ...rest]);
  const ofTrash = trashReply(target, call, rest);
  if (ofTrash !== undefined) return ofTrash;
  if (first === undefined) return ofCollection(target, call);
  if (second === undefined && call.method === 'POST') {
    if (first === 'query') return json(pageOf(target.stores, name, readingOf(call.body)));
    if (first === 'aggregate') {
      const { where, draft, search } = readingOf(call.body);
      return json(groupsOf(found(target.stores, name, { where, draft, search }), call.body));
    }
    if (first === 'bulk') return json(bulk(operationsOf(call.body), () => target, call.body));
    if (first === 'upsert') return upserted(target, call);
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
      const changes = withOperators(
        store,
        id,
        call.file ? { ...keep(call.file, id), ...call.body } : call.body,
      );
      return written(target, store.update(id, changes, saving(call, call.draft)), call.draft);
    }
    case 'DELETE ':
      store.delete(id, ifMatch, target.userId);
      return json({ message: 'The document was deleted.' });
    case 'POST publish':
      return published(target, call, id);
    case 'POST duplicate': {
      const draft = store.schema.hasDrafts === true;
      return { ...written(target, copied(target, id, call.body), draft), status: 201 };
    }
    case 'POST unpublish':
      return written(target, store.unpublish(id, ifMatch), true);
    case 'DELETE draft':
      return written(target, store.discard(id, ifMatch), false);
    case 'GET schedule':
      return json({ ...store.entry(id).schedule, error: null });
    case 'DELETE schedule':
      store.entry(id).schedule = { publishAt: null, unpublishAt: null };
      return json({ ...store.entry(id).schedule, error: null });
    case 'POST preview-token':
      store.entry(id);
      return json({ token: `preview-${id}`, expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
    case 'GET versions':
      return json(versionsOf(store.entry(id), readingOf(call.query)));
    default:
      return undefined;
  }
}

function upserted(target: Target, { body, draft }: MockCall): Reply {
  const { entry, isNew } = upsert(target, body, draft);
  return { ...written(target, entry, draft), status: isNew ? 201 : 200 };
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

/** A response with a body. */
export function json(body: unknown): Reply {
  return { status: 200, body };
}
