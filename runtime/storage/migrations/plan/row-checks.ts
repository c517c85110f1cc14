/** Checks of a field inside the rows of an array or of blocks. */
import { type CheckScope, checkOf, isMissing, nameOf } from './check-scope.js';
import type { FieldChange } from './field-changes.js';
import type { PlannedCheck } from './planned-migration.js';
import { rowSource } from './row-source.js';
import { ruleChecks } from './rule-checks.js';

/** `container` is the path of the array or block. */
export function rowChecks(
  change: Exclude<FieldChange, { kind: 'dropped' }>,
  container: string,
  scope: CheckScope,
): readonly PlannedCheck[] {
  const { changes, dialect, isStrict, before, names, table } = scope;
  const place = changes.find((one) => one.kind === 'kept' && one.after.path === container);
  if (place?.kind !== 'kept' || change.kind === 'pointed elsewhere') return [];
  const source = rowSource({ table: before, container: place.before.path, dialect });
  const select = (value: string, condition: string): string =>
    `SELECT ${table}."id", ${value} AS "value" FROM ${source.from} WHERE ${[...source.conditions, condition].join(' AND ')}`;
  const name = nameOf(scope, change.after);
  if (change.kind === 'added' || change.kind === 'replaced') {
    if (!isStrict || !isMissing(scope, change.after)) return [];
    const message = `${name} is new and required, and has no default, but there are rows already`;
    return [checkOf(scope, { message, sql: select('NULL', '1 = 1') })];
  }
  const { before: old, after: field } = change;
  const path = old.path.slice(place.before.path.length + 1).split('.');
  const isList = old.kind.startsWith('list of') || old.kind === 'rows' || old.kind === 'blocks';
  const raw = isList ? dialect.jsonAt(source.json, path) : dialect.scalarAt(source.json, path, old.kind);
  if (change.kind === 'converted') {
    const { misfit, complaint = 'does not fit' } = change.conversion;
    const message = `${name} is ${field.kind} now, and a value ${complaint}`;
    if (misfit !== undefined)
      return [
        checkOf(scope, { message, sql: select(raw, `${raw} IS NOT NULL AND ${misfit(dialect, raw)}`) }),
      ];
  }
  if (!isStrict) return [];
  const value = change.kind === 'converted' ? change.conversion.value(dialect, raw) : raw;
  const rules = ruleChecks({
    before: old,
    after: field,
    dialect,
    value,
    entries: null,
    renamed: names.renamedCollections,
  });
  const isEmpty = select('NULL', dialect.isEmptyAt(source.json, path));
  return [
    ...(isMissing(scope, field) && old.rules?.required !== true
      ? [checkOf(scope, { message: `${name} is required now, and is empty`, sql: isEmpty })]
      : []),
    ...rules.map(({ message, condition, shown = value, pattern }) =>
      checkOf(scope, { message: `${name} ${message}`, sql: select(shown, condition), pattern }),
    ),
  ];
}
