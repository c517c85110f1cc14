import type { Terminal } from './terminal.js';

/** The texts of a table. */
export interface PrintedTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Prints rows below a bold head, each column as wide as its longest text. */
export function printTable(
  { line, colours }: Pick<Terminal, 'line' | 'colours'>,
  { head, rows }: PrintedTable,
): void {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const aligned = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  line(colours.bold(aligned(head)));
  for (const row of rows) line(aligned(row));
}
