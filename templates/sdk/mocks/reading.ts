/** What a read shows of documents: filter, order, pages, populated relations and selected fields. */
import { refuseField } from './errors.js';
import { type Follow, matches } from './filter.js';
import { copyOf, isData, replaceAt, valueAt } from './paths.js';
import { type Data, type MockSchema, nameOfSlug } from './schema.js';
import { highlightsOf, queryOf, scoreOf } from './search.js';
import type { Store } from './store.js';

/** The parameters of a read. */
export interface Reading {
  readonly where?: unknown;
  readonly sort?: readonly string[] | undefined;
  readonly limit?: number | undefined;
  readonly page?: number | undefined;
  readonly cursor?: string | undefined;
  readonly count?: string | undefined;
  readonly depth?: number | undefined;
  readonly draft?: boolean | undefined;
  readonly unused?: boolean | undefined;
  readonly select?: readonly string[] | undefined;
  readonly search?: string | undefined;
  readonly highlight?: boolean | undefined;
}

/** All documents of a service. */
export interface Stores {
  readonly schema: MockSchema;
  store(name: string): Store;
}

/** The documents of a collection that fit a query, in its order. */
export function found(
  stores: Stores,
  name: string,
  { where, sort, draft = false, unused = false, search }: Reading,
): readonly Data[] {
  const store = stores.store(name);
  const usual = store.schema.sort ?? 'createdAt_desc';
  const follow = following(stores, name, draft);
  const documents = store
    .views(draft)
    .filter((document) => matches(document, where, follow))
    .filter(({ id }) => !unused || !isUsed(stores, id));
  const sorted = ordered(documents, sort && sort.length > 0 ? sort : usual.split(','));
  if (search === undefined) return sorted;
  const hits = searched(store, sorted, search);
  if (sort && sort.length > 0) return hits.map(({ document }) => document);
  return [...hits].sort((one, other) => other.score - one.score).map(({ document }) => document);
}

/** The documents that a search finds, with their scores. */
function searched(
  { schema }: Store,
  documents: readonly Data[],
  text: string,
): readonly { readonly document: Data; readonly score: number }[] {
  if (schema.search === undefined) return refuseField('search', 'search.off', 'Is not possible here.');
  const query = queryOf(text);
  if (query === null) return refuseField('search', 'search.empty', 'Has no word to search for.');
  const { search: fields } = schema;
  return documents
    .map((document) => ({ document, score: scoreOf(document, fields, query) }))
    .filter(({ score }) => score > 0);
}

/** What `GET /api/svc/search` returns. */
export function hitsOf(
  stores: Stores,
  {
    q,
    collections,
    limit = 20,
    ...reading
  }: Reading & { readonly q: string; readonly collections?: readonly string[] },
): object {
  const names = Object.keys(stores.schema).filter((name) => {
    const { search, path } = stores.schema[name] ?? {};
    return search !== undefined && (collections === undefined || collections.includes(`${path}`));
  });
  const hits = names.flatMap((name) => {
    const store = stores.store(name);
    const all = found(stores, name, reading);
    return searched(store, all, q).map(({ document, score }) => ({
      collection: store.schema.path,
      document: shown(stores, { name, document, reading: { ...reading, search: q } }),
      score,
    }));
  });
  return { hits: hits.sort((one, other) => other.score - one.score).slice(0, limit) };
}

/** Whether a document names another one, in a field or in a text. */
function isUsed(stores: Stores, id: unknown): boolean {
  const text = JSON.stringify(id);
  const naming = ({ id: _, ...rest }: Data): boolean => JSON.stringify(rest).includes(text);
  return Object.keys(stores.schema).some((name) =>
    [false, true].some((draft) => stores.store(name).views(draft).some(naming)),
  );
}

function following(stores: Stores, name: string, draft: boolean): Follow {
  return (path, value) => {
    const targets = stores.schema[name]?.relations?.[path];
    if (targets === undefined) return undefined;
    const all = related(stores, { targets, value, draft });
    const documents = (Array.isArray(all) ? all : [all]).map((each) =>
      isData(each) && 'doc' in each ? each['doc'] : each,
    );
    return { documents, follow: following(stores, targets[0] ?? '', draft) };
  };
}

/** Documents in the order of terms: paths with `_asc` or `_desc`. */
export function ordered<T extends Data>(documents: readonly T[], terms: readonly string[]): readonly T[] {
  const keys = terms.map((term) => {
    const [, path = '', direction] = /^(.*?)(?:_(asc|desc))?$/.exec(term) ?? [];
    return { path, factor: direction === 'desc' ? -1 : 1 };
  });
  return [...documents].sort((one, other) => {
    for (const { path, factor } of keys) {
      const [a, b] = [valueAt(one, path) ?? null, valueAt(other, path) ?? null];
      if (a === b) continue;
      // Empty values come last in both directions.
      if (a === null || b === null) return a === null ? 1 : -1;
      return (a < b ? -1 : 1) * factor;
    }
    return 0;
  });
}

