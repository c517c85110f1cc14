/**
 * Groups of documents and their numbers, after parsing: typed, checked against the descriptors, without SQL.
 * Created by `parse/aggregate-body.ts`, used by `compile/aggregate.ts`. Immutable.
 */
import type { DatePart, MetricOperation } from '../codegen/aggregate-rules.js';
import type { CollectionDescriptor, DateField, NumberField } from '../codegen/descriptors.js';
import type { ValueKind } from '../fields/field-type.js';
import type { RelatedNode, Target, TestNode, WhereNode } from './plan.js';

/** What a request of numbers asks for. */
export interface AggregatePlan {
  readonly collection: CollectionDescriptor;
  readonly where: WhereNode | null;
  /** The parameter `draft`; null if it was not given. */
  readonly draft: boolean | null;
  readonly groups: readonly GroupTerm[];
  /** Never empty. */
  readonly metrics: readonly MetricTerm[];
  readonly having: readonly HavingTerm[];
  /** The order of the groups; ends with all groups that the request does not name. */
  readonly sort: readonly GroupSort[];
  readonly limit: number;
}

/** The value of a field in a document. */
export interface AggregateValue {
  readonly target: Target;
  /** What it is compared as; of a relation the text of the reference. */
  readonly kind: ValueKind;
  /**
   * Of a relation: holds where its document exists in the view and may be read. Other references count as
   * empty.
   */
  readonly seen: RelatedNode | null;
}

/** A part of a date, in the time of a fixed offset from UTC. */
export interface DateGroup {
  readonly by: DatePart;
  /** Minutes that are added to the time in UTC. */
  readonly offset: number;
}

/** A field that documents are grouped by. */
export interface GroupTerm {
  /** As in the request, and the name in `key`. */
  readonly path: string;
  readonly value: AggregateValue;
  /** Each member of a list makes the document part of its group. */
  readonly isList: boolean;
  readonly date: DateGroup | null;
}

/** A number of each group. */
export type MetricTerm =
  | { readonly name: string; readonly operation: 'count' }
  | {
      readonly name: string;
      readonly operation: MetricOperation;
      readonly value: AggregateValue;
      /** The values are whole numbers: sums are exact. */
      readonly isWhole: boolean;
    };

/** What a metric is, as if it were a field: the greatest of dates is a date. */
export type MetricResult = NumberField | DateField;

/** Tests of one metric, all of which hold. */
export interface HavingTerm {
  /** Index of the metric. */
  readonly metric: number;
  /** What the operands were checked against. */
  readonly field: MetricResult;
  readonly tests: readonly TestNode[];
}

/** What groups are ordered by. */
export interface GroupSort {
  readonly of: 'group' | 'metric';
  /** Index of the group or metric. */
  readonly index: number;
  readonly direction: 'asc' | 'desc';
}
