import { isJsonObject, type JsonObject, type JsonValue } from '../../../runtime/util/json.js';

/** The position of a value in a document: names of fields and indexes of rows. */
export type Path = readonly (string | number)[];

/** Returns the value at a path; null if there is none. */
export function valueAt(root: JsonValue, path: Path): JsonValue {
  let value: JsonValue = root;
  for (const step of path) {
    value = child(value, step);
  }
  return value;
}

/**
 * Returns the values with another value at a path. Objects outside the path stay the same, so that `===`
 * shows what has changed.
 */
export function withValueAt(root: JsonObject, path: Path, value: JsonValue): JsonObject {
  const [step, ...rest] = path;
  if (step === undefined) return isJsonObject(value) ? value : root;
  return { ...root, [step]: replaced(child(root, step), rest, value) };
}

function replaced(current: JsonValue, path: Path, value: JsonValue): JsonValue {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  const next = replaced(child(current, step), rest, value);
  if (typeof step === 'number' && Array.isArray(current)) {
    return current.map((item: JsonValue, index) => (index === step ? next : item));
  }
  return { ...(isJsonObject(current) ? current : {}), [step]: next };
}

function child(value: JsonValue, step: string | number): JsonValue {
  if (typeof step === 'number')
    return Array.isArray(value) ? ((value as readonly JsonValue[])[step] ?? null) : null;
  return isJsonObject(value) && Object.hasOwn(value, step) ? (value[step] ?? null) : null;
}

/**
 * Returns the path in a form that does not change with the order of rows: rows are named by their ids. The
 * keys of inputs, of issues and of unfinished input are made of it.
 */
export function keyOf(root: JsonValue, path: Path): string {
  let value: JsonValue = root;
  const steps = path.map((step) => {
    value = child(value, step);
    const id = typeof step === 'number' && isJsonObject(value) ? value['id'] : undefined;
    return typeof id === 'string' ? id : String(step);
  });
  return steps.join('.');
}

/** Parses a path as the API writes it: `images.0.caption`. */
export function parsePath(text: string): Path {
  return text.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}
