/** Queries for existing data that make a change impossible. */
import { quoteIdentifier } from '../../../query/sql/quote.js';
import type { TableSchema } from '../../schema/storage-schema.js';
import { type CheckScope, checkOf } from './check-scope.js';
import type { FieldChange } from './field-changes.js';
import { rowContainer } from './field-paths.js';
import type { PlannedChange } from './planned-change.js';
import type { PlannedCheck } from './planned-migration.js';
import { rowChecks } from './row-checks.js';
import type { TableNames } from './table-names.js';
import { uniqueChecks } from './unique-checks.js';
import { valueChecks } from './value-checks.js';

export function findChecks(
  changes: readonly PlannedChange[],
  options: Pick<CheckScope, 'dialect' | 'names' | 'isStrict'>,
): readonly PlannedCheck[] {
  const names = formerNames(options.names);
  return changes.flatMap((change): readonly PlannedCheck[] => {
    if (change.kind !== 'change table' || change.after.kind !== 'documents') return [];
    const { before, after, fields } = change;
    const table = quoteIdentifier(before.name);
    const scope: CheckScope = { ...options, before, after, changes: fields, names, table };
    const others = filesBegin(scope) ? fields.filter((field) => !isOfFile(field, after)) : fields;
    return [
      ...filesChecks(scope),
      ...others.flatMap((field) => fieldChecks(field, scope)),
      ...uniqueChecks(scope),
    ];
  });
}

/** Whether the documents have files from now on. */
function filesBegin({ before, changes, after }: CheckScope): boolean {
  return before.files === undefined && changes.some((change) => isOfFile(change, after));
}

function isOfFile(change: FieldChange, { files = [] }: TableSchema): boolean {
  return change.kind === 'added' && files.includes(change.after.path);
}

/** A document without a file cannot exist, and no migration has files. */
function filesChecks(scope: CheckScope): readonly PlannedCheck[] {
  if (!scope.isStrict || !filesBegin(scope)) return [];
  const message = `each document of ${scope.after.owner} has a file now, and there are documents without one`;
  return [checkOf(scope, { message, sql: `SELECT "id" FROM ${scope.table}` })];
}

/** Checks run before anything is renamed. */
function formerNames(names: TableNames): TableNames {
  return {
    ...names,
    ofCollection: (slug) => {
      const now = names.ofCollection(slug);
      return now === undefined ? undefined : names.former(now);
    },
  };
}

function fieldChecks(change: FieldChange, scope: CheckScope): readonly PlannedCheck[] {
  if (change.kind === 'dropped') return [];
  const container = rowContainer(change.after.path, scope.after.fields);
  return container === '' ? valueChecks(change, scope) : rowChecks(change, container, scope);
}
