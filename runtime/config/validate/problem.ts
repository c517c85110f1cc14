/** What is wrong with a config, and where. */

/** Where a value stands in the config: option names and positions from its root on. */
export type Keys = readonly (string | number)[];

/** One thing that is wrong. The loader turns it into a `ConfigFault` with file and line. */
export interface ConfigProblem {
  /** Leads to the place in the source. */
  readonly keys: Keys;
  /** For people: names instead of positions, `collections.posts.fields.title`. */
  readonly path: string;
  readonly message: string;
  /** What was probably meant. */
  readonly suggestion?: string;
}

/**
 * A value's place. Messages about an option of a field or block name the option (`minLength must be ...`) and stand at the
 * path of the field; elsewhere the option is part of the path (`limits.maxLimit`).
 */
export interface Place {
  readonly keys: Keys;
  readonly path: string;
  /** Null: options become part of the path. Else the option so far, empty for the field itself. */
  readonly subject: string | null;
}

export const root: Place = { keys: [], path: '', subject: null };

/** The place of an option or entry. */
export function inside(place: Place, key: string | number): Place {
  const keys = [...place.keys, key];
  return place.subject === null
    ? { keys, path: joined(place.path, key), subject: null }
    : { keys, path: place.path, subject: joined(place.subject, key) };
}

/** The place of a named part (a collection, a field, a block) at a position of a list. */
export function named(list: Place, position: number, name: string | null, subject: string | null): Place {
  return { keys: [...list.keys, position], path: joined(list.path, name ?? position), subject };
}

function joined(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`;
  const name = key.length <= 60 ? key : `${key.slice(0, 60)}...`;
  if (!/^[\w$-]+(\.\.\.)?$/.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === '' ? name : `${path}.${name}`;
}

/** Collects problems. */
export interface Problems {
  /** The predicate follows the path, or the option's name: `must be a number, not "x"`. */
  add(place: Place, predicate: string, suggestion?: string | null): void;
  readonly all: readonly ConfigProblem[];
}

export function createProblems(): Problems {
  const all: ConfigProblem[] = [];
  return {
    all,
    add: ({ keys, path, subject }, predicate, suggestion = null) => {
      const message = `${subject ? `${subject} ` : ''}${predicate}.`;
      all.push({ keys, path, message, ...(suggestion === null ? {} : { suggestion }) });
    },
  };
}
