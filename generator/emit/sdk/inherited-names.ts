import { type Code, raw } from '../../print/code.js';

/** What TypeScript finds in every object. */
const inherited: ReadonlySet<string> = new Set([
  'constructor',
  'hasOwnProperty',
  'isPrototypeOf',
  'propertyIsEnumerable',
  'toLocaleString',
  'toString',
  'valueOf',
]);

/** Whether an object without this property has it all the same. */
export function isInherited(name: string): boolean {
  return inherited.has(name);
}

/**
 * What an optional property of such a name takes beside its own type. An object literal that leaves it out still has the method
 * of all objects there, and the compiler would refuse it for that.
 */
export function orInherited(name: string): Code {
  return raw(isInherited(name) ? ` | Object['${name}']` : '');
}