/** A page of a list. */
export function pageOf(stores: Stores, name: string, reading: Reading): object {
  const { limit = 10, page = 1, cursor, count = cursor === undefined ? 'exact' : 'none' } = reading;
  const all = found(stores, name, reading);
  const from = cursor === undefined ? (page - 1) * limit : Number(cursor);
  const docs = all.slice(from, from + limit).map((document) => shown(stores, { name, document, reading }));
  const isCounted = count !== 'none';
  const hasNextPage = limit > 0 && from + limit < all.length;
  const totalDocs = isCounted ? all.length : -1;
  const ends = { docs, totalDocs, hasNextPage, hasPrevPage: from > 0 };
  if (cursor !== undefined) return { ...ends, nextCursor: hasNextPage ? `${from + limit}` : null };
  const totalPages = isCounted ? Math.max(1, Math.ceil(all.length / Math.max(1, limit))) : -1;
  return { ...ends, page, totalPages };
}

interface Shown {
  readonly name: string;
  readonly document: Data;
  readonly reading: Reading;
}

/** A document with its relations populated, and only the selected fields. */
export function shown(stores: Stores, { name, document, reading }: Shown): Data {
  const { depth = 0, draft = false, select = [], search, highlight = false } = reading;
  const whole = populated(stores, { name, document, depth, draft });
  const own = select.length > 0 ? selected(whole, [...select, 'id']) : whole;
  const query = highlight && search !== undefined ? queryOf(search) : null;
  if (query === null) return own;
  return { ...own, _highlights: highlightsOf(own, stores.schema[name]?.search ?? {}, query) };
}

interface Populating {
  readonly name: string;
  readonly document: Data;
  readonly depth: number;
  readonly draft: boolean;
}

function populated(stores: Stores, { name, document, depth, draft }: Populating): Data {
  const copy = copyOf(document);
  if (depth <= 0) return copy;
  const { relations = {}, joins = {} } = stores.schema[name] ?? {};
  const below = { depth: depth - 1, draft };
  for (const [path, targets] of Object.entries(relations)) {
    replaceAt(copy, path.split('.'), (value) => related(stores, { targets, value, ...below }));
  }
  for (const [path, { from, on, limit }] of Object.entries(joins)) {
    const refers = (other: Data): boolean =>
      JSON.stringify(valueAt(other, on) ?? null).includes(JSON.stringify(document['id']));
    const all = found(stores, from, { draft }).filter(refers);
    const docs = all
      .slice(0, limit)
      .map((each) => populated(stores, { name: from, document: each, ...below }));
    setAt(copy, path.split('.'), { docs, hasNextPage: all.length > limit });
  }
  return copy;
}

function setAt(data: Data, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) data[name] = value;
  else if (isData(data[name])) setAt(data[name], rest, value);
}

interface Related {
  readonly targets: readonly string[];
  readonly value: unknown;
  readonly draft: boolean;
  readonly depth?: number;
}

/** The documents at a relation: null where there is none, and in a list none that cannot be read. */
function related(stores: Stores, given: Related): unknown {
  const { targets, value, draft, depth = 0 } = given;
  if (Array.isArray(value)) {
    const all = value.map((each) => related(stores, { ...given, value: each }));
    return all.filter((each) => each !== null && (!isData(each) || each['doc'] !== null));
  }
  if (isData(value) && typeof value['collection'] === 'string') {
    const name = nameOfSlug(stores.schema, value['collection']);
    const doc = name ? related(stores, { ...given, targets: [name], value: value['id'] }) : null;
    return { collection: value['collection'], id: value['id'], doc };
  }
  const [name = ''] = targets;
  if (typeof value !== 'string' || !stores.schema[name]) return null;
  const document = stores.store(name).read(value, draft);
  return document ? populated(stores, { name, document, depth, draft }) : null;
}

/** The parts of a value at paths. Lists keep their rows with their ids. */
function selected(value: Data, paths: readonly string[]): Data {
  const picked: Data = {};
  for (const name of Object.keys(value)) {
    if (paths.includes(name)) picked[name] = value[name];
    else {
      const inside = paths.flatMap((path) =>
        path.startsWith(`${name}.`) ? [path.slice(name.length + 1)] : [],
      );
      if (inside.length > 0) picked[name] = selectedInside(value[name], inside);
    }
  }
  return picked;
}

function selectedInside(value: unknown, paths: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => selectedInside(each, paths));
  if (!isData(value)) return value;
  if ('docs' in value && 'hasNextPage' in value) {
    return { docs: selectedInside(value['docs'], paths), hasNextPage: value['hasNextPage'] };
  }
  if ('collection' in value && 'doc' in value) {
    return { ...value, doc: selectedInside(value['doc'], paths) };
  }
  return selected(value, [...paths, 'id', 'blockType']);
}
