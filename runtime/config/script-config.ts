import type { Local } from './local-types.js';
import type { RouteLog } from './route-config.js';

/** Whether a script should end. */
export interface ScriptSignal {
  /** True once the person at the terminal, or the system, has asked for it. */
  readonly aborted: boolean;
  /** Throws if `aborted` is true. */
  throwIfAborted(): void;
}

/** What a script of `svc run` or `svc seed` receives. */
export interface ScriptArguments {
  /**
   * The documents of the service, with the rights of a visitor: `local.as('system')` has all rights, and
   * `local.as(user)` those of a user.
   */
  readonly local: Local;
  /** Writes lines into the log of the service. */
  readonly log: RouteLog;
  /** The arguments after the name of the script. */
  readonly args: readonly string[];
  readonly signal: ScriptSignal;
}

/** A script of `svc run` or `svc seed`. A returned number from 0 to 255 is the exit code. */
export type Script = (script: ScriptArguments) => unknown;
