/** Checks of a field outside of rows. */
import { quoteIdentifier } from '../../../query/sql/quote.js';
import type { FieldSchema } from '../../schema/storage-schema.js';
import { type ChangeOf, type CheckScope, checkOf, isMissing, nameOf } from './check-scope.js';
import type { FieldChange } from './field-changes.js';
import type { PlannedCheck } from './planned-migration.js';
import { pointersOfField } from './pointers.js';
import { ruleChecks } from './rule-checks.js';

export function valueChecks(
  change: Exclude<FieldChange, { kind: 'dropped' }>,
  scope: CheckScope,
): readonly PlannedCheck[] {
  switch (change.kind) {
    case 'added':
    case 'replaced':
      return newChecks(change.after, scope);
    case 'pointed elsewhere':
      return pointerChecks(change, scope);
    case 'converted': {
      // Values that cannot be converted cannot be compared either.
      const misfits = misfitChecks(change, scope);
      return misfits.length > 0 ? misfits : keptChecks(change, scope);
    }
    case 'kept':
      return keptChecks(change, scope);
  }
}

function newChecks(field: FieldSchema, scope: CheckScope): readonly PlannedCheck[] {
  if (!scope.isStrict || !isMissing(scope, field)) return [];
  const message = `${nameOf(scope, field)} is new and required, and has no default, but there are documents already`;
  return [checkOf(scope, { message, sql: `SELECT "id" FROM ${scope.table}` })];
}

function misfitChecks(
  { before, after, conversion }: ChangeOf<'converted'>,
  scope: CheckScope,
): readonly PlannedCheck[] {
  const raw = quoteIdentifier(before.columns[0] ?? '');
  const misfit = conversion.misfit?.(scope.dialect, raw);
  if (misfit === undefined) return [];
  const complaint = conversion.complaint ?? 'does not fit';
  return [
    checkOf(scope, {
      message: `${nameOf(scope, after)} is ${after.kind} now, and a value ${complaint}`,
      sql: `SELECT "id", ${raw} AS "value" FROM ${scope.table} WHERE ${raw} IS NOT NULL AND ${misfit}`,
    }),
  ];
}

/** Checks the rules of a field that keeps its values, maybe as another type. */
function keptChecks(change: ChangeOf<'kept' | 'converted'>, scope: CheckScope): readonly PlannedCheck[] {
  const { before, after } = change;
  const { dialect, isStrict, names, table } = scope;
  if (!isStrict) return [];
  const value = newValue(change, scope);
  const entries =
    before.table === undefined
      ? null
      : `(SELECT count(*) FROM ${quoteIdentifier(before.table)} e WHERE e."parent" = ${table}."id")`;
  const rules = ruleChecks({ before, after, dialect, value, entries, renamed: names.renamedCollections });
  const name = nameOf(scope, after);
  return [
    ...(isMissing(scope, after) && before.rules?.required !== true
      ? [checkOf(scope, { message: `${name} is required now, and is empty`, sql: emptySql(before, scope) })]
      : []),
    ...danglingChecks(change, scope),
    ...rules.map(({ message, condition, shown = value, pattern }) =>
      checkOf(scope, {
        message: `${name} ${message}`,
        sql: `SELECT "id", ${shown} AS "value" FROM ${table} WHERE ${condition}`,
        pattern,
      }),
    ),
  ];
}

/** Returns the SQL of the new value from the former column. */
export function newValue(change: ChangeOf<'kept' | 'converted'>, { dialect }: CheckScope): string {
  const [column] = change.before.columns;
  if (column === undefined) return 'NULL';
  const old = quoteIdentifier(column);
  return change.kind === 'kept' ? old : change.conversion.value(dialect, old);
}

function emptySql({ table: entries, columns }: FieldSchema, { table }: CheckScope): string {
  return entries === undefined
    ? `SELECT "id" FROM ${table} WHERE ${quoteIdentifier(columns[0] ?? '')} IS NULL`
    : `SELECT "id" FROM ${table} WHERE "id" NOT IN (SELECT "parent" FROM ${quoteIdentifier(entries)})`;
}

/** A foreign key clears dangling pointers, which a required field does not allow. */
function danglingChecks(
  { before: old, after: field }: ChangeOf<'kept' | 'converted'>,
  scope: CheckScope,
): readonly PlannedCheck[] {
  const { before, after, names, table } = scope;
  const [from = ''] = old.columns;
  const target = after.columns.find(({ name }) => name === field.columns[0])?.references;
  const former = before.columns.find(({ name }) => name === from)?.references;
  if (field.rules?.required !== true || after.pending || !target || former) return [];
  const formerTable = names.former(target.table);
  if (formerTable === undefined) return [];
  const value = quoteIdentifier(from);
  return [
    checkOf(scope, {
      message: `${nameOf(scope, field)} is required, and points to a document that is not published`,
      sql: `SELECT "id", ${value} AS "value" FROM ${table} WHERE ${value} NOT IN (SELECT "id" FROM ${quoteIdentifier(formerTable)})`,
    }),
  ];
}

function pointerChecks(change: ChangeOf<'pointed elsewhere'>, scope: CheckScope): readonly PlannedCheck[] {
  const { before: old, after: field, from, to } = change;
  const name = nameOf(scope, field);
  const several =
    from.isMany && !to.isMany && old.table !== undefined
      ? [
          checkOf(scope, {
            message: `${name} takes one document now, and points to more`,
            sql: `SELECT "parent" AS "id", count(*) AS "value" FROM ${quoteIdentifier(old.table)} GROUP BY "parent" HAVING count(*) > 1`,
          }),
        ]
      : [];
  if (!scope.isStrict || !isMissing(scope, field)) return several;
  const pointers = pointersOfField({ change, before: old, table: scope.before.name, names: scope.names });
  const isEmpty =
    field.table === undefined
      ? `${pointers.single('target')} IS NULL`
      : `"id" NOT IN (SELECT "kept"."id" FROM (${pointers.rows().replace(/^SELECT (\S+),/, 'SELECT $1 AS "id",')}) AS "kept")`;
  return [
    ...several,
    checkOf(scope, {
      message: `${name} is required, and points to nothing that it may point to now`,
      sql: `SELECT "id" FROM ${scope.table} WHERE ${isEmpty}`,
    }),
  ];
}
