/**
 * Fields that documents can be grouped by, and those that metrics can use: the generator prints them into the
 * OpenAPI document, and options of the dashboard are checked against them.
 */

import { fieldTypeOf } from '../fields/index.js';
import { isRelation } from '../fields/relation.js';
import { fitsMetric, isDateKind, type MetricOperation } from './aggregate-rules.js';
import { builtInFields, changedField } from './built-in-fields.js';
import type { DocumentDescriptor, FieldDescriptor } from './descriptors.js';

/** Dotted paths by what fits them. */
export interface AggregateFields {
  /** For `groupBy`. */
  readonly groups: readonly string[];
  /** For `groupBy` with `by`. */
  readonly dates: readonly string[];
  /** For `sum` and `avg`. */
  readonly numbers: readonly string[];
  /** For `min` and `max`. */
  readonly ordered: readonly string[];
  /** For `countDistinct`. */
  readonly distinct: readonly string[];
}

/** Returns the paths of a collection by what they can be used for. */
export function aggregateFields(document: DocumentDescriptor): AggregateFields {
  const own = fieldsOf([...builtInFields(document), ...document.fields]);
  const paths = (fits: (kind: string, isList: boolean) => boolean): readonly string[] =>
    own.filter(({ kind, isList }) => fits(kind, isList)).map(({ path }) => path);
  const ofMetric = (operation: MetricOperation): readonly string[] =>
    paths((kind, isList) => !isList && fitsMetric(operation, kind));
  return {
    groups: paths(() => true),
    dates: paths(isDateKind),
    numbers: ofMetric('sum'),
    ordered: ofMetric('min'),
    distinct: ofMetric('countDistinct'),
  };
}

interface Groupable {
  readonly path: string;
  readonly kind: string;
  readonly isList: boolean;
}

function fieldsOf(fields: readonly FieldDescriptor[]): readonly Groupable[] {
  return fields.flatMap((field): readonly Groupable[] => {
    if (field.type === 'group') return fieldsOf(field.fields);
    if (field.virtual === true || field === changedField || field.type === 'join') return [];
    const { path } = field;
    if (isRelation(field)) return field.hasMany === true ? [] : [{ path, kind: 'text', isList: false }];
    const type = fieldTypeOf(field);
    const kind = type.valueKind(field);
    return kind === null ? [] : [{ path, kind, isList: type.isList(field) }];
  });
}
