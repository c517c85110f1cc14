/**
 * Reads environment variables. An empty variable counts as not set; a wrong value is reported as a problem
 * with its name.
 */
import { fileURLToPath } from 'node:url';
import { nearestName } from '../util/near-miss.js';
import type { Check } from './validate/checks.js';
import { inside, type Place, type Problems, root } from './validate/problem.js';
import { listed, quoted } from './validate/show-value.js';

export interface Variables {
  /** Trimmed. */
  text(name: string, check: Check): string | undefined;
  /** A secret: unchanged, and never shown in messages. */
  secret(name: string): string | undefined;
  /** Digits only. */
  number(name: string, check: Check): number | undefined;
  /** `true` or `false`, or their synonyms. */
  flag(name: string): boolean | undefined;
  /** Separated by commas. */
  list(name: string, check: Check): readonly string[] | undefined;
  /** One of some words, case-insensitive. */
  choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined;
  /** The path of a `file:` URL. `issue` returns the message for any other value. */
  filePath(name: string, issue: (value: string) => string): string | undefined;
}

const flags: ReadonlyMap<string, boolean> = new Map([
  ...['true', '1', 'yes', 'on'].map((word) => [word, true] as const),
  ...['false', '0', 'no', 'off'].map((word) => [word, false] as const),
]);

export function createVariables(env: NodeJS.ProcessEnv, problems: Problems): Variables {
  const at = (name: string): Place => inside(root, name);
  const given = (name: string): string | undefined => env[name]?.trim() || undefined;

  function text(name: string, check: Check): string | undefined {
    const value = given(name);
    if (value !== undefined) check(value, at(name), problems);
    return value;
  }

  function number(name: string, check: Check): number | undefined {
    const value = given(name);
    if (value === undefined) return undefined;
    // Only digits: `Number` would also accept "0x10", "1e3" and " ".
    const read = /^\d+$/.test(value) ? Number(value) : value;
    check(read, at(name), problems);
    return Number(read);
  }

  function flag(name: string): boolean | undefined {
    const value = given(name);
    if (value === undefined) return undefined;
    const read = flags.get(value.toLowerCase());
    if (read === undefined) problems.add(at(name), `must be true or false, not ${quoted(value)}`);
    return read;
  }

  function list(name: string, check: Check): readonly string[] | undefined {
    const parts = given(name)
      ?.split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
    for (const part of parts ?? []) check(part, at(name), problems);
    return parts;
  }

  function choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    const value = given(name)?.toLowerCase();
    const found = choices.find((each) => each === value);
    if (value === undefined || found !== undefined) return found;
    problems.add(at(name), `must be ${listed(choices)}, not ${quoted(value)}`, nearestName(value, choices));
    return undefined;
  }

  function filePath(name: string, issue: (value: string) => string): string | undefined {
    const value = given(name);
    if (value === undefined) return undefined;
    const path = pathOfFileUrl(value);
    if (path === null) problems.add(at(name), issue(value));
    return path ?? undefined;
  }

  return {
    text,
    secret: (name) => (given(name) ? env[name] : undefined),
    number,
    flag,
    list,
    choice,
    filePath,
  };
}

/** `file:data.db` is relative to the folder the server is started in; `file:///srv/data.db` is absolute. */
function pathOfFileUrl(value: string): string | null {
  // Same as in the `path` options.
  if (value === ':memory:') return value;
  const path = /^file:(.+)$/is.exec(value)?.[1];
  if (path === undefined || path.includes('\0')) return null;
  if (!path.startsWith('//')) return path;
  try {
    return fileURLToPath(value);
  } catch {
    // Contains a host or an invalid percent encoding; the message shows the expected form.
    return null;
  }
}

/** The scheme of a URL (the part before the colon), in lower case; null if there is none. */
export function schemeOf(value: string): string | null {
  return /^([a-z][a-z0-9+.-]*):/i.exec(value)?.[1]?.toLowerCase() ?? null;
}
