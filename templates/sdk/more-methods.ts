/**
 * Methods that few programs call. Their code is a file of its own, which a program loads when it calls the
 * first of them. What it imports is used by nothing else, so that a bundler needs no third file for what both
 * share.
 */
import type { SvcError } from './errors.js';
import type { BulkOptions, BulkResult, DeleteManyOptions, ManyOptions } from './many.js';
import type { List, Methods, Query, Tools } from './methods.js';
import type { CallOptions, ChangeOptions, CreateOnceOptions, WriteOptions } from './options.js';
import type { Method } from './request.js';
import { recordedOperations } from './transaction.js';

interface Document {
  readonly id: string;
  readonly _revision: number;
}

type Change = (document: Document) => object | Promise<object>;

/** Max number of operations in a bulk call. */
const maxOperations = 1000;

/**
 * Looks at what failed where each was written by itself: otherwise half of a change would be taken for all of
 * it.
 */
function whole(result: BulkResult, refuse: Tools['refuse']): BulkResult {
  const { failed, results } = result;
  const row = failed ? results.find(({ code }) => code) : undefined;
  if (!row?.code) return result;
  const { code, status, error, details } = row;
  try {
    return refuse(`${failed} of ${results.length} were not written, the first of them: ${error}`);
  } catch (cause) {
    throw Object.assign(cause as object, { code, status, details, result });
  }
}

/** The method of a name. */
export function moreMethods(tools: Tools, name: string): Methods[string] {
  const method = methodsBy(tools)[name];
  if (method) return method;
  throw new TypeError(`${tools.root}: ${name} is not a function.`);
}

