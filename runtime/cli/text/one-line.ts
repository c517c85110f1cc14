/** The message on one line, its lists as sentences. */
export function oneLine(error: unknown): string {
  const message = error instanceof Error ? error.message || error.name : String(error);
  return message
    .trim()
    .replace(/(?:\n {2}- .*)+/g, (list) => ` ${list.slice('\n  - '.length).replaceAll('\n  - ', '; ')}.`)
    .replace(/\s*\n\s*/g, ' ');
}
