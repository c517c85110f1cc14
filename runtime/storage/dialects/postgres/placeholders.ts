/**
 * Replaces the `?` of a statement with the `$1`, `$2`, … of PostgreSQL. Literals, quoted names and comments
 * are left unchanged. `??` is a literal question mark, as in the operators of jsonb.
 */
export function numberPlaceholders(sql: string): string {
  let position = 0;
  return sql.replace(token, (found) => {
    if (found === '??') return '?';
    if (found !== '?') return found;
    position += 1;
    return `$${position}`;
  });
}

/**
 * Literals (only `E'it\'s'` has backslash escapes), quoted names, dollar-quoted bodies, comments, question
 * marks. A dollar-quoted body ends at its own tag.
 */
const token =
  /\bE'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\1|--[^\n]*|\/\*[\s\S]*?\*\/|\?\??/gi;
