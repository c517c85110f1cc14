/**
 * Returns a text as an SQL constant. Migration files are read by lines, and editors may change line endings.
 * So a line of the text that looks like a mark of the file (`-- migrate:down`), and a CR before a line
 * ending, are split off with `||`.
 */
export function quoteText(text: string): string {
  const quoted = text
    .replaceAll("'", "''")
    .replaceAll(/^(\s*)(?=-- migrate:)/gm, "$1' || '")
    .replaceAll('\r\n', "\r' || '\n");
  return `'${quoted}'`;
}
