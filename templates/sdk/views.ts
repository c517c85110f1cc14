import type { Outcome } from './collection.js';
import type { FindByIdError, FindError, UpdateError } from './errors.js';
import type { ListPage } from './list.js';
import type { CallOptions, InProcess, Mode } from './options.js';

/** What a saved view shows, by the parameters of a list. */
export interface SavedViewQuery {
  /** A filter, as in a query. */
  where?: object;
  /** `title_asc,createdAt_desc` */
  sort?: string;
  search?: string;
  /** Paths of fields, in the order of a table. */
  columns?: string[];
  limit?: number;
}

/** A saved view, as far as its reader may use it. */
export interface SavedView<Slug extends string = string> {
  id: string;
  slug: Slug;
  name: string;
  query: SavedViewQuery;
  /** The roles that see it besides its owner. */
  roles: string[];
  /** Whether it is your own: others cannot be changed. */
  isOwn: boolean;
  /** Whether it is your default for its collection. */
  isDefault: boolean;
  /** What was left out of the query, since you may not use it: `where.secret`. */
  dropped: string[];
  createdAt: string;
  updatedAt: string;
}

/** What `client.svc.createView` takes. */
export interface NewSavedView<Slug extends string = string> {
  readonly slug: Slug;
  readonly name: string;
  readonly query: Readonly<SavedViewQuery>;
  /** Who sees it besides you: for editors and above, with roles that are not above their own. */
  readonly roles?: readonly string[] | undefined;
  /** Shown first, instead of the one that was before. */
  readonly isDefault?: boolean | undefined;
}

/** Saved views of lists. They belong to the user of the session. */
export interface ViewMethods<Slug extends string, Safe extends Mode = false> {
  /** Lists your own views, and those that are shared with your role. */
  views(
    query?: {
      readonly slug?: Slug | undefined;
      readonly page?: number | undefined;
      readonly limit?: number | undefined;
    },
    options?: CallOptions & InProcess<Safe>,
  ): Promise<Outcome<Safe, ListPage<SavedView<Slug>>, FindError>>;

  /** Saves a view. */
  createView(
    view: NewSavedView<Slug>,
    options?: CallOptions & InProcess<Safe>,
  ): Promise<Outcome<Safe, SavedView<Slug>, UpdateError>>;

  /** Changes one of your views: what is not given stays. */
  updateView(
    id: string,
    change: Partial<Omit<NewSavedView, 'slug'>>,
    options?: CallOptions & InProcess<Safe>,
  ): Promise<Outcome<Safe, SavedView<Slug>, UpdateError>>;

  /** Deletes one of your views. */
  deleteView(
    id: string,
    options?: CallOptions & InProcess<Safe>,
  ): Promise<Outcome<Safe, { message: string }, FindByIdError>>;
}
