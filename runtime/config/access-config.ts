import type { AnyData } from './hook-config.js';
import type { HookRequest } from './hook-request.js';

/** The Express request with who sent it. */
export type AccessRequest = HookRequest;

/** What an access callback gets. */
export interface AccessArguments {
  readonly req: AccessRequest;
  /** Id of the document, where the operation concerns one. */
  readonly id?: string | undefined;
  /** The request body on create and update, the stored document on delete. */
  readonly data?: AnyData | undefined;
  /** The stored document on update and delete. */
  readonly document?: AnyData | undefined;
}

/** `true` allows, `false` denies. */
export type AccessCallback = (access: AccessArguments) => boolean | Promise<boolean>;

/** As {@link AccessCallback}; it may also answer a filter (as in `where`) that documents must match to be seen. */
export type ReadAccessCallback = (access: AccessArguments) => boolean | object | Promise<boolean | object>;

/** A list of role names (exact membership, see {@link atLeast}) or a callback. */
export type AccessRule<Callback = AccessCallback> = readonly string[] | Callback;

/** Who may do what with a collection. Has no effect until the config has `auth`. */
export interface CollectionAccess {
  readonly read?: AccessRule<ReadAccessCallback>;
  readonly create?: AccessRule;
  readonly update?: AccessRule;
  readonly delete?: AccessRule;
}

/** Who may do what with a global. Has no effect until the config has `auth`. */
export interface GlobalAccess {
  readonly read?: AccessRule<ReadAccessCallback>;
  readonly update?: AccessRule;
}

/** Which roles may see and change a field. Has no effect until the config has `auth`. */
export interface FieldAccess {
  readonly read?: readonly string[];
  readonly update?: readonly string[];
}
