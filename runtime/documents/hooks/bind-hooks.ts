import type {
  ChangedHook,
  ChangingHook,
  CollectionHooks,
  OneOrMany,
  WatchingHook,
} from '../../config/hook-config.js';

/** The hooks of a collection or global, each a list. */
export interface BoundHooks {
  readonly beforeValidate: readonly ChangingHook[];
  readonly beforeChange: readonly ChangingHook[];
  readonly afterChange: readonly ChangedHook[];
  readonly afterRead: readonly ChangingHook[];
  readonly beforeDelete: readonly WatchingHook[];
  readonly afterDelete: readonly WatchingHook[];
}

/** Normalises the hooks of a config. A global has none for deletion. */
export function bindHooks(hooks: CollectionHooks = {}): BoundHooks {
  return {
    beforeValidate: list(hooks.beforeValidate),
    beforeChange: list(hooks.beforeChange),
    afterChange: list(hooks.afterChange),
    afterRead: list(hooks.afterRead),
    beforeDelete: list(hooks.beforeDelete),
    afterDelete: list(hooks.afterDelete),
  };
}

function list<T>(hooks: OneOrMany<T> | undefined): readonly T[] {
  if (hooks === undefined) return [];
  return Array.isArray(hooks) ? (hooks as readonly T[]) : [hooks as T];
}
