/**
 * An object whose other properties are made from their names, once each, when they are first used: a program
 * contains no code for each collection and each method. The proxy is its prototype: the object itself has
 * only the properties of `own`, so that it can be printed, cloned or compared. With `own`, what every object
 * inherits stays as it is; without, a name may be `constructor`.
 *
 * `then` is left out, or `await` would call it. So is `toJSON` for `JSON.stringify`.
 */
export function madeOfNames<T extends object>(
  make: (name: string) => T,
  own?: { readonly [name: string]: T },
): { [name: string]: T } {
  const get = (made: { [name: string]: T }, name: string | symbol): T | undefined => {
    if (typeof name === 'symbol' || name === 'then' || name === 'toJSON') return undefined;
    if (own?.[name]) return own[name];
    // With the prefix, no name is one that every object inherits.
    made[`$${name}`] ??= make(name);
    return made[`$${name}`];
  };
  return Object.assign(Object.create(new Proxy({}, { get })) as object, own) as { [name: string]: T };
}
