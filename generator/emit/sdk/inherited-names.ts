import { type Code, raw } from '../../print/code.js';

/** Properties that TypeScript finds in every object. */
const inherited: ReadonlySet<string> = new Set([
  'constructor',
  'hasOwnProperty',
  'isPrototypeOf',
  'propertyIsEnumerable',
  'toLocaleString',
  'toString',
  'valueOf',
]);

/** Whether an object without this property inherits it. */
export function isInherited(name: string): boolean {
  return inherited.has(name);
}

/**
 * The additional type of an optional property with such a name. An object literal without it still has the
 * inherited method, which the compiler would refuse.
 */
export function orInherited(name: string): Code {
  return raw(isInherited(name) ? ` | Object['${name}']` : '');
}
