/** What fits a boolean, a select or a relation. A plain value means `equals`, and null means: is empty. */
export type ChoiceFilter<T> = T | Choices<T> | null;

/** What fits text. */
export type TextFilter = string | Texts | null;

/** What fits a number. */
export type NumberFilter = number | Ordered<number> | null;

/** What fits a date: ISO 8601, as documents have it. */
export type DateFilter = string | Ordered<string> | null;

/** What fits a field with several values. */
export type ListFilter<T> = Lists<T> | null;

/** What fits a point. */
export type PointFilter = Points | null;

/** What fits a field whose inside cannot be compared. */
export type PresenceFilter = Presence | null;

/** Filters that fit every document. */
export interface DocumentFilters {
  readonly id: TextFilter;
  readonly createdAt: DateFilter;
  readonly updatedAt: DateFilter;
}

/** Filters that fit every document of a collection with drafts. */
export interface DraftFilters extends DocumentFilters {
  /** Whether anything is published, in the view that is read: of what is published, all is. */
  readonly _status: ChoiceFilter<'draft' | 'published'>;
}

interface Presence {
  /** Whether there is a value. */
  readonly exists?: boolean;
}

interface Choices<T> extends Presence {
  readonly equals?: T | null;
  /** Finds empty values too. */
  readonly not_equals?: T | null;
  /** One of these; none of none. */
  readonly in?: readonly T[];
  /** None of these; finds empty values too. */
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
  /** From the first to the second, both included. */
  readonly within?: readonly [from: T, to: T];
}

interface Texts extends Comparable<string> {
  /** Has this part, whatever the case. */
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
  /** Inside a box, a circle or a GeoJSON polygon; the edge belongs to it. */
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

/** What fits some field. */
export type AnyFilter =
  | ChoiceFilter<boolean>
  | TextFilter
  | NumberFilter
  | ChoiceFilter<ReferenceInput>
  | ListFilter<string | number | ReferenceInput>
  | PointFilter;

/** A document of one of several collections. */
export interface ReferenceInput<Slug extends string = string> {
  readonly collection: Slug;
  readonly id: string;
}
