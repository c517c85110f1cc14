/** The text of a migration file: printed from a plan, and parsed again. */
import type { CheckedPattern } from '../../schema/storage-schema.js';
import type { PlannedCheck, PlannedMigration, PlannedStatement } from '../plan/planned-migration.js';
import { type SqlStatement, splitStatements } from './split-statements.js';

export interface MigrationParts {
  readonly up: readonly MigrationStep[];
  /** Built after the commit of the up migration. */
  readonly indexes: readonly IndexStep[];
  /** Null when the file has no down migration. */
  readonly down: readonly MigrationStep[] | null;
}

export interface MigrationStep {
  readonly sql: string;
  /** For a query that must return no rows; null for a statement. */
  readonly check: MigrationCheck | null;
}

export interface MigrationCheck {
  /** The error message when the query returns rows. */
  readonly message: string;
  /** Only rows whose `value` does not match the pattern are obstacles. */
  readonly pattern: CheckedPattern | null;
}

/** Builds one index, or validates the existing rows against a foreign key. */
export interface IndexStep {
  readonly sql: string;
  /** Name of the index or of the foreign key. */
  readonly name: string;
  readonly unique: boolean;
  /** The table of a foreign key; null for an index. */
  readonly keyOf: string | null;
}

export interface MigrationText {
  readonly name: string;
  /** The name of the database, for people. */
  readonly database: string;
  /** The changes, one line each. */
  readonly lines: readonly string[];
  readonly up: PlannedMigration;
  readonly down: PlannedMigration;
  /** What the down migration cannot restore, one line each. */
  readonly lost: readonly string[];
}

const upMark = '-- migrate:up';
const indexesMark = '-- migrate:up indexes';
const downMark = '-- migrate:down';
const checkMark = 'check: ';
const patternMark = 'pattern: ';

export function printMigration({ name, database, lines, up, down, lost }: MigrationText): string {
  const head = [
    `${name}, for ${database}. Change it as you like until it has run somewhere; then make another one.`,
    'Every part runs in one transaction. A "check" is a query that must find nothing: otherwise nothing is changed.',
    ...(up.indexes.length === 0
      ? []
      : [
          'Indexes and the validation of foreign keys come after the commit, one statement at a time, so that others can write meanwhile.',
        ]),
    '',
    ...lines.map((line) => `- ${line}`),
  ];
  return [
    commentText(head),
    upMark,
    ...printPart(up),
    ...(up.indexes.length === 0 ? [] : [indexesMark, ...up.indexes.map(printStatement)]),
    downMark,
    ...lost.map((line) => `-- ${line}`),
    ...printPart(down),
  ]
    .join('\n\n')
    .concat('\n');
}

function printPart({ checks, statements }: PlannedMigration): readonly string[] {
  if (checks.length + statements.length === 0) return ['-- The database stays as it is.'];
  return [...checks.map(printCheck), ...statements.map(printStatement)];
}

/** Patterns are JavaScript regular expressions, which no database supports. */
function printCheck({ message, sql, pattern }: PlannedCheck): string {
  const held = pattern === undefined ? '' : `-- ${patternMark}${JSON.stringify(pattern)}\n`;
  return `-- ${checkMark}${message}\n${held}${sql};`;
}

function printStatement({ comment, sql }: PlannedStatement): string {
  return `${comment === undefined ? '' : `-- ${comment}\n`}${sql};`;
}

function commentText(lines: readonly string[]): string {
  return lines.map((line) => `-- ${line}`.trimEnd()).join('\n');
}

