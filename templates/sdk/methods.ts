import { refuse, toSvcError } from './errors.js';
import { jsonOf } from './json.js';
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
  readonly jsonOf: (value: unknown) => string;
  readonly segment: (id: string) => string;
  readonly refuse: (message: string) => never;
  readonly contract: ClientContract;
}

/** Methods of one document whose code is loaded by their first call: few programs call them. */
const ofDocument =
  'mutate duplicate publish unpublish discardDraft schedule cancelSchedule versions restore previewToken';
/** The same of collections. */
const ofCollection =
  'count aggregate findOne findByKey findByIds createMany bulk upsert updateMany deleteMany search views createView updateView deleteView';

/** The methods of the collection at `posts` or of the global at `globals/site`. */
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
  const load = async (): Promise<Methods> => {
    const { moreMethods } = await loadedPart(import('./more-methods.js'));
    return moreMethods({ root, send, get, read, jsonOf, segment, refuse, contract });
  };
  const later =
    (name: string) =>
    async (...parameters: never[]): Promise<unknown> =>
      (await load())[name]?.(...parameters);
  const isGlobal = root.startsWith('globals/');
  // Asynchronous, so that what is thrown before the request is sent rejects the promise, like every other
  // error.
  const at =
    (method: (path: string, ...parameters: never[]) => Promise<unknown>) =>
    async (...parameters: never[]): Promise<unknown> =>
      method(isGlobal ? root : `${root}/${segment(parameters.shift() as unknown as string)}`, ...parameters);
  const find = read.bind(null, root);
  const methods: { [name: string]: Methods[string] } = {
    get: find,
    findById: at(read),
    delete: at((path, options?: ChangeOptions) => send('DELETE', path, options)),
    update: at(async (path, data: object, options?: WriteOptions) =>
      send('PATCH', path, options, jsonOf(data)),
    ),
  };
  for (const name of ofDocument.split(' ')) methods[name] = at(later(name) as typeof read);
  if (isGlobal) return methods;
  for (const name of ofCollection.split(' ')) methods[name] = later(name);
  return {
    ...methods,
    find,
    create: async (data: object, options?: CreateOnceOptions) => send('POST', root, options, jsonOf(data)),
    async *iterate(...parameters: never[]) {
      yield* (await load())['iterate']?.(...parameters) as AsyncIterable<unknown>;
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

/** A part of the client that is loaded by the first call that needs it. */
export async function loadedPart<Part>(part: Promise<Part>): Promise<Part> {
  try {
    return await part;
  } catch (cause) {
    throw toSvcError(cause, 'NETWORK');
  }
}
