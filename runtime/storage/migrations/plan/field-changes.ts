/** The change of each field of a table of documents, without SQL. */
import type { JsonValue } from '../../../util/json.js';
import type { FieldSchema, TableSchema } from '../../schema/storage-schema.js';
import { type Conversion, findConversion } from './conversions.js';
import { kindAfterRenames, type ReferenceKind, referenceKind } from './field-kinds.js';
import { rowContainer } from './field-paths.js';
import { matchFields } from './match-fields.js';

export type FieldChange =
  | { readonly kind: 'added'; readonly after: FieldSchema }
  | { readonly kind: 'dropped'; readonly before: FieldSchema }
  /** The same kind, maybe with another name or other rules. */
  | { readonly kind: 'kept'; readonly before: FieldSchema; readonly after: FieldSchema }
  | {
      readonly kind: 'converted';
      readonly before: FieldSchema;
      readonly after: FieldSchema;
      readonly conversion: Conversion;
    }
  | {
      readonly kind: 'pointed elsewhere';
      readonly before: FieldSchema;
      readonly after: FieldSchema;
      readonly from: ReferenceKind;
      readonly to: ReferenceKind;
    }
  /** No value fits the new kind. */
  | { readonly kind: 'replaced'; readonly before: FieldSchema; readonly after: FieldSchema };

/** Former names by new ones: those of the table's fields, and those of all owners. */
export interface FieldRenames {
  readonly renames: ReadonlyMap<string, string>;
  readonly renamedOwners: ReadonlyMap<string, string>;
}

/** Returns the field changes of a table that exists in both schemas. */
export function fieldChanges(
  before: TableSchema,
  after: TableSchema,
  { renames, renamedOwners }: FieldRenames,
): readonly FieldChange[] {
  return matchFields(before, after, renames).flatMap((field): readonly FieldChange[] => {
    if (field.after === null) return field.before === null ? [] : [{ kind: 'dropped', before: field.before }];
    if (field.before === null) return [{ kind: 'added', after: field.after }];
    return [
      changeOf(field.before, field.after, {
        renamedOwners,
        inRows: rowContainer(field.before.path, before.fields) !== '',
      }),
    ];
  });
}

function changeOf(
  before: FieldSchema,
  after: FieldSchema,
  {
    renamedOwners,
    inRows,
  }: { readonly renamedOwners: ReadonlyMap<string, string>; readonly inRows: boolean },
): FieldChange {
  const kind = kindAfterRenames(before.kind, renamedOwners);
  if (kind === after.kind && !isOtherJson(before, after)) return { kind: 'kept', before, after };
  const from = referenceKind(kind);
  const to = referenceKind(after.kind);
  if (from !== null && to !== null && !inRows) return { kind: 'pointed elsewhere', before, after, from, to };
  const conversion = isOtherJson(before, after) ? null : findConversion(kind, after.kind);
  return conversion === null
    ? { kind: 'replaced', before, after }
    : { kind: 'converted', before, after, conversion };
}

/** Rich text is JSON with its own format. */
function isOtherJson(before: FieldSchema, after: FieldSchema): boolean {
  return after.rules?.type === 'richText' && before.rules !== undefined && before.rules.type !== 'richText';
}

/** Whether the new form of a pointer cannot hold some old ones. */
export function narrowsReference({
  from,
  to,
  after,
}: Extract<FieldChange, { kind: 'pointed elsewhere' }>): boolean {
  if (from.isMany && !to.isMany) return true;
  if (to.target !== null) return from.target !== to.target;
  return from.target !== null && after.rules?.targets?.includes(from.target) !== true;
}

/** Returns the names of a renamed field; null for other changes. */
export function renameOf(change: FieldChange): { readonly former: string; readonly now: string } | null {
  if (change.kind === 'added' || change.kind === 'dropped') return null;
  const { before, after } = change;
  return before.path === after.path ? null : { former: before.path, now: after.path };
}

/**
 * The value that replaces empty ones of a field from now on; undefined if there is none, or it did already.
 */
export function newFallback(before: FieldSchema, after: FieldSchema): JsonValue | undefined {
  if (after.rules?.filled === true) return before.rules?.filled === true ? undefined : after.rules.default;
  const wasRequired = before.rules === undefined || before.rules.required === true;
  return wasRequired ? undefined : after.rules?.default;
}
