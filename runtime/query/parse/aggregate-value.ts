import { isStateField, statusField } from '../../codegen/built-in-fields.js';
import type { FieldDescriptor } from '../../codegen/descriptors.js';
import { isReason, type Reason, reason } from '../../errors/reasons/reason.js';
import { fieldTypeOf } from '../../fields/index.js';
import { inputIssue } from '../../fields/input-issue.js';
import { isRelation } from '../../fields/relation.js';
import type { AggregateValue } from '../aggregate-plan.js';
import type { RelatedNode, Target } from '../plan.js';
import { refuseHidden } from './hidden-fields.js';
import type { Reader } from './reader.js';
import { resolvePath } from './resolve-path.js';

/** A field that groups or metrics name. */
export interface NamedValue {
  readonly field: FieldDescriptor;
  readonly isList: boolean;
  /** Null where the values of the field cannot be compared, as those of `json`. */
  readonly value: AggregateValue | null;
}

/**
 * Finds the field of a group or metric: one of the document itself, or in a group of fields.
 *
 * @param place - position in the body
 * @throws ServiceError BAD_USER_INPUT for a path that leads nowhere, or into rows or other documents;
 * FORBIDDEN for a hidden field.
 */
export function readValue(path: string, place: string, reader: Reader): NamedValue {
  const { collection, scope, hidden } = reader;
  const way = resolvePath(collection, path, scope);
  if (isReason(way)) throw inputIssue(place, way);
  refuseHidden({ document: collection, path, place }, { hidden, scope });
  if (way.kind !== 'value') throw inputIssue(place, reason('aggregate.ownFields'));
  const { target } = way;
  const { field } = target;
  const isList = fieldTypeOf(field).isList(field);
  return { field, isList, value: comparedValue(target, reader) };
}

function comparedValue(target: Target, { scope }: Reader): AggregateValue | null {
  const { field } = target;
  if (isStateField(field)) return field === statusField ? { target, kind: 'text', seen: null } : null;
  if (isRelation(field)) {
    if (field.hasMany === true) return null;
    return { target, kind: 'text', seen: seenNode({ ...target, field }, scope.collections) };
  }
  if (field.type === 'group' || field.type === 'join') return null;
  const kind = fieldTypeOf(field).valueKind(field);
  return kind === null ? null : { target, kind, seen: null };
}

/** Holds for every document: what the requester may not see of them is added later, as for a filter. */
function seenNode(target: RelatedNode['target'], collections: Reader['scope']['collections']): RelatedNode {
  const branches = target.field.to.flatMap((slug) => {
    const collection = collections.get(slug);
    return collection === undefined ? [] : [{ collection, node: { kind: 'and', nodes: [] } as const }];
  });
  return { kind: 'related', target, branches, holdsOnEmpty: false };
}

/** Why a field does not fit. */
export function unfitting(operation: string, { name, type }: FieldDescriptor, isList: boolean): Reason {
  return reason('aggregate.notFitting', { operation, name, type, hasMany: isList });
}
