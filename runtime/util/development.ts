/** What `svc dev` does differently in the process that runs an entry of the project. */
export interface Development {
  /** Where `listen` listens; absent: as config and environment define. */
  readonly host?: string;
  /** Receives each service that the entry creates. */
  readonly created: (app: { close(): Promise<void> }) => void;
  /** Receives the server that `serve` started. */
  readonly listening: (listener: { readonly url: string }) => void;
}

/**
 * On the global object, since the command and the project may load two copies of this package. A variable of
 * the environment would reach programs that the entry starts.
 */
const key = Symbol.for('svc.development');

/** Called by `svc dev` before it loads the entry. */
export function inDevelopment(development: Development): void {
  Object.defineProperty(globalThis, key, { value: development });
}

/** Undefined in every other process. */
export function currentDevelopment(): Development | undefined {
  return (globalThis as { readonly [key]?: Development })[key];
}
