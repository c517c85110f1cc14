// The control ranges except tab and newline, and escape sequences other than colours.
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const unwanted = /\u001b(?!\[[\d;]*m)|[\u0000-\u0008\u000b-\u001a\u001c-\u001f\u007f-\u009f]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const paint = /\u001b\[[\d;]*m/g;

/**
 * Text that is safe for a terminal or a log. Names of files, slugs and fields come from a project that may
 * have been cloned from anywhere: control sequences in them must not move the cursor or repaint earlier
 * lines.
 */
export function printable(text: string, colours: boolean): string {
  const safe = text.replace(unwanted, '\u{fffd}');
  return colours ? safe : safe.replace(paint, '');
}
