import { refuse, type SvcError } from './errors.js';
import { jsonOf } from './json.js';
import type { CallOptions, ChangeOptions } from './options.js';
import { platform } from './platform.js';
import type { Send } from './request.js';

/** What a client knows of the contract that it was generated from; rules give the rest. */
export interface ClientContract {
  readonly hash: string;
  /** The path of a name: `blogPosts` → `blog-posts`, `globals/siteSettings` → `globals/site-settings`. */
  pathOf(name: string): string;
  /** Whether the documents at a path have drafts. */
  hasDrafts(path: string): boolean;
  /** Documents that `iterate` reads at once. Default 100. */
  readonly pageSize?: number;
}

/** Methods by name, each answering a promise or an async iterable. The emitted code gives them their types. */
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
  const get = async (path: string, query?: Query, options?: CallOptions): Promise<unknown> => {
    const given: { [name: string]: unknown } = { ...query };
    // Drafts are asked for, never met by chance: they lack fields that the types promise.
    if (contract.hasDrafts(root)) given['draft'] ??= false;
    // Neither what is undefined nor an empty list says anything; an empty cursor starts at the beginning.
    for (const name in given) {
      if (!`${given[name] ?? ''}` && name !== 'cursor') delete given[name];
    }
    const where = given['where'];
    const search = `${new platform.URLSearchParams(where ? { ...given, where: jsonOf(where, true) } : given)}`;
    return search.length > 4000 && path === root
      ? send('POST', `${path}/query`, options, jsonOf(given, true))
      : send('GET', search ? `${path}?${search}` : path, options);
  };
  const update = async (path: string, data: object, options?: ChangeOptions): Promise<unknown> =>
    send('PATCH', path, options, jsonOf(data));
  const mutate = async (path: string, change: Change, options?: CallOptions): Promise<unknown> => {
    // In each round some writer gets through, so a hundred rounds are enough for a crowd.
    for (let round = 1; ; round++) {
      const document = (await get(path, {}, options)) as Document;
      const data = await change(document);
      try {
        return await update(path, data, { ...options, ifMatch: document._revision });
      } catch (error) {
        // Without a revision it is another conflict: a unique value is taken.
        if ((error as SvcError).currentRevision === undefined || round > 99) throw error;
      }
    }
  };
  const at = (id: string): string => `${root}/${segment(id)}`;

  const find = (query?: Query, options?: CallOptions): Promise<unknown> => get(root, query, options);
  if (root.startsWith('globals/')) {
    return {
      get: find,
      update: (data: object, options?: ChangeOptions) => update(root, data, options),
      mutate: (change: Change, options?: CallOptions) => mutate(root, change, options),
    };
  }
  // Asynchronous, so that what is thrown before anything is sent rejects like everything else.
  return {
    find,
    findById: async (id: string, query?: Query, options?: CallOptions) => get(at(id), query, options),
    create: async (data: object, options?: CallOptions) => send('POST', root, options, jsonOf(data)),
    update: async (id: string, data: object, options?: ChangeOptions) => update(at(id), data, options),
    mutate: async (id: string, change: Change, options?: CallOptions) => mutate(at(id), change, options),
    delete: async (id: string, options?: ChangeOptions) => send('DELETE', at(id), options),
    count: async (query?: Query, options?: CallOptions) =>
      ((await find({ ...query, limit: 0 }, options)) as List).totalDocs,
    async *iterate(query?: Query, options?: CallOptions) {
      let cursor: string | null = '';
      do {
        const read = { limit: contract.pageSize ?? 100, ...query, cursor };
        const page = (await find(read, options)) as List;
        for (const document of page.docs) {
          // An aborted call throws before it sends anything.
          if (options?.signal?.aborted) await find(read, options);
          yield document;
        }
        cursor = page.nextCursor;
      } while (cursor);
    },
  };
}

/** An id as part of a path. Neither `..` nor nothing is the id of a document, and either would address something else. */
export function segment(id: string): string {
  return /^\.{0,2}$/.test(id ?? '') ? refuse(`"${id}" is not an id`) : encodeURIComponent(id);
}
