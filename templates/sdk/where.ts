import type { CollectionShape, Keys, Values } from './shape.js';

/**
 * A filter: a condition for each path; all of them must hold. Paths lead with dots into groups and rows, and
 * through relations.
 *
 * @example
 * const where = { category: 'guide', 'author.name': { contains: 'ada' }, OR: [{ featured: true }, { views: { gt: 99 } }] };
 */
export type Where<S extends CollectionShape> = Conditions<S> & Combination<S>;

/**
 * The filter of a call, where `Given` is the type of what was written. Editors complete its own fields, and
 * the paths through a relation only once a path leads into it.
 *
 * The condition never holds. The compiler infers `Given` from the first branch; errors and completions come
 * from the second one. It does not infer from that one, too, which would cost half again as much.
 */
export type WhereFor<S extends CollectionShape, Given> = '\0' extends keyof Given
  ? Given
  : NoInfer<WhereOf<S, Paths<Given>, Parts<Given>>>;

type WhereOf<S extends CollectionShape, Path extends string, Part> = Partial<S['filters']> &
  CombinationOf<S, Part> &
  ([Path] extends [never] ? unknown : ThroughRelations<S, Path>);

/** The names with dots. */
type Paths<Given> = Given extends unknown ? Extract<keyof Given, `${string}.${string}`> : never;

/** The filters that are combined. */
type Parts<Given> = Given extends unknown ? Members<Given[keyof Given & ('AND' | 'OR')]> : never;
type Members<List> = List extends readonly (infer Member)[] ? Member : never;

interface CombinationOf<S extends CollectionShape, Part> {
  /** All of these must hold. */
  readonly AND?: readonly WhereOf<S, Paths<Part>, Parts<Part>>[];
  /** At least one of these must hold. */
  readonly OR?: readonly WhereOf<S, Paths<Part>, Parts<Part>>[];
}

type ThroughRelations<S extends CollectionShape, Given extends string> = {
  readonly [P in Into3<S, Given>]?: FilterAt<S, P>;
};

// What the documents behind the given paths can be filtered by, up to three relations deep.
type Into1<S extends CollectionShape, P extends string> = Values<{
  [K in Keys<S['relations']>]: P extends `${K}.${string}`
    ? S['relations'][K] extends infer T extends CollectionShape
      ? `${K}.${Path0<T>}`
      : never
    : never;
}>;
type Into2<S extends CollectionShape, P extends string> = Values<{
  [K in Keys<S['relations']>]: P extends `${K}.${infer Rest}`
    ? S['relations'][K] extends infer T extends CollectionShape
      ? `${K}.${Path0<T> | Into1<T, Rest>}`
      : never
    : never;
}>;
type Into3<S extends CollectionShape, P extends string> = Values<{
  [K in Keys<S['relations']>]: P extends `${K}.${infer Rest}`
    ? S['relations'][K] extends infer T extends CollectionShape
      ? `${K}.${Path0<T> | Into2<T, Rest>}`
      : never
    : never;
}>;

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
