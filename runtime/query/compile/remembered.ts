import type { DocumentDescriptor } from '../../codegen/descriptors.js';
import type { DialectName, SqlDialect } from '../sql/sql-dialect.js';

/**
 * Max entries for all collections together. Rare shapes evict each other; what every request needs is soon
 * cached again.
 */
const maxRemembered = 4_000;
/** Filters with dozens of conditions are rare, and their statements are long. */
const maxKeyLength = 2_000;

type Memory = WeakMap<DocumentDescriptor, Map<string, unknown>>;

/** One process may use several databases. */
const memories: Record<DialectName, Memory> = { sqlite: new WeakMap(), postgres: new WeakMap() };
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
  let known = memories[dialect.name].get(document);
  const found = known?.get(key);
  if (found !== undefined) return found as T;
  const made = make();
  if (key.length > maxKeyLength) return made;
  if (count >= maxRemembered) {
    memories.sqlite = new WeakMap();
    memories.postgres = new WeakMap();
    known = undefined;
    count = 0;
  }
  if (known === undefined) {
    known = new Map();
    memories[dialect.name].set(document, known);
  }
  known.set(key, made);
  count += 1;
  return made;
}
