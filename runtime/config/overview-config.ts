/** Numbers on the first page of the dashboard: docs/spec/content-tools.md#numbers-and-views. */
import type { TranslatedText } from './translated-text.js';

/** What a widget says of each group: as in `aggregate`. */
export type OverviewMetric<Path extends string = string> =
  | 'count'
  | { readonly countDistinct: Path }
  | { readonly sum: Path }
  | { readonly avg: Path }
  | { readonly min: Path }
  | { readonly max: Path };

/** What a widget counts by: the values of a field, or the parts of a date. */
export type OverviewGroup<Path extends string = string> =
  | Path
  | {
      readonly field: Path;
      /** Of a date; weeks are those of ISO 8601. Default: its values. */
      readonly by?: 'year' | 'quarter' | 'month' | 'week' | 'day' | 'hour';
      /** Of the time from UTC, such as `+02:00`. Default: UTC. */
      readonly offset?: string;
    };

/** Numbers of a collection on the first page of the dashboard: how many documents there are of each kind. */
export interface OverviewWidgetConfig<Slug extends string = string, Path extends string = string> {
  /** Slug of the collection. */
  readonly collection: Slug;
  /** Default: made from the collection and the field. */
  readonly title?: TranslatedText;
  /** Text, select, boolean, number, date or single relation. A list counts once for each member. */
  readonly groupBy: OverviewGroup<Path>;
  /** By names of your own, at most three. The first one orders the groups. Default: `{ count: 'count' }`. */
  readonly metrics?: Readonly<Record<string, OverviewMetric<Path>>>;
  /** Max number of groups, 1 to 50. Default 8. */
  readonly limit?: number;
}
