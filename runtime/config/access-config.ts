import type { AnyData } from './hook-config.js';
import type { HookRequest } from './hook-request.js';
import type { Registered } from './register.js';
import type { RoleName } from './roles.js';

/** The Express request, with the user or API key that sent it. */
export type AccessRequest = HookRequest;

/** What an access callback receives. */
export interface AccessArguments<Data = AnyData, Document = AnyData> {
  /** The request. */
  readonly req: AccessRequest;
  /** Id of the document, if the operation concerns one. */
  readonly id?: string | undefined;
  /** The request body on create and update, the stored document on delete. */
  readonly data?: Data | undefined;
  /** The stored document on update and delete. */
  readonly document?: Document | undefined;
}

/** `true` allows, `false` denies. */
export type AccessCallback<Data = AnyData, Document = AnyData> = (
  access: AccessArguments<Data, Document>,
) => boolean | Promise<boolean>;

/**
 * The filters of a collection that a `read` callback may return: those of its `where`, once `svc generate`
 * has run with the collection, before that any object.
 *
 * @example
 * const ofTeam: AccessFilter<'posts'> = { 'author.team': 'news' };
 */
export type AccessFilter<Slug> = Slug extends keyof Registered<'filters', object>
  ? Registered<'filters', object>[Slug]
  : object;

/**
 * Like {@link AccessCallback}. May also return a filter, written as in `where`: only documents that match it
 * are readable.
 */
export type ReadAccessCallback<Data = AnyData, Document = AnyData, Filter = object> = (
  access: AccessArguments<Data, Document>,
) => boolean | Filter | Promise<boolean | Filter>;

/** A list of role names (only these roles, not higher ones; see {@link atLeast}) or a callback. */
export type AccessRule<Callback = AccessCallback> = readonly RoleName[] | Callback;

/** Who may do what with the documents of a collection. Has no effect unless the config has `auth`. */
export interface CollectionAccess<Data = AnyData, Document = AnyData, Filter = object> {
  /** Who may read documents. A callback may return a filter. */
  readonly read?: AccessRule<ReadAccessCallback<Data, Document, Filter>>;
  /** Who may create documents. */
  readonly create?: AccessRule<AccessCallback<Data, Document>>;
  /** Who may update documents. */
  readonly update?: AccessRule<AccessCallback<Data, Document>>;
  /** Who may delete documents. With `trash`: who may move them there, see them there and restore them. */
  readonly delete?: AccessRule<AccessCallback<Data, Document>>;
  /** Who may delete documents for good, besides the right to delete. Only with `trash`. */
  readonly purge?: AccessRule<AccessCallback<Data, Document>>;
}

/** Who may do what with a global. Has no effect unless the config has `auth`. */
export interface GlobalAccess<Data = AnyData, Document = AnyData> {
  /** Who may read the global. */
  readonly read?: AccessRule<ReadAccessCallback<Data, Document>>;
  /** Who may update the global. */
  readonly update?: AccessRule<AccessCallback<Data, Document>>;
}

/** Which roles may read and change a field. Has no effect unless the config has `auth`. */
export interface FieldAccess {
  /** Roles that may read the field. */
  readonly read?: readonly RoleName[];
  /** Roles that may change the field. */
  readonly update?: readonly RoleName[];
}
