import type { FieldDescriptor } from '../codegen/descriptors.js';
import { badInput, type ErrorDetail, type ServiceError } from '../errors/service-error.js';
import type { JsonObject } from '../util/json.js';
import { didYouMean } from '../util/near-miss.js';
import { knownFields } from './known-fields.js';
import type { Validator, ValidatorIssue } from './operation.js';

/** What the service sets itself; a body that names one is refused rather than silently changed. */
const builtInKeys = ['id', 'createdAt', 'updatedAt', '_status', '_revision'] as const;

/** Faults of a body that names what only the service sets. */
export function builtInFaults(data: JsonObject): readonly ErrorDetail[] {
  return builtInKeys
    .filter((key) => Object.hasOwn(data, key))
    .map((path) => ({ path, message: 'This field is set by the service and cannot be sent.' }));
}

/** The data without what only the service sets: a hook may answer a whole document. */
export function withoutBuiltIns(data: JsonObject): JsonObject {
  if (!builtInKeys.some((key) => Object.hasOwn(data, key))) return data;
  const { id: _id, createdAt: _created, updatedAt: _updated, _status, _revision, ...rest } = data;
  return rest;
}

/** Checks data against the emitted validator. Answers its faults, none when it fits; an unknown field is told what it may have been. */
export function validatorFaults(
  validator: Validator,
  data: JsonObject,
  fields: readonly FieldDescriptor[],
): readonly ErrorDetail[] {
  const result = validator.safeParse(data);
  return result.success ? [] : result.error.issues.flatMap((issue) => faultsOf(issue, data, fields));
}

function faultsOf(
  issue: ValidatorIssue,
  data: JsonObject,
  fields: readonly FieldDescriptor[],
): readonly ErrorDetail[] {
  const path = issue.path.map(String).join('.');
  if (issue.code !== 'unrecognized_keys' || issue.keys === undefined)
    return [{ path, message: issue.message }];
  const known = knownFields(fields, data, issue.path);
  return issue.keys.map((key) => ({
    path: path === '' ? key : `${path}.${key}`,
    message: `There is no such field${didYouMean(key, known) || '.'}`,
  }));
}

/** The 400 for faults of a body: the first ones in the message, as many as an answer holds in the details. */
export function invalidData(faults: readonly ErrorDetail[]): ServiceError {
  const shown = faults
    .slice(0, 3)
    .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  const more = faults.length > shown.length ? ` (and ${faults.length - shown.length} more)` : '';
  return badInput(`The data is not valid. ${shown.join(' ')}${more}`, faults);
}
