/** Runs the module of an extension without a browser, to check the names in it. */
import { shellKey } from '../../runtime/extension/shell.js';

/** A function of React that returns something of React: components are not drawn here. */
const stub: object = new Proxy(
  // A function, so that it can be called, and extended by classes.
  function stub() {
    return undefined;
  },
  {
    get: (_target, name): unknown =>
      name === Symbol.toPrimitive || name === 'toString' ? () => '' : name === 'prototype' ? {} : stub,
    apply: () => stub,
    construct: () => stub,
  },
);

/** What a browser has and this does not: code that needs it at once fails, and is not checked. */
const absent = ['window', 'document', 'self', 'navigator', 'localStorage', 'process', 'require', 'global'];

/** Timers would keep the command from ending. */
const quiet = ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'fetch'];

/**
 * Returns what the module exports by default; undefined if it cannot run without a browser.
 *
 * @param code - a function body in CommonJS
 */
export function runExtension(code: string): unknown {
  const modules = new Proxy({}, { get: () => stub });
  const shell = { [shellKey]: { modules } };
  const module: { exports: { readonly extension?: unknown } } = { exports: {} };
  try {
    const names = ['module', 'exports', 'globalThis', ...absent, ...quiet];
    const run = new Function(...names, code) as (...values: readonly unknown[]) => void;
    const nothing = (): undefined => undefined;
    run(module, module.exports, shell, ...absent.map(() => undefined), ...quiet.map(() => nothing));
    return module.exports.extension;
  } catch {
    return undefined;
  }
}
