/**
 * Prints text of users as comments: it cannot end the comment, and no hidden character changes how it reads.
 */

const hidden = /(?![\n\r\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Surrogate}]/gu;

/**
 * The lines of a text, without hidden characters, spaces at line ends, and empty lines at the start and end.
 */
export function commentLines(text: string): readonly string[] {
  const lines = text
    .replace(hidden, '')
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.trimEnd());
  while (lines[0] === '') lines.shift();
  while (lines.at(-1) === '') lines.pop();
  return lines;
}

/**
 * The lines of a TSDoc comment, wrapped at `width` columns; none for an empty text. A comment end inside
 * becomes `*\/`, and an `@` that would begin a tag is escaped, so that a description cannot deprecate or hide
 * what it describes.
 */
export function docCommentLines(text: string, width: number): readonly string[] {
  const lines = commentLines(text).map((line) => line.replaceAll('*/', '*\\/').replace(/^(\s*)@/, '$1\\@'));
  const only = lines.length === 1 ? lines[0] : undefined;
  if (only !== undefined && only.length + '/**  */'.length <= width) return [`/** ${only} */`];
  if (lines.length === 0) return [];
  const wrapped = lines.flatMap((line) => wrap(line, width - ' * '.length));
  return ['/**', ...wrapped.map((line) => ` * ${line}`.trimEnd()), ' */'];
}

/**
 * Breaks at spaces; a word longer than the width gets a line of its own. Continued lines keep the indentation
 * of their first.
 */
function wrap(line: string, width: number): readonly string[] {
  if (line.length <= width) return [line];
  const indentation = /^\s*/.exec(line)?.[0] ?? '';
  const lines: string[] = [];
  let current = '';
  for (const word of line.trim().split(/ +/)) {
    const longer = current === '' ? indentation + word : `${current} ${word}`;
    if (current !== '' && longer.length > width) {
      lines.push(current);
      current = indentation + word;
    } else {
      current = longer;
    }
  }
  return [...lines, current];
}
