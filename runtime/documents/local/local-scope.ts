import type { Local } from '../../config/local-types.js';
import type { JoiningScope } from './open-transaction.js';

/** Connects the config's code that runs for one request with the documents of the service. */
export interface LocalScope extends JoiningScope {
  /** Whether everything is undone that calls outside of a transaction write: a dry run. */
  isTrial: boolean;
  /** Whether a call has written. */
  readonly hasWritten: boolean;
  /**
   * What a function of the config gets as `local`.
   *
   * @param caller Its name in messages: `posts.beforeChange`.
   */
  local(caller: string): Local;
}

/** Who calls functions of the config. */
export interface CallsConfig {
  /** Absent where no code of the config can run. Made on first use. */
  readonly scope?: LocalScope | undefined;
}

/** Returns `local` for a function of the config. */
export function localOf({ scope }: CallsConfig, caller: string): Local {
  if (scope === undefined) throw new Error(`There is no \`local\` in ${caller}: it has no service.`);
  return scope.local(caller);
}
