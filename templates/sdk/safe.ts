import { toSvcError } from './errors.js';
import type { Methods } from './methods.js';
import { madeOfNames } from './names.js';

/** What a method of `client.safe` returns: data, or the error that the same method of `client` throws. */
export type SafeResult<T, E> = { data: T; error: null } | { data: null; error: E };

/** The same methods, which return their errors instead of throwing them. */
export function safely(methods: Methods): Methods {
  const safe = (name: string): Methods[string] => {
    const method = methods[name] as Methods[string];
    return (...parameters) => {
      const result = method(...parameters) as Promise<unknown> | AsyncIterable<unknown>;
      return 'then' in result ? result.then(success, failure) : outcomesOf(result);
    };
  };
  return madeOfNames(safe, {});
}

async function* outcomesOf(items: AsyncIterable<unknown>): AsyncIterable<object> {
  try {
    for await (const item of items) yield success(item);
  } catch (error) {
    yield failure(error);
  }
}

function success(data: unknown): object {
  return { data, error: null };
}

function failure(error: unknown): object {
  return { data: null, error: toSvcError(error, 'ABORTED') };
}
