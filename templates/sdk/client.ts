import { type ClientContract, type Methods, methodsOf } from './methods.js';
import type { ClientOptions } from './options.js';
import { createSend, type Send } from './request.js';
import { safely } from './safe.js';

/**
 * The client of any contract. `client.posts`, `client.globals.siteSettings` and `client.safe.posts` are made
 * from their names when they are first used, so that a program contains no code for each collection. The
 * emitted code gives the client its type.
 */
export function connect(
  contract: ClientContract,
  options: ClientOptions,
  send: Send = createSend(options, contract.hash),
  more?: MoreMethods,
): object {
  const branch = (prefix: string, finish: (methods: Methods) => Methods): object =>
    madeOfNames((name) =>
      name === 'globals'
        ? branch('globals/', finish)
        : name === 'safe'
          ? branch(prefix, safely)
          : (more?.(prefix + name, finish) ??
            finish(methodsOf(contract.pathOf(prefix + name), contract, send))),
    );
  return branch('', (methods) => methods);
}

/**
 * Methods of names that follow no rule: those of authentication. `finish` makes them the methods of
 * `client.safe`.
 */
export type MoreMethods = (name: string, finish: (methods: Methods) => Methods) => object | undefined;

/**
 * An object whose properties are made from their names, once each. The proxy is its prototype: the object
 * itself has no properties, so that it can be printed, cloned or compared. `then` is left out, or `await`
 * would call it.
 */
function madeOfNames(make: (name: string) => object): object {
  const get = (made: { [name: string]: object }, name: string | symbol): object | undefined => {
    if (typeof name === 'symbol' || name === 'then') return undefined;
    // With the prefix, no name is one that every object inherits.
    made[`$${name}`] ??= make(name);
    return made[`$${name}`];
  };
  return Object.create(new Proxy({}, { get })) as object;
}
