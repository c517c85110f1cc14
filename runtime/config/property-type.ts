/**
 * No property. A type of its own, because `undefined` is assignable to everything in a project without
 * `strict`.
 */
export interface Absent {
  readonly ' absent': true;
}

/**
 * Type of a property; {@link Absent} if there is none. Types inferred from literals are read with this and
 * never with `T extends { key: infer Value }`: TypeScript 5 rejects such a literal type because of its
 * further properties.
 */
export type PropertyType<T, Key extends string> = T extends unknown
  ? Key extends keyof T
    ? T[Key]
    : Absent
  : never;

/** Type of the entries of a list; `unknown` if it is not a list. */
export type EntryType<List> = List extends readonly unknown[] ? List[number] : unknown;
