import { refuse, toSvcError } from './errors.js';
import { jsonOf } from './json.js';
import { madeOfNames } from './names.js';
import type { ChangeOptions, CreateOnceOptions, WriteOptions } from './options.js';
import { platform } from './platform.js';
import type { Method, Send } from './request.js';

/** What a client knows of the contract that it was generated from; the rest follows from rules. */
export interface ClientContract {
  readonly hash: string;
  /** The path of a name: `blogPosts` → `blog-posts`, `globals/siteSettings` → `globals/site-settings`. */
  pathOf(name: string): string;
  /** Whether the documents at a path have drafts. */
  hasDrafts(path: string): boolean;
  /** Number of documents that `iterate` and `findByIds` read per request. Default 100. */
  readonly pageSize?: number;
}

/**
 * Methods by name, each returning a promise or an async iterable. The emitted code gives them their types.
 */
export interface Methods {
  readonly [name: string]: (...parameters: never[]) => object;
}

/** Parameters of a read, by name. */
export interface Query {
  readonly [name: string]: unknown;
}

/** A page of documents. */
export interface List {
  readonly docs: readonly object[];
  readonly totalDocs: number;
  readonly nextCursor: string | null;
}

/** Sends a read, or another request with the parameters of one. */
export type Get = (
  path: string,
  query?: Query,
  options?: WriteOptions,
  method?: Method,
  body?: string,
) => Promise<unknown>;

/** What the methods of a collection or global have in common. */
export interface Tools {
  readonly root: string;
  readonly send: Send;
  /** Sends the query as it is. */
  readonly get: Get;
  /** The same, which reads drafts only on request. */
  readonly read: Get;
  /** A method of one document, which gets its path: of a collection's document by the first parameter. */
  readonly at: (
    method: (path: string, ...parameters: never[]) => Promise<unknown>,
  ) => (...parameters: never[]) => Promise<unknown>;
  readonly jsonOf: (value: unknown) => string;
  readonly segment: (id: string) => string;
  readonly refuse: (message: string) => never;
  readonly contract: ClientContract;
}

/**
 * The methods of the collection at `posts` or of the global at `globals/site`. The code of all but these is
 * loaded by the first call: few programs make one.
 */
export function methodsOf(root: string, contract: ClientContract, send: Send): Methods {
  const get: Get = async (path, query, options, method = 'GET', body) => {
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
  const read: Get = (path, query, ...rest) =>
    get(path, contract.hasDrafts(root) ? { ...query, draft: query?.['draft'] ?? false } : query, ...rest);
  // Asynchronous, so that what is thrown before the request is sent rejects the promise, like every other
  // error.
  const at: Tools['at'] =
    (method) =>
    async (...parameters) =>
      method(
        root.startsWith('globals/') ? root : `${root}/${segment(parameters.shift() as unknown as string)}`,
        ...parameters,
      );
  const find = read.bind(null, root);
  const tools = { root, send, get, read, at, jsonOf, segment, refuse, contract };
  const later = async (name: string): Promise<Methods[string]> => {
    const { moreMethods } = await loadedPart(import('./more-methods.js'));
    return moreMethods(tools, name);
  };
  return madeOfNames<Methods[string]>(
    (name) =>
      async (...parameters) =>
        (await later(name))(...parameters),
    {
      get: find,
      find,
      findById: at(read),
      create: async (data: object, options?: CreateOnceOptions) => send('POST', root, options, jsonOf(data)),
      update: at(async (path, data: object, options?: WriteOptions) =>
        send('PATCH', path, options, jsonOf(data)),
      ),
      delete: at((path, options?: ChangeOptions) => send('DELETE', path, options)),
      async *iterate(...parameters: never[]) {
        yield* (await later('iterate'))(...parameters) as AsyncIterable<unknown>;
      },
    },
  );
}

/**
 * An id as a segment of a path. Neither `..` nor an empty text is the id of a document, and either would
 * address something else.
 */
export function segment(id: string): string {
  return /^\.{0,2}$/.test(id ?? '') ? refuse(`"${id}" is not an id`) : encodeURIComponent(id);
}

/** A part of the client that is loaded by the first call that needs it. */
export async function loadedPart<Part>(part: Promise<Part>): Promise<Part> {
  try {
    return await part;
  } catch (cause) {
    throw toSvcError(cause, 'NETWORK');
  }
}
