import type { DocumentDescriptor } from '../../codegen/descriptors.js';
import type { SqlDialect } from '../sql/sql-dialect.js';

/**
 * Max entries for all collections together. Rare shapes evict each other; what every request needs is soon
 * cached again.
 */
const maxRemembered = 4_000;
/** Filters with dozens of conditions are rare, and their statements are long. */
const maxKeyLength = 2_000;

type Memory = WeakMap<DocumentDescriptor, Map<string, unknown>>;

/** One process may use several databases. */
const memories = new Map<SqlDialect, Memory>();
let count = 0;

export interface RememberedFor {
  readonly dialect: SqlDialect;
  readonly document: DocumentDescriptor;
}

/**
 * Returns the cached value of a collection or global under a key. A key must be used for one type of value
 * only.
 */
export function remembered<T>({ dialect, document }: RememberedFor, key: string, make: () => T): T {
  let memory = memories.get(dialect);
  let known = memory?.get(document);
  const found = known?.get(key);
  if (found !== undefined) return found as T;
  const made = make();
  if (key.length > maxKeyLength) return made;
  if (count >= maxRemembered) {
    memories.clear();
    memory = undefined;
    known = undefined;
    count = 0;
  }
  if (memory === undefined) {
    memory = new WeakMap();
    memories.set(dialect, memory);
  }
  if (known === undefined) {
    known = new Map();
    memory.set(document, known);
  }
  known.set(key, made);
  count += 1;
  return made;
}
