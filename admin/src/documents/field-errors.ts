import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import type { JsonObject, JsonValue } from '../../../runtime/util/json.js';
import { isRowField, rowFields } from './form-values.js';
import { keyOf, type Path, parsePath, valueAt } from './path.js';

/** A fault as the API names it. */
export interface FaultDetail {
  readonly path: string;
  readonly message: string;
}

/** A fault at an input of the form. */
export interface FieldError {
  /** Of the input that shows it: see `keyOf`. */
  readonly key: string;
  /** What it is called, from the outside in: `Images › 2 › Caption`. */
  readonly label: string;
  readonly message: string;
}

export interface FormFaults {
  readonly fields: readonly FieldError[];
  /** Faults that belong to no input: of a hook, or of a field that is not shown. */
  readonly others: readonly FaultDetail[];
}

/** Finds the inputs that an answer's `details` speak of. */
export function fieldErrors(
  fields: readonly AdminFieldMeta[],
  values: JsonObject,
  details: readonly FaultDetail[],
): FormFaults {
  const found: FieldError[] = [];
  const others: FaultDetail[] = [];
  for (const detail of details) {
    const place = inputAt(fields, values, parsePath(detail.path));
    if (place === null) others.push(detail);
    else found.push({ key: keyOf(values, place.path), label: place.label, message: detail.message });
  }
  return { fields: found, others };
}

interface Input {
  readonly path: Path;
  readonly label: string;
}

/** The innermost input on a path: behind it may stand more, as the `0` of a list of numbers. */
function inputAt(fields: readonly AdminFieldMeta[], values: JsonValue, path: Path): Input | null {
  const [name, ...rest] = path;
  const field = fields.find((each) => each.name === String(name));
  if (field === undefined || field.hidden === true) return null;
  const here: Input = { path: [field.name], label: field.label };
  const value = valueAt(values, [field.name]);
  if (field.type === 'group') return inside(here, inputAt(field.fields ?? [], value, rest));
  const [index, ...within] = rest;
  if (!isRowField(field) || typeof index !== 'number') return here;
  const row = valueAt(value, [index]);
  const at: Input = { path: [...here.path, index], label: `${here.label} › ${index + 1}` };
  return inside(at, inputAt(rowFields(field, row), row, within));
}

function inside(outer: Input, inner: Input | null): Input {
  if (inner === null) return outer;
  return { path: [...outer.path, ...inner.path], label: `${outer.label} › ${inner.label}` };
}
