/**
 * Conditions on a boolean, a select or a relation. A plain value means `equals`, and null means: is empty.
 */
export type ChoiceFilter<T> = T | Choices<T> | null;

/** Conditions on a text. */
export type TextFilter = string | Texts | null;

/** Conditions on a number. */
export type NumberFilter = number | Ordered<number> | null;

/** Conditions on a day: `2026-01-31`. A `Date` is no day, since that depends on its time zone. */
export type DateFilter = string | Ordered<string> | null;

/** Conditions on a point in time: a `Date`, or ISO 8601 as in documents. */
export type TimestampFilter = string | Date | Ordered<string | Date> | null;

/** Conditions on a field with several values. */
export type ListFilter<T> = Lists<T> | null;

/** Conditions on a point. */
export type PointFilter = Points | null;

/** Conditions on a field whose content cannot be compared. */
export type PresenceFilter = Presence | null;

/** Filters for every document. */
export interface DocumentFilters {
  readonly id: TextFilter;
  readonly createdAt: TimestampFilter;
  readonly updatedAt: TimestampFilter;
}

/** Filters for every document of a collection with drafts. */
export interface DraftFilters extends DocumentFilters {
  /**
   * Whether the document is published, in the view that is read: in the published view, every document is.
   */
  readonly _status: ChoiceFilter<'draft' | 'published'>;
  /** Whether published content has changes that are not published: reads with `draft: true` find them. */
  readonly _pending: ChoiceFilter<boolean>;
}

interface Presence {
  /** Whether there is a value. */
  readonly exists?: boolean;
}

interface Choices<T> extends Presence {
  readonly equals?: T | null;
  /** Also matches empty values. */
  readonly not_equals?: T | null;
  /** One of these; an empty list matches nothing. */
  readonly in?: readonly T[];
  /** None of these; also matches empty values. */
  readonly not_in?: readonly T[];
}

interface Comparable<T> extends Choices<T> {
  /** Greater, or later. */
  readonly gt?: T;
  /** Greater or equal. */
  readonly gte?: T;
  /** Less, or earlier. */
  readonly lt?: T;
  /** Less or equal. */
  readonly lte?: T;
}

interface Ordered<T> extends Comparable<T> {
  /** From the first to the second, both inclusive. */
  readonly within?: readonly [from: T, to: T];
}

interface Texts extends Comparable<string> {
  /** Contains this text, ignoring case. */
  readonly contains?: string;
  readonly not_contains?: string;
}

interface Lists<T> extends Presence {
  /** Has this value. */
  readonly contains?: T;
  readonly not_contains?: T;
  /** Has one of these. */
  readonly in?: readonly T[];
  /** Has none of these. */
  readonly not_in?: readonly T[];
}

interface Points extends Presence {
  /** Inside a box, a circle or a GeoJSON polygon, edge included. */
  readonly within?: GeoBox | GeoCircle | GeoPolygon;
}

/** West, south, east and north, in degrees. */
export type GeoBox = readonly [west: number, south: number, east: number, north: number];

/** Longitude and latitude, in degrees. */
export type GeoPosition = readonly [longitude: number, latitude: number];

export interface GeoCircle {
  readonly center: GeoPosition;
  /** In metres. */
  readonly radius: number;
}

/** As in GeoJSON: the outline first, then its holes, each ring closed. */
export interface GeoPolygon {
  readonly type: 'Polygon';
  readonly coordinates: readonly (readonly GeoPosition[])[];
}

/** Conditions on a field of any type. */
export type AnyFilter =
  | ChoiceFilter<boolean>
  | TextFilter
  | NumberFilter
  | TimestampFilter
  | ChoiceFilter<ReferenceInput>
  | ListFilter<string | number | ReferenceInput>
  | PointFilter;

/** A reference to a document of one of several collections. */
export interface ReferenceInput<Slug extends string = string> {
  readonly collection: Slug;
  readonly id: string;
}
