import { readStored, store } from '../../browser/stored.js';

/** In longer lists the rows are folded at first, so that a long document is easy to survey. */
const maxOpenRows = 3;

/** Lists that are remembered; the oldest are forgotten. */
const maxLists = 200;

/** A list by its document and field, with the ids of its folded rows. */
type Remembered = readonly (readonly [list: string, folded: readonly string[]])[];

/** Returns the folded rows of a list: as it was left in this browser, else all of a long one. */
export function foldedRows(list: string | null, ids: readonly string[]): ReadonlySet<string> {
  const kept = list === null ? undefined : remembered().find(([name]) => name === list);
  return new Set(kept?.[1] ?? (ids.length > maxOpenRows ? ids : []));
}

/** Remembers which rows are folded. A new document has no list to remember. */
export function rememberFolded(list: string | null, folded: ReadonlySet<string>): void {
  if (list === null) return;
  const others = remembered().filter(([name]) => name !== list);
  store('folded-rows', JSON.stringify([...others.slice(1 - maxLists), [list, [...folded]]]));
}

function remembered(): Remembered {
  try {
    const value: unknown = JSON.parse(readStored('folded-rows') ?? '[]');
    return Array.isArray(value) ? value.filter(isEntry) : [];
  } catch {
    // Another program has written it.
    return [];
  }
}

function isEntry(value: unknown): value is Remembered[number] {
  return Array.isArray(value) && typeof value[0] === 'string' && Array.isArray(value[1]);
}
