import type { CheckedPattern, FieldSchema } from '../../schema/storage-schema.js';
import type { FieldChange } from './field-changes.js';
import type { MigrationDialect } from './migration-dialect.js';
import type { TablePair } from './planned-change.js';
import type { PlannedCheck } from './planned-migration.js';
import type { TableNames } from './table-names.js';

/** A table of documents whose rows are checked before anything is changed. */
export interface CheckScope extends TablePair {
  readonly changes: readonly FieldChange[];
  readonly dialect: MigrationDialect;
  /** Former names: checks run before anything is renamed. */
  readonly names: TableNames;
  /** Whether the data must also satisfy the rules of the fields. */
  readonly isStrict: boolean;
  /** The former name of the table, quoted. */
  readonly table: string;
}

export type ChangeOf<K extends FieldChange['kind']> = Extract<FieldChange, { readonly kind: K }>;

/** Returns a check; its message names the pending draft where it concerns one. */
export function checkOf(
  { after }: CheckScope,
  {
    message,
    sql,
    pattern,
  }: { readonly message: string; readonly sql: string; readonly pattern?: CheckedPattern | undefined },
): PlannedCheck {
  const own = after.pending ? `${message} (in a pending draft)` : message;
  return { message: own, sql, ...(pattern !== undefined && { pattern }) };
}

export function nameOf({ after }: CheckScope, field: FieldSchema): string {
  return `${after.owner}.${field.path}`;
}

/** Only published documents must have their required fields. */
export function isMissing({ after }: CheckScope, { rules }: FieldSchema): boolean {
  return after.pending !== true && rules?.required === true && rules.default === undefined;
}
