import type { DocumentDescriptor } from '../../codegen/descriptors.js';

/** For all collections together. Odd shapes make room for each other; what every request needs is soon made again. */
const mostRemembered = 4_000;
/** Filters with dozens of conditions are rare, and their statements long. */
const longestKey = 2_000;

let byCollection = new WeakMap<DocumentDescriptor, Map<string, unknown>>();
let count = 0;

/** What was made for a collection or global under a key. A key must be used for one type of value only. */
export function remembered<T>(collection: DocumentDescriptor, key: string, make: () => T): T {
  let known = byCollection.get(collection);
  const found = known?.get(key);
  if (found !== undefined) return found as T;
  const made = make();
  if (key.length > longestKey) return made;
  if (count >= mostRemembered) {
    byCollection = new WeakMap();
    known = undefined;
    count = 0;
  }
  if (known === undefined) {
    known = new Map();
    byCollection.set(collection, known);
  }
  known.set(key, made);
  count += 1;
  return made;
}