/** @throws Error when the text is not a migration. */
export function parseMigration(text: string): MigrationParts {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const find = (mark: string): number => lines.findIndex((line) => line.trim() === mark);
  const [up, indexes, down] = [find(upMark), find(indexesMark), find(downMark)];
  if (up === -1) throw new Error(`It has no line "${upMark}".`);
  if (down !== -1 && down < up) throw new Error(`"${downMark}" stands before "${upMark}".`);
  if (indexes !== -1 && (indexes < up || (down !== -1 && down < indexes)))
    throw new Error(`"${indexesMark}" does not stand between the way up and the way back.`);
  const end = down === -1 ? lines.length : down;
  const part = (from: number, to: number): readonly SqlStatement[] =>
    splitStatements(lines.slice(from + 1, to).join('\n'));
  return {
    up: part(up, indexes === -1 ? end : indexes).map(stepOf),
    indexes: indexes === -1 ? [] : part(indexes, end).map(indexOf),
    down: down === -1 ? null : part(down, lines.length).map(stepOf),
  };
}

/** The whole up migration for one transaction: its indexes are built like other changes. */
export function upInTransaction({ up, indexes }: MigrationParts): readonly MigrationStep[] {
  return [...up, ...indexes.map(({ sql }) => ({ sql: withoutConcurrency(sql), check: null }))];
}

/** The statement for a database that cannot build an index concurrently. */
export function withoutConcurrency(sql: string): string {
  return sql.replace(/\bINDEX\s+CONCURRENTLY\b/i, 'INDEX');
}

function indexOf({ sql }: SqlStatement): IndexStep {
  const key = /^ALTER\s+TABLE\s+(?:"([^"]+)"|(\w+))\s+VALIDATE\s+CONSTRAINT\s+(?:"([^"]+)"|(\w+))$/i.exec(
    sql,
  );
  if (key !== null) {
    const [, quotedTable, table = '', quoted, plain = ''] = key;
    return {
      sql,
      name: quoted ?? plain.toLowerCase(),
      unique: false,
      keyOf: quotedTable ?? table.toLowerCase(),
    };
  }
  const found =
    /^CREATE\s+(UNIQUE\s+)?INDEX\s+(?:CONCURRENTLY\s+)?(?:IF\s+NOT\s+EXISTS\s+)?(?:"([^"]+)"|(?!ON\b)(\w+))\s+ON\b/i.exec(
      sql,
    );
  const name = found?.[2] ?? found?.[3]?.toLowerCase();
  if (name === undefined) {
    throw new Error(
      `Below "${indexesMark}" stand statements "CREATE INDEX CONCURRENTLY name ON ..." alone, and "ALTER TABLE ... VALIDATE CONSTRAINT name": what else is to be done belongs above it.`,
    );
  }
  return { sql, name, unique: found?.[1] !== undefined, keyOf: null };
}

function stepOf({ sql, comments }: SqlStatement): MigrationStep {
  const own = /^(BEGIN|COMMIT|ROLLBACK|START\s+TRANSACTION|END)\b/i.exec(sql)?.[1];
  if (own !== undefined) {
    throw new Error(
      `It says ${own.toUpperCase()}, but runs in a transaction of its own: take the statement out.`,
    );
  }
  if (/^(CREATE|DROP|REINDEX)\b[^;]{0,40}?\bCONCURRENTLY\b/i.test(sql)) {
    throw new Error(
      `It says CONCURRENTLY, which no transaction can have: "CREATE INDEX CONCURRENTLY" belongs below "${indexesMark}".`,
    );
  }
  const message = after(comments, checkMark);
  const pattern = after(comments, patternMark);
  if (message === null) return { sql, check: null };
  return { sql, check: { message, pattern: pattern === null ? null : patternOf(pattern) } };
}

/** Returns the text that follows a mark. */
function after(comments: readonly string[], mark: string): string | null {
  return comments.find((line) => line.startsWith(mark))?.slice(mark.length) ?? null;
}

function patternOf(text: string): CheckedPattern {
  try {
    const pattern = JSON.parse(text) as CheckedPattern;
    new RegExp(pattern.source, pattern.flags);
    return pattern;
  } catch (error) {
    throw new Error(`"-- ${patternMark}${text}" is no pattern.`, { cause: error });
  }
}
