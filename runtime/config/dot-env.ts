import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Variables that were read from a `.env`: reading again may change or remove them. */
const loaded = new Map<string, string>();

/**
 * Loads the variables of `<folder>/.env` into the environment, for the config and everything after it. A
 * variable that is already set wins, even if it is empty. A later call applies changes of the file: a
 * variable removed from it is unset.
 */
export function loadDotEnv(folder: string, env: NodeJS.ProcessEnv = process.env): void {
  const values = parseDotEnv(readDotEnv(folder));
  for (const [name, value] of loaded) {
    if (env[name] === value) delete env[name];
  }
  loaded.clear();
  for (const [name, value] of values) {
    if (env[name] !== undefined) continue;
    env[name] = value;
    loaded.set(name, value);
  }
}

function readDotEnv(folder: string): string {
  try {
    return readFileSync(join(folder, '.env'), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EISDIR'))
      return '';
    throw error;
  }
}

/**
 * A line with a value: a name, then a quoted value (which may span lines) or a bare one. Node has its own
 * parser, but that of Node 20 drops every line after a line that is not an assignment.
 */
const assignment =
  /^[^\S\n]*(?:export[^\S\n]+)?([\w.-]+)[^\S\n]*=[^\S\n]*(?:"((?:\\[\s\S]|[^"\\])*)"|'([^']*)'|`([^`]*)`|([^\n]*))/gm;

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/**
 * Parses the text of a `.env` file; the last value of a name wins. `#` starts a comment only at the start of
 * a line or after a space, so a password may contain it. `\n`, `\r`, `\t`, `\"` and `\\` are escapes in
 * double quotes only.
 */
export function parseDotEnv(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const lines = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  for (const [, name = '', double, single, backtick, bare = ''] of lines.matchAll(assignment)) {
    values.set(name, unescaped(double) ?? single ?? backtick ?? withoutComment(bare));
  }
  return values;
}

function unescaped(quoted: string | undefined): string | undefined {
  return quoted?.replace(/\\([nrt"\\])/g, (_all, mark: string) => escapes.get(mark) ?? mark);
}

function withoutComment(bare: string): string {
  return bare.replace(/(^|\s)#.*$/, '').trim();
}
