/**
 * Names in the database: readable where they can be, unique whatever the case (SQLite compares identifiers
 * so), at most 63 bytes (PostgreSQL's limit), and independent of the order of collections in the config.
 */
import { createHash } from 'node:crypto';

/** Max length of an identifier in PostgreSQL. Every name here is ASCII, so bytes are characters. */
const longest = 63;

/** Assigns names that are not in use yet. */
export interface NameRoom {
  /**
   * The name itself where it is short enough and free; else with a hash of `key`, which identifies the named
   * thing.
   */
  take(natural: string, key: string): string;
  /** Marks names as in use. */
  reserve(names: readonly string[]): void;
}

export interface NameRoomOptions {
  /** Max length of a name; less than 63 where suffixes will be added. */
  readonly maxLength?: number;
  /** Suffixes that each name reserves as well: `['__refs']`. */
  readonly suffixes?: readonly string[];
}

/** Creates a namespace in which each name is assigned once. */
export function createNameRoom(options: NameRoomOptions = {}): NameRoom {
  const { maxLength = longest, suffixes = [] } = options;
  const taken = new Set<string>();
  const all = (name: string): string[] => ['', ...suffixes].map((suffix) => `${name}${suffix}`.toLowerCase());
  const isFree = (name: string): boolean => all(name).every((each) => !taken.has(each));

  function take(natural: string, key: string): string {
    const name = natural.length <= maxLength && isFree(natural) ? natural : hashedName(natural, key);
    for (const each of all(name)) taken.add(each);
    return name;
  }

  function hashedName(natural: string, key: string): string {
    const hash = createHash('sha256').update(key).digest('hex');
    for (let digits = 8; digits <= hash.length; digits += 4) {
      const kept = natural.slice(0, Math.max(1, maxLength - digits - 1));
      const name = `${kept}_${hash.slice(0, digits)}`.slice(0, maxLength);
      if (isFree(name)) return name;
    }
    throw new Error(`No free database name for ${key}.`);
  }

  function reserve(names: readonly string[]): void {
    for (const name of names) taken.add(name.toLowerCase());
  }

  return { take, reserve };
}
