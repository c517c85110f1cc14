/** Problems of a config, and their positions. */

/** Position of a value in the config: option names and list indexes, starting at the root. */
export type Keys = readonly (string | number)[];

/** One problem. The loader turns it into a `LocatedConfigIssue` with file and line. */
export interface ConfigIssue {
  /** Used to find the position in the source. */
  readonly keys: Keys;
  /** For messages: names instead of indexes, `collections.posts.fields.title`. */
  readonly path: string;
  readonly message: string;
  /** The value that was probably meant. */
  readonly suggestion?: string;
}

/**
 * Position of a value. Messages about an option of a field or block name the option (`minLength must be ...`)
 * and use the path of the field; elsewhere the option is part of the path (`limits.maxLimit`).
 */
export interface Place {
  readonly keys: Keys;
  readonly path: string;
  /** Null: options are part of the path. Otherwise the option so far, empty for the field itself. */
  readonly subject: string | null;
}

export const root: Place = { keys: [], path: '', subject: null };

/** Position of an option or entry. */
export function inside(place: Place, key: string | number): Place {
  const keys = [...place.keys, key];
  return place.subject === null
    ? { keys, path: joined(place.path, key), subject: null }
    : { keys, path: place.path, subject: joined(place.subject, key) };
}

/** Position of a named part (a collection, a field, a block) at an index of a list. */
export function named(list: Place, position: number, name: string | null, subject: string | null): Place {
  return { keys: [...list.keys, position], path: joined(list.path, name ?? position), subject };
}

/** Position of a field, at a place inside the rows, tabs and collapsibles of a list. */
export function namedAt(list: Place, keys: Keys, name: string): Place {
  return { keys: [...list.keys, ...keys], path: joined(list.path, name), subject: '' };
}

/** Position of the option that names a part which has no valid name yet: `collections[1].slug`. */
export function namingOption(list: Place, position: number, option: 'name' | 'slug'): Place {
  const path = list.subject ? joined(list.path, list.subject) : list.path;
  return inside({ keys: [...list.keys, position], path: joined(path, position), subject: null }, option);
}

function joined(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`;
  const name = key.length <= 60 ? key : `${key.slice(0, 60)}...`;
  if (!/^[\w$-]+(\.\.\.)?$/.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === '' ? name : `${path}.${name}`;
}

/** Collects problems. */
export interface Problems {
  /** The predicate follows the path, or the name of the option: `must be a number, not "x"`. */
  add(place: Place, predicate: string, suggestion?: string | null): void;
  readonly all: readonly ConfigIssue[];
}

export function createProblems(): Problems {
  const all: ConfigIssue[] = [];
  return {
    all,
    add: ({ keys, path, subject }, predicate, suggestion = null) => {
      const message = `${subject ? `${subject} ` : ''}${predicate}.`;
      all.push({ keys, path, message, ...(suggestion === null ? {} : { suggestion }) });
    },
  };
}
