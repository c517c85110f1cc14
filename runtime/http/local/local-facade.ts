import type { Local, LocalRequester } from '../../config/local-types.js';

/** A call of a method of `local`. */
export interface FacadeCall {
  /** `['posts']`, `['globals', 'site']`, `['posts', 'trash']`. */
  readonly documents: readonly string[];
  readonly method: string;
  readonly parameters: readonly unknown[];
}

/** What is behind the methods of `local`. */
export interface FacadeTarget {
  call(call: FacadeCall): Promise<unknown>;
  /** The documents that a method iterates over. */
  iterate(call: FacadeCall): AsyncGenerator<unknown, void>;
  as(requester: LocalRequester): Local;
}

/**
 * An object with the methods of the client that loads nothing until one is called. Names are not checked
 * here: those that do not exist reject the call.
 */
export function localFacade(target: FacadeTarget): Local {
  const globals = namespace((name) => methodsOf(target, ['globals', name]));
  const collection = (name: string): object => {
    const trash = methodsOf(target, [name, 'trash']);
    return methodsOf(target, [name], { trash });
  };
  const own = { as: (requester: LocalRequester) => target.as(requester), globals };
  // Its properties are made of their names; the config has their types.
  return namespace((name) =>
    Object.hasOwn(own, name) ? own[name as keyof typeof own] : collection(name),
  ) as Local;
}

function methodsOf(
  target: FacadeTarget,
  documents: readonly string[],
  own: Readonly<Record<string, object>> = {},
): object {
  return namespace((method) =>
    Object.hasOwn(own, method)
      ? (own[method] as object)
      : method === 'iterate'
        ? (...parameters: readonly unknown[]) => target.iterate({ documents, method, parameters })
        : (...parameters: readonly unknown[]) => target.call({ documents, method, parameters }),
  );
}

/** `then` is left out, or `await` would call it. */
function namespace(make: (name: string) => object): object {
  const made = new Map<string, object>();
  return new Proxy(Object.create(null) as object, {
    get(_, name) {
      if (typeof name === 'symbol' || name === 'then') return undefined;
      const known = made.get(name) ?? make(name);
      made.set(name, known);
      return known;
    },
  });
}
