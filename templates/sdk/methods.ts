import { refuse, type SvcError } from './errors.js';
import { jsonOf } from './json.js';
import type { CallOptions, ChangeOptions, WriteOptions } from './options.js';
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
  // Drafts are asked for, never met by chance: they lack fields that the types promise.
  const read = (path: string, query?: Query, options?: CallOptions): Promise<unknown> =>
    get(path, contract.hasDrafts(root) ? { ...query, draft: query?.['draft'] ?? false } : query, options);
  const update = (path: string, data: object, options?: WriteOptions): Promise<unknown> =>
    send('PATCH', path, options, jsonOf(data));
  /** The methods of one document by its path, which collections make of an id. */
  const ofDocument: { readonly [name: string]: (path: string, ...parameters: never[]) => Promise<unknown> } =
    {
      findById: read,
      delete: (path, options?: ChangeOptions) => send('DELETE', path, options),
      update,
      mutate: async (path, change: Change, options?: WriteOptions) => {
        let newest = 0;
        // In each round some writer gets through, so a hundred rounds are enough for a crowd.
        for (let round = 1; ; round++) {
          const document = (await read(path, { draft: options?.draft }, options)) as Document;
          const data = await change(document);
          try {
            // A pending draft has a revision of its own, which no published document shows: only a refusal tells it. What was read
            // after that refusal is what it has refused for, as long as nothing is written.
            const ifMatch = Math.max(newest, document._revision);
            return await update(path, data, { ...options, ifMatch });
          } catch (error) {
            // Without a revision it is another conflict: a unique value is taken.
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
    // Asynchronous, so that what is thrown before anything is sent rejects like everything else.
    methods[name] = async (...parameters) =>
      method(isGlobal ? root : `${root}/${segment(parameters.shift() as unknown as string)}`, ...parameters);
  }
  if (isGlobal) return methods;
  return {
    ...methods,
    find,
    create: async (data: object, options?: WriteOptions) => send('POST', root, options, jsonOf(data)),
    count: async (query?: Query, options?: CallOptions) =>
      ((await find({ ...query, limit: 0 }, options)) as List).totalDocs,
    async *iterate(query?: Query, options?: CallOptions) {
      let cursor: string | null = '';
      do {
        const page = { limit: contract.pageSize ?? 100, ...query, cursor };
        const { docs, nextCursor } = (await find(page, options)) as List;
        for (const document of docs) {
          // An aborted call throws before it sends anything.
          if (options?.signal?.aborted) await find(page, options);
          yield document;
        }
        cursor = nextCursor;
      } while (cursor);
    },
  };
}

/** An id as part of a path. Neither `..` nor nothing is the id of a document, and either would address something else. */
export function segment(id: string): string {
  return /^\.{0,2}$/.test(id ?? '') ? refuse(`"${id}" is not an id`) : encodeURIComponent(id);
}
