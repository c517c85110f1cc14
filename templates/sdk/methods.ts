import { refuse, type SvcError } from './errors.js';
import { jsonOf } from './json.js';
import type { BulkOptions, ManyOptions } from './many.js';
import type { CallOptions, ChangeOptions, WriteOptions } from './options.js';
import { platform } from './platform.js';
import type { Method, Send } from './request.js';

/** What a client knows of the contract that it was generated from; the rest follows from rules. */
export interface ClientContract {
  readonly hash: string;
  /** The path of a name: `blogPosts` → `blog-posts`, `globals/siteSettings` → `globals/site-settings`. */
  pathOf(name: string): string;
  /** Whether the documents at a path have drafts. */
  hasDrafts(path: string): boolean;
  /** Number of documents that `iterate` reads per request. Default 100. */
  readonly pageSize?: number;
}

/**
 * Methods by name, each returning a promise or an async iterable. The emitted code gives them their types.
 */
export interface Methods {
  readonly [name: string]: (...parameters: never[]) => object;
}

/** Parameters of a read, by name. */
interface Query {
  readonly [name: string]: unknown;
}

interface Document {
  readonly _revision: number;
}

interface List {
  readonly docs: readonly object[];
  readonly totalDocs: number;
  readonly nextCursor: string | null;
}

type Change = (document: Document) => object | Promise<object>;

/** The methods of the collection at `posts` or of the global at `globals/site`. */
export function methodsOf(root: string, contract: ClientContract, send: Send): Methods {
  const get = async (
    path: string,
    query?: Query,
    options?: WriteOptions,
    method: Method = 'GET',
    body?: string,
  ): Promise<unknown> => {
    const given: { [name: string]: unknown } = { ...query };
    // Undefined values and empty lists are left out; an empty cursor means the first page.
    for (const name in given) {
      if (!`${given[name] ?? ''}` && name !== 'cursor') delete given[name];
    }
    const where = given['where'];
    const search = `${new platform.URLSearchParams(where ? { ...given, where: jsonOf(where, true) } : given)}`;
    return search.length > 4000 && path === root && method === 'GET'
      ? send('POST', `${path}/query`, options, jsonOf(given, true))
      : send(method, search ? `${path}?${search}` : path, options, body);
  };
  // Drafts are read only on request: they lack fields that the types of published documents require.
  const read = (
    path: string,
    query?: Query,
    ...rest: readonly [options?: WriteOptions, method?: Method, body?: string]
  ): Promise<unknown> =>
    get(path, contract.hasDrafts(root) ? { ...query, draft: query?.['draft'] ?? false } : query, ...rest);
  const many = (
    method: Method,
    query: Query,
    { expect, atomic, dryRun, ...options }: ManyOptions = {},
    data?: object,
  ): Promise<unknown> => read(root, { ...query, expect, atomic, dryRun }, options, method, jsonOf(data));
  const update = (path: string, data: object, options?: WriteOptions): Promise<unknown> =>
    send('PATCH', path, options, jsonOf(data));
  /** The methods of one document by its path, which collections build from an id. */
  const ofDocument: { readonly [name: string]: (path: string, ...parameters: never[]) => Promise<unknown> } =
    {
      findById: read,
      delete: (path, options?: ChangeOptions) => send('DELETE', path, options),
      update,
      mutate: async (path, change: Change, options?: WriteOptions) => {
        // In each round one writer succeeds, so a hundred rounds are enough for many concurrent writers.
        for (let round = 1, newest = 0; ; round++) {
          const document = (await read(path, { draft: options?.draft }, options)) as Document;
          const data = await change(document);
          try {
            // A pending draft has a revision of its own, which no published document shows: only a refusal
            // reveals it. The document read after that refusal has the state that the refusal was about, as
            // long as there is no other write.
            const ifMatch = Math.max(newest, document._revision);
            return await update(path, data, { ...options, ifMatch });
          } catch (error) {
            // Without a revision it is another conflict: a unique value is already in use.
            newest = (error as SvcError).currentRevision as number;
            if (!newest || round > 99) throw error;
          }
        }
      },
      publish: (path, data?: object, options?: ChangeOptions) =>
        send('POST', `${path}/publish`, options, jsonOf(data ?? {})),
      unpublish: (path, options?: ChangeOptions) => send('POST', `${path}/unpublish`, options),
      discardDraft: (path, options?: ChangeOptions) => send('DELETE', `${path}/draft`, options),
      versions: (path, query?: Query, options?: CallOptions) => get(`${path}/versions`, query, options),
      restore: (path, id: string, options?: ChangeOptions) =>
        send('POST', `${path}/versions/${segment(id)}/restore`, options),
    };
  const find = read.bind(null, root);
  const methods: { [name: string]: Methods[string] } = { get: find };
  const isGlobal = root.startsWith('globals/');
  for (const [name, method] of Object.entries(ofDocument)) {
    // Asynchronous, so that what is thrown before the request is sent rejects the promise, like every other
    // error.
    methods[name] = async (...parameters) =>
      method(isGlobal ? root : `${root}/${segment(parameters.shift() as unknown as string)}`, ...parameters);
  }
  if (isGlobal) return methods;
  return {
    ...methods,
    find,
    create: async (data: object, options?: WriteOptions) => send('POST', root, options, jsonOf(data)),
    bulk: async (operations: readonly object[], { atomic, dryRun, ...options }: BulkOptions = {}) =>
      send('POST', `${root}/bulk`, options, jsonOf({ operations, atomic, dryRun })),
    updateMany: async (query: Query, data: object, options?: ManyOptions) =>
      many('PATCH', query, options, data),
    deleteMany: async (query: Query, options?: ManyOptions) => many('DELETE', query, options),
    count: async (query?: Query, options?: CallOptions) =>
      ((await find({ ...query, limit: 0 }, options)) as List).totalDocs,
    async *iterate(query?: Query, options?: CallOptions) {
      let cursor: string | null = '';
      do {
        const page = { limit: contract.pageSize ?? 100, ...query, cursor };
        const { docs, nextCursor } = (await find(page, options)) as List;
        for (const document of docs) {
          // An aborted call throws before it sends a request.
          if (options?.signal?.aborted) await find(page, options);
          yield document;
        }
        cursor = nextCursor;
      } while (cursor);
    },
  };
}

/**
 * An id as a segment of a path. Neither `..` nor an empty text is the id of a document, and either would
 * address something else.
 */
export function segment(id: string): string {
  return /^\.{0,2}$/.test(id ?? '') ? refuse(`"${id}" is not an id`) : encodeURIComponent(id);
}
