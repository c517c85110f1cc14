/**
 * Turns the `?` of a statement into the `$1`, `$2`, … of PostgreSQL. What stands in literals, quoted names and comments is left
 * alone; `??` is a question mark of the statement's own, as in the operators of jsonb.
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
 * Literals (`E'it\'s'` knows backslashes, others do not), quoted names, dollar-quoted bodies, comments, question marks. A body
 * in dollar quotes ends at its own tag.
 */
const token =
  /\bE'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\1|--[^\n]*|\/\*[\s\S]*?\*\/|\?\??/gi;
