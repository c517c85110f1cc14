import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import type { JsonObject, JsonValue } from '../../../runtime/util/json.js';
import { isRowField, rowFields } from './form-values.js';
import { keyOf, type Path, parsePath, valueAt } from './path.js';

/** An issue as the API returns it. */
export interface IssueDetail {
  readonly path: string;
  readonly message: string;
}

/** An issue at an input of the form. */
export interface FieldError {
  /** Key of the input that shows it: see `keyOf`. */
  readonly key: string;
  /** Label with the labels around it, from the outside in: `Images › 2 › Caption`. */
  readonly label: string;
  readonly message: string;
}

export interface FormIssues {
  readonly fields: readonly FieldError[];
  /** Issues that belong to no input: of a hook, or of a field that is not shown. */
  readonly others: readonly IssueDetail[];
}

/** Finds the inputs that the `details` of an error response name. */
export function fieldErrors(
  fields: readonly AdminFieldMeta[],
  values: JsonObject,
  details: readonly IssueDetail[],
): FormIssues {
  const found: FieldError[] = [];
  const others: IssueDetail[] = [];
  for (const detail of details) {
    const place = inputAt(fields, values, parsePath(detail.path));
    if (place === null) others.push(detail);
    else found.push({ key: keyOf(values, place.path), label: place.label, message: detail.message });
  }
  return { fields: found, others };
}

/** Returns the issues in the order of their fields in the form; those of one field keep their order. */
export function inFormOrder(fields: readonly AdminFieldMeta[], errors: readonly FieldError[]): FieldError[] {
  const place = ({ key }: FieldError): number => {
    const [name] = key.split('.');
    return fields.findIndex((field) => field.name === name);
  };
  return errors.toSorted((a, b) => place(a) - place(b));
}

interface Input {
  readonly path: Path;
  readonly label: string;
}

/** Returns the innermost input on a path. The path may continue, as the `0` of a list of numbers does. */
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
