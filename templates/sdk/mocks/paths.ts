/** Values at dotted paths, through groups and lists. */
import type { Data } from './schema.js';

/** Whether a value is a group, a row or a document. */
export function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A copy that shares nothing with the value. Files and other objects of classes are kept. */
export function copyOf<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copyOf) as unknown as T;
  if (!isData(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const copy: Data = {};
  for (const name of Object.keys(value)) copy[name] = copyOf(value[name]);
  return copy as T & Data;
}

/** Data with changes: groups are merged, everything else is replaced, and undefined changes nothing. */
export function merged(base: Data, changes: object, groups: Data): Data {
  const all: Data = { ...base };
  for (const [name, value] of Object.entries(changes)) {
    const inner = groups[name];
    if (value === undefined) continue;
    if (isData(inner))
      all[name] = merged(isData(all[name]) ? all[name] : inner, isData(value) ? value : inner, inner);
    else all[name] = copyOf(value);
  }
  return all;
}

/** The value at a path of groups. */
export function valueAt(data: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (isData(value) ? value[name] : undefined), data);
}

/** Replaces each value at a path, in all rows that it leads through. */
export function replaceAt(
  data: unknown,
  path: readonly string[],
  replace: (value: unknown) => unknown,
): void {
  if (Array.isArray(data)) {
    for (const item of data) replaceAt(item, path, replace);
    return;
  }
  const [name = '', ...rest] = path;
  if (!isData(data) || !(name in data)) return;
  if (rest.length === 0) data[name] = replace(data[name]);
  else replaceAt(data[name], rest, replace);
}
