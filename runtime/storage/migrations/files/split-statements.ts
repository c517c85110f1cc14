/** One statement of a migration, as written in the file. */
export interface SqlStatement {
  /** Without the final semicolon. */
  readonly sql: string;
  /** The comment lines directly above it, without the dashes. */
  readonly comments: readonly string[];
}

/**
 * Splits SQL at its semicolons, except those in string literals, names, comments and dollar quotes, and
 * inside the body of a trigger (`CREATE TRIGGER ... BEGIN ...; END`).
 */
export function splitStatements(text: string): readonly SqlStatement[] {
  const statements: SqlStatement[] = [];
  const scanner = new RegExp(tokens.source, tokens.flags);
  let begin = 0;
  let words: string[] = [];
  let depth = 0;
  const end = (position: number): void => {
    const statement = statementOf(text.slice(begin, position));
    if (statement !== null) statements.push(statement);
    begin = position + 1;
    words = [];
    depth = 0;
  };
  for (let match = scanner.exec(text); match !== null; match = scanner.exec(text)) {
    const [token] = match;
    if (token === ';') {
      if (depth === 0) end(match.index);
      continue;
    }
    if (!/^\w/.test(token)) continue;
    const word = token.toUpperCase();
    if (words.length < 4) words.push(word);
    if (!isTrigger(words)) continue;
    if (word === 'BEGIN' || word === 'CASE') depth += 1;
    if (word === 'END') depth -= 1;
  }
  end(text.length);
  return statements;
}

/** Comments, quoted strings and names, dollar quotes, words, and the semicolon. */
const tokens =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*'?|"(?:[^"]|"")*"?|`[^`]*`?|\$([a-zA-Z_]*)\$[\s\S]*?(?:\$\1\$|$)|\w+|;/g;

function isTrigger([first, second, third, fourth]: readonly string[]): boolean {
  if (first !== 'CREATE') return false;
  return second === 'TRIGGER' || third === 'TRIGGER' || fourth === 'TRIGGER';
}

function statementOf(text: string): SqlStatement | null {
  const lines = text.trim().split('\n');
  const comments: string[] = [];
  while (lines[0] !== undefined && /^\s*(--|$)/.test(lines[0])) {
    const line = lines.shift() ?? '';
    // A blank line separates a comment from the statement below.
    if (line.trim() === '') comments.length = 0;
    else comments.push(line.replace(/^\s*--\s?/, '').trimEnd());
  }
  const sql = lines.join('\n').trim();
  return sql === '' ? null : { sql, comments };
}
