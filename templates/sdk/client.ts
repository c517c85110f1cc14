import { type ClientContract, type Methods, methodsOf } from './methods.js';
import { madeOfNames } from './names.js';
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