function methodsBy(tools: Tools): Methods {
  const { root, send, get, read, at, jsonOf, segment, refuse, contract } = tools;
  const { pageSize = 100, pathOf } = contract;
  const draft = contract.hasDrafts(root) ? false : undefined;
  const many = async (
    method: Method,
    query: Query,
    { expect, atomic, dryRun, partial, permanent, ...options }: DeleteManyOptions = {},
    data?: object,
  ): Promise<unknown> => {
    const parameters = { ...query, expect, atomic, dryRun, permanent };
    const result = await read(root, parameters, options, method, data && jsonOf(data));
    return partial || dryRun ? result : whole(result as BulkResult, refuse);
  };
  const update = (path: string, data: object, options: WriteOptions): Promise<unknown> =>
    send('PATCH', path, options, jsonOf(data));
  const bulk = async (
    given: readonly object[] | ((tx: object) => unknown),
    { atomic, dryRun, return: returned, ...options }: BulkOptions = {},
  ): Promise<unknown> => {
    const operations = typeof given === 'function' ? recordedOperations(given, pathOf) : given;
    return send('POST', `${root}/bulk`, options, jsonOf({ operations, atomic, dryRun, return: returned }));
  };
  const findOne = async (query?: Query, options?: CallOptions): Promise<object | null> =>
    ((await read(root, { ...query, limit: 1, count: 'none' }, options)) as List).docs[0] ?? null;

  return {
    mutate: at(async (path, change: Change, options?: WriteOptions) => {
      // In each round one writer succeeds, so a hundred rounds are enough for many concurrent writers.
      for (let round = 1, newest = 0; ; round++) {
        const document = (await read(path, { draft: options?.draft }, options)) as Document;
        const data = await change(document);
        try {
          // A pending draft has a revision of its own, which no published document shows: only a refusal
          // reveals it. The document read after that refusal has the state that the refusal was about, as
          // long as there is no other write.
          return await update(path, data, { ...options, ifMatch: Math.max(newest, document._revision) });
        } catch (error) {
          // Without a revision it is another conflict: a unique value is already in use.
          newest = (error as SvcError).currentRevision as number;
          if (!newest || round > 99) throw error;
        }
      }
    }),
    duplicate: at(async (path, data?: object, options?: CreateOnceOptions) =>
      send('POST', `${path}/duplicate`, options, jsonOf(data ?? {})),
    ),
    publish: at(async (path, data?: object, options?: ChangeOptions) =>
      send('POST', `${path}/publish`, options, jsonOf(data ?? {})),
    ),
    unpublish: at((path, options?: ChangeOptions) => send('POST', `${path}/unpublish`, options)),
    discardDraft: at((path, options?: ChangeOptions) => send('DELETE', `${path}/draft`, options)),
    schedule: at((path, options?: CallOptions) => send('GET', `${path}/schedule`, options)),
    cancelSchedule: at((path, options?: CallOptions) => send('DELETE', `${path}/schedule`, options)),
    previewToken: at((path, options?: CallOptions) => send('POST', `${path}/preview-token`, options)),
    versions: at((path, query?: Query, options?: CallOptions) => get(`${path}/versions`, query, options)),
    restore: at(async (path, id: string, options?: ChangeOptions) =>
      send('POST', `${path}/versions/${segment(id)}/restore`, options),
    ),

    findOne,
    findByKey: async (key: object, query?: Query, options?: CallOptions) => {
      const [[path, value] = []] = Object.entries(key);
      // An empty condition would find any document, and an object could be one of another meaning.
      const equals: unknown = value ?? refuse('findByKey: the value is missing');
      return findOne({ ...query, where: { [`${path}`]: { equals } } }, options);
    },
    findByIds: async (ids: readonly string[], query?: Query, options?: CallOptions) => {
      const distinct = [...new Set(ids)];
      const found = new Map<string, object>();
      for (let from = 0; from < distinct.length; from += pageSize) {
        const where = { id: { in: distinct.slice(from, from + pageSize) } };
        const page = { ...query, where, limit: pageSize, count: 'none' };
        for (const document of ((await read(root, page, options)) as List).docs)
          found.set((document as Document).id, document);
      }
      return ids.flatMap((id) => found.get(id) ?? []);
    },
    createMany: async (docs: readonly object[], options?: WriteOptions) => {
      const counted = { matched: 0, changed: 0, unchanged: 0, succeeded: 0, failed: 0 };
      const result: BulkResult = { dryRun: false, ...counted, results: [] };
      let size = maxOperations;
      for (let from = 0; from < docs.length; ) {
        const part = docs.slice(from, from + size);
        const operations = part.map((data) => ({ op: 'create', data }));
        try {
          const { results, ...counts } = (await bulk(operations, {
            ...options,
            atomic: false,
          })) as BulkResult;
          result.results.push(...results.map((row) => ({ ...row, index: from + row.index })));
          for (const name of ['matched', 'changed', 'unchanged', 'succeeded', 'failed'] as const)
            result[name] += counts[name];
          from += part.length;
        } catch (error) {
          // The limit of a request's size is a setting of the server, which clients do not know.
          if ((error as SvcError).code !== 'PAYLOAD_TOO_LARGE' || part.length < 2)
            throw Object.assign(error as object, { result });
          size = Math.ceil(part.length / 2);
        }
      }
      return result;
    },
    aggregate: async (query: Query, options?: CallOptions) =>
      send('POST', `${root}/aggregate`, options, jsonOf({ ...query, draft: query['draft'] ?? draft })),
    count: async (query?: Query, options?: CallOptions) =>
      ((await read(root, { ...query, limit: 0 }, options)) as List).totalDocs,
    search: async (text: string, query?: Query, options?: CallOptions) =>
      get(`${root}/search`, { ...query, q: text, draft: query?.['draft'] ?? false }, options),
    views: async (query?: Query, options?: CallOptions) => get(`${root}/views`, query, options),
    createView: async (view: object, options?: CallOptions) =>
      send('POST', `${root}/views`, options, jsonOf(view)),
    updateView: async (id: string, change: object, options?: CallOptions) =>
      send('PATCH', `${root}/views/${segment(id)}`, options, jsonOf(change)),
    deleteView: async (id: string, options?: CallOptions) =>
      send('DELETE', `${root}/views/${segment(id)}`, options),
    bulk,
    upsert: async (
      key: object,
      data: object,
      { create, ...options }: WriteOptions & { readonly create?: object } = {},
    ) => send('POST', `${root}/upsert`, options, jsonOf({ key, data, create })),
    updateMany: async (query: Query, data: object, options?: ManyOptions) =>
      many('PATCH', query, options, data),
    deleteMany: async (query: Query, options?: DeleteManyOptions) => many('DELETE', query, options),
    async *iterate(query?: Query, options?: CallOptions) {
      let cursor: string | null = '';
      do {
        const page: Query = { limit: pageSize, ...query, cursor };
        const { docs, nextCursor } = (await read(root, page, options)) as List;
        for (const document of docs) {
          // An aborted call throws before it sends a request.
          if (options?.signal?.aborted) await read(root, page, options);
          yield document;
        }
        cursor = nextCursor;
      } while (cursor);
    },
  };
}
