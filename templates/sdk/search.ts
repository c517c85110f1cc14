import type { Highlighted, Outcome, Read } from './collection.js';
import type { FindError } from './errors.js';
import type { CallOptions, InProcess, Mode } from './options.js';
import type { CollectionShape, Keys } from './shape.js';

/** Which documents `client.svc.search` finds. */
export interface SearchQuery<N, R extends boolean = boolean, H extends boolean = boolean> {
  /** Slugs of the searched collections, at most ten. Default: the first ten that you may read. */
  readonly collections?: readonly N[] | undefined;
  /** Max number of documents, at most 100. Default 20. */
  readonly limit?: number | undefined;
  /** Whether to read drafts where there are some. Default: what is published. */
  readonly draft?: R | undefined;
  /** Whether documents have `_highlights`: where the text was found. */
  readonly highlight?: H | undefined;
}

/** What `client.svc.search` returns: the best documents of all collections. */
export interface SearchResult<C, N extends Keys<C>, R extends boolean, H extends boolean> {
  hits: SearchHit<C, N, R, H>[];
  /** More documents were found than are compared: the newest 10,000 of a collection. */
  truncated?: true;
}

/** A document that was found. Its type follows from `collection`. */
export type SearchHit<C, N extends Keys<C>, R extends boolean, H extends boolean> = {
  [Name in N]: C[Name] extends CollectionShape
    ? {
        collection: Name;
        document: Highlighted<C[Name], Read<C[Name], 0, never, SeesDrafts<C[Name], R>>, H>;
        score: number;
      }
    : never;
}[N];

/** Only collections with drafts show any. */
type SeesDrafts<S extends CollectionShape, R extends boolean> = [S['draft']] extends [never] ? false : R;

/** The search of several collections: `C` are those with `search` in the config, by their slugs. */
export interface SearchMethods<C, Safe extends Mode = false> {
  /**
   * Searches several collections, each as its own `find({ search })`.
   *
   * @example
   * const { hits } = await client.svc.search('red fox', { limit: 10 });
   * for (const { collection, document } of hits) console.log(collection, document.id);
   */
  search<N extends Keys<C> = Keys<C>, R extends boolean = false, H extends boolean = false>(
    text: string,
    query?: SearchQuery<N, R, H>,
    options?: CallOptions & InProcess<Safe>,
  ): Promise<Outcome<Safe, SearchResult<C, N, R, H>, FindError>>;
}
