/** Reads OpenAPI documents, which may come from anywhere: nothing about their form is taken for granted. */
import { readFileSync } from 'node:fs';
import { UsageError } from '../command-error.js';

export type JsonMap = Readonly<Record<string, unknown>>;

/** An OpenAPI 3 document. Its parts are found by {@link ContractDocument.resolve}. */
export interface ContractDocument {
  readonly root: JsonMap;
  /**
   * Follows `$ref`.
   *
   * @throws UsageError for one that leads to nothing, to another file or to itself.
   */
  resolve(part: unknown): Resolved;
}

export interface Resolved {
  readonly value: JsonMap;
  /** Name of the last component on the way: `Post`; null for a part that was not referred to. */
  readonly name: string | null;
}

/** An object of JSON; anything else is an empty one. */
export function mapOf(value: unknown): JsonMap {
  return isMap(value) ? value : {};
}

export function isMap(value: unknown): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A property of the object itself, and none that all objects have. */
export function own(map: JsonMap, key: string): unknown {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textsOf(value: unknown): readonly string[] {
  return listOf(value).filter((item) => typeof item === 'string');
}

/** Reads a document from a file. */
export function readContract(file: string): ContractDocument {
  return parseContract(readText(file), file);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new UsageError(`${file} cannot be read: ${code === 'ENOENT' ? 'there is no such file' : code}`);
  }
}

/** Parses the text of a document; `file` is for messages. */
export function parseContract(text: string, file: string): ContractDocument {
  const root = parseJson(text, file);
  const version = isMap(root) ? own(root, 'openapi') : undefined;
  if (!isMap(root) || typeof version !== 'string' || !version.startsWith('3.'))
    throw new UsageError(`${file} is not an OpenAPI 3 document: "openapi" must be "3.0.x" or "3.1.x"`);
  if (!isMap(own(root, 'paths')))
    throw new UsageError(`${file} is not an OpenAPI document: it has no "paths"`);
  return { root, resolve: (part) => resolve(root, part, file) };
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\u{feff}/u, ''));
  } catch {
    const hint = /\.ya?ml$/i.test(file) ? '; convert YAML to JSON first' : '';
    throw new UsageError(`${file} is not valid JSON${hint}`);
  }
}

function resolve(root: JsonMap, part: unknown, file: string): Resolved {
  const seen = new Set<string>();
  let value = mapOf(part);
  let name: string | null = null;
  for (;;) {
    const reference = own(value, '$ref');
    if (typeof reference !== 'string') return { value, name };
    if (seen.has(reference))
      throw new UsageError(`${file}: $ref ${JSON.stringify(reference)} leads to itself`);
    seen.add(reference);
    const target = at(root, reference, file);
    // Keywords next to a `$ref`, such as `description` or `default`, apply in addition to its target.
    const { $ref: _reference, ...beside } = value;
    value = { ...target, ...beside };
    name = reference.slice(reference.lastIndexOf('/') + 1);
  }
}

function at(root: JsonMap, reference: string, file: string): JsonMap {
  if (!reference.startsWith('#/'))
    throw new UsageError(
      `${file}: $ref ${JSON.stringify(reference)} leads out of the file, which is not supported`,
    );
  let found: unknown = root;
  for (const step of reference.slice(2).split('/')) {
    const key = decoded(step);
    found = Array.isArray(found) ? found[Number(key)] : own(mapOf(found), key);
  }
  if (isMap(found)) return found;
  throw new UsageError(`${file}: $ref ${JSON.stringify(reference)} leads to nothing`);
}

function decoded(step: string): string {
  const plain = step.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}
