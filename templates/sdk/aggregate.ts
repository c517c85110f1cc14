import type { SearchOption } from './collection.js';
import type { ReferenceInput } from './filters.js';
import type { CollectionShape, DocumentAt, Keys } from './shape.js';
import type { Where } from './where.js';

/** Which documents `aggregate` counts, how it groups them, and what it says of each group. */
export interface AggregateQuery<
  S extends CollectionShape,
  G extends readonly GroupBy<S>[],
  M extends Metrics<S>,
  Filter = Where<S>,
> {
  /** A filter. */
  readonly where?: Filter | undefined;
  /** Only documents that a search finds. */
  readonly search?: SearchOption<S> | undefined;
  /**
   * At most three fields: by their values, or dates by their parts. A document counts once for each member of
   * a list. Default: one group of all documents.
   */
  readonly groupBy?: G | undefined;
  /** By names of your own, at most ten. */
  readonly metrics: M;
  /** Conditions on metrics: groups that do not meet them are left out. */
  readonly having?: { readonly [K in Keys<M>]?: MetricFilter<MetricValue<S, M[K]>> } | undefined;
  /** Names of metrics and groups with `_asc` or `_desc`, the most significant first. Default: the groups. */
  readonly sort?:
    | GroupSort<Keys<M> | GroupName<G[number]>>
    | readonly GroupSort<Keys<M> | GroupName<G[number]>>[]
    | undefined;
  /** Max number of groups, at most 1000. Default 100. */
  readonly limit?: number | undefined;
  /** Whether to read drafts where there are some. Default: what is published. */
  readonly draft?: S['draft'] | undefined;
}

/** What documents are grouped by. */
export type GroupBy<S extends CollectionShape> =
  | GroupPath<S>
  | { readonly field: GroupPath<S>; readonly by?: undefined; readonly offset?: undefined }
  | {
      readonly field: DatePath<S>;
      /** Weeks are those of ISO 8601. */
      readonly by: 'year' | 'quarter' | 'month' | 'week' | 'day' | 'hour';
      /** Of the time from UTC, such as `+02:00`. Default: UTC. */
      readonly offset?: string | undefined;
    };

/** Metrics by names of your own. */
export type Metrics<S extends CollectionShape> = { readonly [name: string]: Metric<S> };

/** What is said of a group. */
export type Metric<S extends CollectionShape> =
  | 'count'
  | { readonly countDistinct: SinglePath<S> }
  | { readonly sum: NumberPath<S> }
  | { readonly avg: NumberPath<S> }
  | { readonly min: NumberPath<S> | DatePath<S> }
  | { readonly max: NumberPath<S> | DatePath<S> };

/** Conditions on a metric. */
export type MetricFilter<T> =
  | T
  | {
      readonly equals?: T | null;
      readonly not_equals?: T | null;
      readonly gt?: NonNullable<T>;
      readonly gte?: NonNullable<T>;
      readonly lt?: NonNullable<T>;
      readonly lte?: NonNullable<T>;
      /** Whether there is a value. */
      readonly exists?: boolean;
    };

/** What `aggregate` returns. */
export interface AggregateResult<
  S extends CollectionShape,
  G extends readonly GroupBy<S>[],
  M extends Metrics<S>,
> {
  groups: AggregateGroup<S, G, M>[];
  /** Whether there are more groups than `limit`. */
  hasMore: boolean;
}

/** A group: its values by the names of their fields, and its metrics. */
export type AggregateGroup<
  S extends CollectionShape,
  G extends readonly GroupBy<S>[],
  M extends Metrics<S>,
> = {
  key: { [Group in G[number] as GroupName<Group>]: KeyOf<S, Group> };
} & { -readonly [K in keyof M]: MetricValue<S, M[K]> };

type GroupSort<Name extends string> = Name | `${Name}_asc` | `${Name}_desc`;
type GroupName<Group> = Group extends string
  ? Group
  : Group extends { readonly field: infer Field extends string }
    ? Field
    : never;

/** Parts of dates are texts: `2024`, `2024-Q1`, `2024-02`, `2024-W09`, `2024-02-29`, `2024-02-29T13`. */
type KeyOf<S extends CollectionShape, Group> =
  | (Group extends { readonly by: string } ? string : ValueAt<S, GroupName<Group>>)
  | null;

type MetricValue<S extends CollectionShape, M> = M extends { readonly avg: string }
  ? number | null
  : M extends { readonly min: infer Path } | { readonly max: infer Path }
    ? ValueAt<S, Path> | null
    : number;

/** Values that filters compare with: of a list those of its members. */
type ValueAt<S extends CollectionShape, Path> = Path extends keyof S['filters']
  ? Single<S['filters'][Path]> | Member<S['filters'][Path]>
  : never;

type Single<Filter> = Filter extends string | number | boolean | ReferenceInput ? Filter : never;
type Member<Filter> = Filter extends object
  ? Filter extends { readonly contains?: infer Item }
    ? NonNullable<Item>
    : never
  : never;

/** Paths of fields of the document itself, not of its rows. */
type OwnPath<S extends CollectionShape> = {
  [Path in Keys<S['filters']>]: IsInRows<DocumentAt<S, 0>, Path> extends true ? never : Path;
}[Keys<S['filters']>];
type IsInRows<Document, Path> = Path extends `${infer Name}.${infer Rest}`
  ? Name extends keyof Document
    ? NonNullable<Document[Name]> extends readonly unknown[]
      ? true
      : IsInRows<NonNullable<Document[Name]>, Rest>
    : false
  : false;

type SinglePath<S extends CollectionShape> = Exclude<
  { [Path in OwnPath<S>]: [Single<S['filters'][Path]>] extends [never] ? never : Path }[OwnPath<S>],
  '_pending'
>;
type ListPath<S extends CollectionShape> = {
  [Path in OwnPath<S>]: [Single<S['filters'][Path]>] extends [never]
    ? [Member<S['filters'][Path]>] extends [never]
      ? never
      : Path
    : never;
}[OwnPath<S>];
/** Lists of relations are no groups. */
type GroupPath<S extends CollectionShape> = SinglePath<S> | Exclude<ListPath<S>, keyof S['relations']>;
type NumberPath<S extends CollectionShape> = {
  [Path in OwnPath<S>]: [Single<S['filters'][Path]>] extends [never]
    ? never
    : Single<S['filters'][Path]> extends number
      ? Path
      : never;
}[OwnPath<S>];
/** Filters of dates are those of texts with `within`. */
type DatePath<S extends CollectionShape> = {
  [Path in OwnPath<S>]: [Single<S['filters'][Path]>] extends [never]
    ? never
    : Single<S['filters'][Path]> extends string
      ? HasRange<S['filters'][Path]> extends true
        ? Path
        : never
      : never;
}[OwnPath<S>];
type HasRange<Filter> = true extends (
  Filter extends object
    ? 'within' extends keyof Filter
      ? true
      : false
    : false
)
  ? true
  : false;
