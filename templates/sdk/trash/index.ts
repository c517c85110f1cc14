/** The trash of collections that have one: `client.posts.trash`. */
import { connect, type MoreMethods } from '../client.js';
import type { Outcome } from '../collection.js';
import type { DraftAt } from '../drafts.js';
import type { DeleteError, FindByIdError, FindError, UpdateError } from '../errors.js';
import type { TextFilter, TimestampFilter } from '../filters.js';
import { jsonOf } from '../json.js';
import type { ListPage } from '../list.js';
import type { RestoredValues } from '../many.js';
import { type ClientContract, type Methods, methodsOf, segment } from '../methods.js';
import type { CallOptions, ChangeOptions, ClientOptions, InProcess, Mode } from '../options.js';
import { platform } from '../platform.js';
import { createSend, type Send } from '../request.js';
import type { CollectionShape } from '../shape.js';

/** What the trash knows of a document besides its fields. */
export interface Deletion {
  /** ISO 8601, UTC. */
  _deletedAt: string;
  /** Id of the user who deleted it; null for an API key. */
  _deletedBy: string | null;
}

/** A document in the trash, as it was when it was deleted. */
export type TrashedDocument<S extends CollectionShape> = Omit<DraftAt<S, 0>, '_pending'> & Deletion;

/** A filter of the trash. */
export interface TrashWhere {
  readonly _deletedAt?: TimestampFilter;
  /** The field `useAsTitle` of the config. */
  readonly title?: TextFilter;
  readonly id?: TextFilter;
  /** All of these must hold. */
  readonly AND?: readonly TrashWhere[];
  /** At least one of these must hold. */
  readonly OR?: readonly TrashWhere[];
}

type TrashPath = '_deletedAt' | 'title' | 'id';
type TrashSort = TrashPath | `${TrashPath}_asc` | `${TrashPath}_desc`;

/** Which documents in the trash `find` returns. */
export interface TrashQuery {
  /** A filter. */
  readonly where?: TrashWhere | undefined;
  /** The most significant first. Default: the documents that were deleted last. */
  readonly sort?: TrashSort | readonly TrashSort[] | undefined;
  /** Number of documents per page. Default 10; 0 for the count alone. */
  readonly limit?: number | undefined;
  /** Number of the page, from 1. */
  readonly page?: number | undefined;
}

/** How a document returns. */
export interface RestoreData<S extends CollectionShape> extends RestoredValues<S> {}

/** Options of a restore. */
export interface RestoreOptions extends ChangeOptions {
  /** A text of your own for this call, of at most 255 characters: sent again, it gets the first response. */
  readonly idempotencyKey?: string | undefined;
}

/** What `empty` has done. */
export interface EmptiedTrash {
  /** How many documents were deleted for good: at most 1,000 in a call. */
  purged: number;
  /** How many are still in the trash. */
  left: number;
}

/** The trash of a collection. */
export interface DocumentTrash<S extends CollectionShape, Safe extends Mode = false> {
  /**
   * Finds documents in the trash, one page at a time.
   *
   * @example
   * const { docs } = await client.posts.trash.find({ where: { title: { contains: 'news' } } });
   */
  find(
    query?: TrashQuery,
    options?: CallOptions & InProcess<Safe>,
  ): Promise<Outcome<Safe, ListPage<TrashedDocument<S>>, FindError>>;
  /** Reads a document in the trash. Fails with `NOT_FOUND` if it is not there. */
  get(
    id: string,
    options?: CallOptions & InProcess<Safe>,
  ): Promise<Outcome<Safe, TrashedDocument<S>, FindByIdError>>;
  /**
   * Brings a document back, published or a draft as it was, and with it what was deleted along with it. Fails
   * with `CONFLICT` where one of its values is in use: `values` gives others.
   *
   * @example
   * await client.products.trash.restore(id, { values: { sku: 'B-2' } });
   */
  restore(
    id: string,
    data?: RestoreData<S>,
    options?: RestoreOptions & InProcess<Safe>,
  ): Promise<Outcome<Safe, DraftAt<S, 0>, UpdateError>>;
  /** Deletes a document for good, also one that is not in the trash. */
  purge(
    id: string,
    options?: ChangeOptions & InProcess<Safe>,
  ): Promise<Outcome<Safe, { message: string }, DeleteError>>;
  /** Deletes documents in the trash for good, the oldest first. Call it again as long as some are left. */
  empty(options?: CallOptions & InProcess<Safe>): Promise<Outcome<Safe, EmptiedTrash, FindError>>;
}

/** What collections with a trash have in addition to their other methods. */
export interface TrashMethods<S extends CollectionShape, Safe extends Mode = false> {
  /** Its deleted documents. */
  readonly trash: DocumentTrash<S, Safe>;
}

/** Adds `trash` to the collections of these names. */
export function trashOf(
  contract: ClientContract,
  names: readonly string[],
  more?: (send: Send) => MoreMethods,
): (send: Send) => MoreMethods {
  return (send) => {
    const others = more?.(send);
    return (name, finish) => {
      const made = others?.(name, finish);
      if (!names.includes(name)) return made;
      const root = contract.pathOf(name);
      const trash = finish(trashMethods(root, send));
      return Object.assign(made ?? finish(methodsOf(root, contract, send)), { trash });
    };
  };
}

/** The client of a contract without authentication. */
export function connectWithTrash(
  contract: ClientContract,
  options: ClientOptions,
  names: readonly string[],
  more?: (send: Send) => MoreMethods,
): object {
  const send = createSend(options, contract.hash);
  return connect(contract, options, send, trashOf(contract, names, more)(send));
}

function trashMethods(root: string, send: Send): Methods {
  const at = (id: string): string => `${root}/${segment(id)}`;
  return {
    find: async (query: TrashQuery = {}, options?: CallOptions) => {
      const { where, sort, ...page } = query;
      const given = { trash: 'only', where: where && jsonOf(where, true), sort: sort && `${sort}`, ...page };
      const sent = Object.entries(given).filter(([, value]) => `${value ?? ''}` !== '');
      const search = `${new platform.URLSearchParams(platform.Object.fromEntries(sent))}`;
      return send('GET', `${root}?${search}`, options);
    },
    get: async (id: string, options?: CallOptions) => send('GET', `${at(id)}?trash=only`, options),
    restore: async (id: string, { values }: { readonly values?: object } = {}, options?: ChangeOptions) =>
      send('POST', `${at(id)}/restore`, options, jsonOf({ values })),
    purge: async (id: string, options?: ChangeOptions) => send('DELETE', `${at(id)}?permanent=true`, options),
    empty: async (options?: CallOptions) => send('POST', `${root}/trash/empty`, options),
  };
}
