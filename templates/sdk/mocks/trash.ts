/** The trash of a collection: its list, its documents, their return and their end. */

import type { Reply } from './errors.js';
import { matches } from './filter.js';
import { isData, valueAt } from './paths.js';
import { ordered } from './reading.js';
import { type MockCall, readingOf } from './request.js';
import type { Data } from './schema.js';
import type { Store, TrashedEntry } from './store.js';
import type { Target } from './target.js';

/** Max number of documents that one call deletes for good. */
const maxPurged = 1000;

/** Carries out a call that concerns the trash; undefined where it concerns something else. */
export function trashReply(
  { store }: Target,
  { method, query, body, ifMatch }: MockCall,
  [first, second]: readonly string[],
): Reply | undefined {
  if (store.schema.trash === undefined) return undefined;
  const id = first ?? '';
  switch (`${method} ${first === 'trash' ? `trash/${second}` : (second ?? '')}`) {
    case 'GET ':
      if (query['trash'] !== 'only') return undefined;
      return ok(first === undefined ? page(store, query) : shown(store, store.trashedEntry(id)));
    case 'DELETE ':
      if (first === undefined || query['permanent'] !== 'true') return undefined;
      store.purge(id, ifMatch);
      return ok({ message: 'The document was deleted for good.' });
    case 'POST restore': {
      const { values } = body;
      const entry = store.restore(id, isData(values) ? values : {}, ifMatch);
      return ok(store.view(entry, entry.published === null));
    }
    case 'POST trash/empty': {
      const all = store.inTrash();
      const purged = all.slice(0, maxPurged);
      for (const { entry } of purged) store.purge(entry.id);
      return ok({ purged: purged.length, left: all.length - purged.length });
    }
    default:
      return undefined;
  }
}

function ok(body: unknown): Reply {
  return { status: 200, body };
}

function page(store: Store, query: Data): object {
  const { where, sort = ['_deletedAt_desc'], limit = 10, page: number = 1 } = readingOf(query);
  const { title } = store.schema.trash ?? {};
  const rows = store.inTrash().map((trashed) => {
    const document = shown(store, trashed);
    return {
      id: document['id'],
      _deletedAt: trashed.deletedAt,
      title: title && valueAt(document, title),
      document,
    };
  });
  const found = ordered(
    rows.filter((row) => matches(row, where, () => undefined)),
    sort,
  );
  const from = (number - 1) * limit;
  const docs = found.slice(from, from + limit).map(({ document }) => document);
  const totalPages = limit === 0 ? 0 : Math.ceil(found.length / limit);
  const ends = { hasNextPage: number < totalPages, hasPrevPage: number > 1 };
  return { docs, totalDocs: found.length, page: number, totalPages, ...ends };
}

function shown(store: Store, { entry, deletedAt, deletedBy }: TrashedEntry): Data {
  const { _pending, ...document } = store.view(entry, true) ?? {};
  return { ...document, _deletedAt: deletedAt, _deletedBy: deletedBy };
}
