/**
 * A text as a constant of SQL. It stands in a file that is read by lines, with ends of lines as the reader's system writes them: a line of the text
 * that looks like a mark of the file (`-- migrate:down`), and a CR before the end of a line, are set apart by `||`.
 */
export function quoteText(text: string): string {
  const quoted = text
    .replaceAll("'", "''")
    .replaceAll(/^(\s*)(?=-- migrate:)/gm, "$1' || '")
    .replaceAll('\r\n', "\r' || '\n");
  return `'${quoted}'`;
}
