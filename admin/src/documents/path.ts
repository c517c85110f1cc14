import { isJsonObject, type JsonObject, type JsonValue } from '../../../runtime/util/json.js';

/** Where a value stands in a document: names of fields, and indexes of rows. */
export type Path = readonly (string | number)[];

/** The value at a path; null where there is none. */
export function valueAt(root: JsonValue, path: Path): JsonValue {
  let value: JsonValue = root;
  for (const step of path) {
    value = child(value, step);
  }
  return value;
}

/** The same values with another one at a path. What does not lie on the path stays the same object, so that `===` tells what changed. */
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
 * The path in a form that outlives a change of the rows' order: rows are named by their ids. Names of inputs, of errors and of what
 * is not yet a value are made of it.
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

/** A path as the API writes it: `images.0.caption`. */
export function parsePath(text: string): Path {
  return text.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}
