/** No property. A type of its own: `undefined` is assignable to everything where a project compiles without `strict`. */
export interface Absent {
  readonly ' absent': true;
}

/**
 * Type of a property, {@link Absent} where there is none. Types that are inferred from literals are read by this and never
 * by `T extends { key: infer Value }`: TypeScript 5 holds such a literal type's further properties against it.
 */
export type PropertyType<T, Key extends string> = T extends unknown
  ? Key extends keyof T
    ? T[Key]
    : Absent
  : never;

/** Types of the entries of a list; `unknown` where it is no list. */
export type EntryType<List> = List extends readonly unknown[] ? List[number] : unknown;
