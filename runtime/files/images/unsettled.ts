/** A promise that is settled from outside. */
export interface Unsettled {
  readonly done: Promise<void>;
  resolve(): void;
  reject(error: unknown): void;
}

export function unsettled(): Unsettled {
  let resolve = (): void => {};
  let reject = (_error: unknown): void => {};
  const done = new Promise<void>((fulfil, refuse) => {
    resolve = fulfil;
    reject = refuse;
  });
  // Often nobody waits for it.
  done.catch(() => undefined);
  return { done, resolve: () => resolve(), reject: (error) => reject(error) };
}
