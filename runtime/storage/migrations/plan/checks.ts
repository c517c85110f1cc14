/** Queries for existing data that make a change impossible. */
import { quoteIdentifier } from '../../../query/sql/quote.js';
import type { CheckedPattern, FieldSchema, IndexSchema } from '../../schema/storage-schema.js';
import { columnValues } from './column-values.js';
import type { FieldChange } from './field-changes.js';
import { rowContainer } from './field-paths.js';
import type { MigrationDialect } from './migration-dialect.js';
import type { PlannedChange, TablePair } from './planned-change.js';
import type { PlannedCheck } from './planned-migration.js';
import { pointersOfField } from './pointers.js';
import { rowSource } from './row-source.js';
import { ruleChecks } from './rule-checks.js';
import type { TableNames } from './table-names.js';

export interface CheckScope {
  readonly dialect: MigrationDialect;
  readonly names: TableNames;
  /** Whether the data must also satisfy the rules of the fields. */
  readonly isStrict: boolean;
}

export function findChecks(changes: readonly PlannedChange[], scope: CheckScope): readonly PlannedCheck[] {
  const names = formerNames(scope.names);
  return changes.flatMap((change): readonly PlannedCheck[] => {
    if (change.kind !== 'change table' || change.after.kind !== 'documents') return [];
    const { before, after, fields } = change;
    const finder = new CheckFinder({ ...scope, before, after, changes: fields, names });
    return [...fields.flatMap((field) => finder.ofField(field)), ...finder.ofIndexes()];
  });
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

interface FinderScope extends CheckScope, TablePair {
  readonly changes: readonly FieldChange[];
}

class CheckFinder {
  readonly #scope: FinderScope;
  readonly #table: string;

  constructor(scope: FinderScope) {
    this.#scope = scope;
    this.#table = quoteIdentifier(scope.before.name);
  }

  ofField(change: FieldChange): readonly PlannedCheck[] {
    if (change.kind === 'dropped') return [];
    const container = rowContainer(change.after.path, this.#scope.after.fields);
    return container === '' ? this.#outsideRows(change) : this.#insideRows(change, container);
  }

  #outsideRows(change: Exclude<FieldChange, { kind: 'dropped' }>): readonly PlannedCheck[] {
    const { dialect, isStrict, names } = this.#scope;
    const field = change.after;
    if (change.kind === 'added' || change.kind === 'replaced') {
      return isStrict && this.#isMissing(field)
        ? [
            this.#check(
              `${this.#name(field)} is new and required, and has no default, but there are documents already`,
              `SELECT "id" FROM ${this.#table}`,
            ),
          ]
        : [];
    }
    const old = change.before;
    if (change.kind === 'pointed elsewhere') return this.#pointed(change, old, field);
    const value = this.#value(change, old);
    const select = (condition: string): string =>
      `SELECT "id", ${value} AS "value" FROM ${this.#table} WHERE ${condition}`;
    const checks: PlannedCheck[] = [];
    if (change.kind === 'converted') {
      const raw = quoteIdentifier(old.columns[0] ?? '');
      const misfit = change.conversion.misfit?.(dialect, raw);
      if (misfit !== undefined) {
        checks.push(
          this.#check(
            `${this.#name(field)} is ${field.kind} now, and a value ${change.conversion.complaint ?? 'does not fit'}`,
            `SELECT "id", ${raw} AS "value" FROM ${this.#table} WHERE ${raw} IS NOT NULL AND ${misfit}`,
          ),
        );
        // Values that cannot be converted cannot be compared either.
        return checks;
      }
    }
    if (!isStrict) return checks;
    const isNewlyRequired = this.#isMissing(field) && old.rules?.required !== true;
    if (isNewlyRequired)
      checks.push(this.#check(`${this.#name(field)} is required now, and is empty`, this.#emptySql(old)));
    checks.push(...this.#dangling(old, field));
    const entries =
      old.table === undefined
        ? null
        : `(SELECT count(*) FROM ${quoteIdentifier(old.table)} e WHERE e."parent" = ${this.#table}."id")`;
    const renamed = names.renamedCollections;
    const rules = ruleChecks({ before: old, after: field, dialect, value, entries, renamed });
    return [
      ...checks,
      ...rules.map(({ message, condition, shown, pattern }) =>
        this.#check(
          `${this.#name(field)} ${message}`,
          shown === undefined
            ? select(condition)
            : `SELECT "id", ${shown} AS "value" FROM ${this.#table} WHERE ${condition}`,
          pattern,
        ),
      ),
    ];
  }

  #insideRows(change: Exclude<FieldChange, { kind: 'dropped' }>, container: string): readonly PlannedCheck[] {
    const { changes, dialect, isStrict, before, names } = this.#scope;
    const place = changes.find((one) => one.kind === 'kept' && one.after.path === container);
    if (place?.kind !== 'kept') return [];
    const source = rowSource({ table: before, container: place.before.path, dialect });
    const select = (value: string, condition: string): string =>
      `SELECT ${this.#table}."id", ${value} AS "value" FROM ${source.from} WHERE ${[...source.conditions, condition].join(' AND ')}`;
    const name = this.#name(change.after);
    if (change.kind === 'added' || change.kind === 'replaced') {
      return isStrict && this.#isMissing(change.after)
        ? [
            this.#check(
              `${name} is new and required, and has no default, but there are rows already`,
              select('NULL', '1 = 1'),
            ),
          ]
        : [];
    }
    const path = change.before.path.slice(place.before.path.length + 1).split('.');
    const isList =
      change.before.kind.startsWith('list of') ||
      change.before.kind === 'rows' ||
      change.before.kind === 'blocks';
    const raw = isList
      ? dialect.jsonAt(source.json, path)
      : dialect.scalarAt(source.json, path, change.before.kind);
    if (change.kind === 'pointed elsewhere') return [];
    if (change.kind === 'converted') {
      const misfit = change.conversion.misfit?.(dialect, raw);
      if (misfit !== undefined)
        return [
          this.#check(
            `${name} is ${change.after.kind} now, and a value ${change.conversion.complaint ?? 'does not fit'}`,
            select(raw, `${raw} IS NOT NULL AND ${misfit}`),
          ),
        ];
    }
    if (!isStrict) return [];
    const checks: PlannedCheck[] = [];
    if (this.#isMissing(change.after) && change.before.rules?.required !== true)
      checks.push(
        this.#check(
          `${name} is required now, and is empty`,
          select('NULL', dialect.isEmptyAt(source.json, path)),
        ),
      );
    const value = change.kind === 'converted' ? change.conversion.value(dialect, raw) : raw;
    const rules = ruleChecks({
      before: change.before,
      after: change.after,
      dialect,
      value,
      entries: null,
      renamed: names.renamedCollections,
    });
    return [
      ...checks,
      ...rules.map(({ message, condition, shown, pattern }) =>
        this.#check(`${name} ${message}`, select(shown ?? value, condition), pattern),
      ),
    ];
  }

  #pointed(
    change: Extract<FieldChange, { kind: 'pointed elsewhere' }>,
    old: FieldSchema,
    field: FieldSchema,
  ): readonly PlannedCheck[] {
    const { names, isStrict, before } = this.#scope;
    const checks: PlannedCheck[] = [];
    if (change.from.isMany && !change.to.isMany && old.table !== undefined) {
      checks.push(
        this.#check(
          `${this.#name(field)} takes one document now, and points to more`,
          `SELECT "parent" AS "id", count(*) AS "value" FROM ${quoteIdentifier(old.table)} GROUP BY "parent" HAVING count(*) > 1`,
        ),
      );
    }
    if (!isStrict || !this.#isMissing(field)) return checks;
    const pointers = pointersOfField({ change, before: old, table: before.name, names });
    const isEmpty =
      field.table === undefined
        ? `${pointers.single('target')} IS NULL`
        : `"id" NOT IN (SELECT "kept"."id" FROM (${pointers.rows().replace(/^SELECT (\S+),/, 'SELECT $1 AS "id",')}) AS "kept")`;
    checks.push(
      this.#check(
        `${this.#name(field)} is required, and points to nothing that it may point to now`,
        `SELECT "id" FROM ${this.#table} WHERE ${isEmpty}`,
      ),
    );
    return checks;
  }

  /** A foreign key clears dangling pointers, which a required field does not allow. */
  #dangling(old: FieldSchema, field: FieldSchema): readonly PlannedCheck[] {
    const [name = ''] = field.columns;
    const [from = ''] = old.columns;
    const column = this.#scope.after.columns.find((one) => one.name === name);
    const former = this.#scope.before.columns.find((one) => one.name === from);
    if (
      field.rules?.required !== true ||
      this.#scope.after.pending ||
      !column?.references ||
      former?.references
    )
      return [];
    const table = this.#scope.names.former(column.references.table);
    if (table === undefined) return [];
    const value = quoteIdentifier(from);
    return [
      this.#check(
        `${this.#name(field)} is required, and points to a document that is not published`,
        `SELECT "id", ${value} AS "value" FROM ${this.#table} WHERE ${value} NOT IN (SELECT "id" FROM ${quoteIdentifier(table)})`,
      ),
    ];
  }

  ofIndexes(): readonly PlannedCheck[] {
    const { before, after } = this.#scope;
    // Both tables at once: see `documents/write/unique-across-views.ts`.
    if (after.pending) return [];
    const former = before.indexes.filter(({ unique }) => unique).map(({ columns }) => columns.join());
    return after.indexes.flatMap((index): readonly PlannedCheck[] => {
      if (index.unique !== true) return [];
      const values = index.columns.map((name) => this.#columnValue(name));
      const isKept = former.includes(values.map((value) => value.former ?? '').join());
      return isKept
        ? []
        : [
            this.#duplicates(
              index,
              values.map(({ sql }) => sql),
            ),
          ];
    });
  }

  #duplicates(index: IndexSchema, values: readonly string[]): PlannedCheck {
    const owner = this.#scope.after.owner;
    const columns = values.map((sql, position) => `${sql} AS "v${position}"`).join(', ');
    const names = values.map((_, position) => `"v${position}"`);
    const pending = this.#pendingTable();
    const tables = pending === null ? [this.#table] : [this.#table, quoteIdentifier(pending)];
    const all = tables.map((table) => `SELECT "id", ${columns} FROM ${table}`).join(' UNION ALL ');
    const present = names.map((name) => `${name} IS NOT NULL`).join(' AND ');
    return {
      message: `${owner}: the index on ${index.columns.join(', ')} is unique now, and documents have the same value`,
      sql:
        `SELECT min("id") AS "id", ${names[0] ?? 'NULL'} AS "value", max("id") AS "and also" FROM (${all}) AS "all" ` +
        `WHERE ${present} GROUP BY ${names.join(', ')} HAVING count(DISTINCT "id") > 1`,
    };
  }

  #pendingTable(): string | null {
    return this.#scope.names.pendingOf(this.#scope.before.name);
  }

  #columnValue(name: string): { readonly sql: string; readonly former: string | null } {
    const { before, after, changes, dialect } = this.#scope;
    const built = before.columns.find(
      (column) => column.name === name && ['id', 'createdAt', 'updatedAt'].includes(name),
    );
    if (built !== undefined) return { sql: quoteIdentifier(name), former: name };
    for (const change of changes) {
      if (change.kind === 'dropped') continue;
      const field = change.after;
      const position = field.columns.indexOf(name);
      if (position === -1) continue;
      if (change.kind === 'kept') {
        const former = change.before.columns[position] ?? name;
        return { sql: quoteIdentifier(former), former };
      }
      if (change.kind === 'converted') return { sql: this.#value(change, change.before), former: null };
      const fallback = field.rules?.default;
      const column = after.columns.find((one) => one.name === name);
      if (change.kind === 'pointed elsewhere') {
        const old = change.before;
        const pointers = pointersOfField({
          change,
          before: old,
          table: before.name,
          names: this.#scope.names,
        });
        return { sql: pointers.single(position === 0 ? 'target' : 'collection'), former: null };
      }
      const value = fallback === undefined ? null : (columnValues(field, fallback)[position] ?? null);
      return { sql: dialect.literal(value, column?.type ?? 'text'), former: null };
    }
    return { sql: 'NULL', former: null };
  }

  #value(change: Extract<FieldChange, { kind: 'kept' | 'converted' }>, old: FieldSchema): string {
    const [column] = old.columns;
    if (column === undefined) return 'NULL';
    return change.kind === 'kept'
      ? quoteIdentifier(column)
      : change.conversion.value(this.#scope.dialect, quoteIdentifier(column));
  }

  #emptySql(old: FieldSchema): string {
    if (old.table !== undefined) {
      return `SELECT "id" FROM ${this.#table} WHERE "id" NOT IN (SELECT "parent" FROM ${quoteIdentifier(old.table)})`;
    }
    return `SELECT "id" FROM ${this.#table} WHERE ${quoteIdentifier(old.columns[0] ?? '')} IS NULL`;
  }

  /** Only published documents must have their required fields. */
  #isMissing(field: FieldSchema): boolean {
    return (
      this.#scope.after.pending !== true &&
      field.rules?.required === true &&
      field.rules.default === undefined
    );
  }

  #name(field: FieldSchema): string {
    return `${this.#scope.after.owner}.${field.path}`;
  }

  #check(message: string, sql: string, pattern?: CheckedPattern): PlannedCheck {
    const own = this.#scope.after.pending ? `${message} (in a pending draft)` : message;
    return { message: own, sql, ...(pattern !== undefined && { pattern }) };
  }
}
