import type { CollectionShape, Keys, Values } from './shape.js';

/**
 * A filter: a condition for each path; all of them must hold. Paths lead with dots into groups and rows, and
 * through relations.
 *
 * @example
 * const where = { category: 'guide', 'author.name': { contains: 'ada' }, OR: [{ featured: true }, { views: { gt: 99 } }] };
 */
export type Where<S extends CollectionShape> = Conditions<S> & Combination<S>;

interface Combination<S extends CollectionShape> {
  /** All of these must hold. */
  readonly AND?: readonly Where<S>[];
  /** At least one of these must hold. */
  readonly OR?: readonly Where<S>[];
}

type Conditions<S extends CollectionShape> = { readonly [P in Path3<S>]?: FilterAt<S, P> };

// Up to three relations deep. Written out level by level: this costs the compiler a tenth of a recursive
// type.
type Path0<S extends CollectionShape> = Keys<S['filters']>;
type Path1<S extends CollectionShape> = Path0<S> | Through1<S['relations'], Keys<S['relations']>>;
type Through1<R, K extends keyof R & string> = K extends K
  ? R[K] extends infer T extends CollectionShape
    ? `${K}.${Path0<T>}`
    : never
  : never;
type Path2<S extends CollectionShape> = Path0<S> | Through2<S['relations'], Keys<S['relations']>>;
type Through2<R, K extends keyof R & string> = K extends K
  ? R[K] extends infer T extends CollectionShape
    ? `${K}.${Path1<T>}`
    : never
  : never;
type Path3<S extends CollectionShape> = Path0<S> | Through3<S['relations'], Keys<S['relations']>>;
type Through3<R, K extends keyof R & string> = K extends K
  ? R[K] extends infer T extends CollectionShape
    ? `${K}.${Path2<T>}`
    : never
  : never;

/** The conditions that a path accepts. */
type FilterAt<S, P> = S extends CollectionShape
  ? P extends keyof S['filters']
    ? S['filters'][P]
    : Values<{
        [K in Keys<S['relations']>]: P extends `${K}.${infer Rest}`
          ? FilterAt<S['relations'][K], Rest>
          : never;
      }>
  : never;
