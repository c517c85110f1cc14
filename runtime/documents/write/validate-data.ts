import type { FieldDescriptor } from '../../codegen/descriptors.js';
import { badInput, type ErrorDetail, type ServiceError } from '../../errors/service-error.js';
import type { JsonObject } from '../../util/json.js';
import { didYouMean } from '../../util/near-miss.js';
import type { Validator, ValidatorIssue } from '../validator.js';
import { knownFields } from './known-fields.js';

/** Keys that the service sets itself; a body that names one is refused rather than silently changed. */
export const builtInKeys = ['id', 'createdAt', 'updatedAt', '_status', '_revision'] as const;

/** Max unknown fields that are compared with the known ones: a body may have thousands. */
const maxSuggestions = 20;

/** Issues of a body that names keys that only the service sets. */
export function builtInIssues(data: JsonObject): readonly ErrorDetail[] {
  return builtInKeys
    .filter((key) => Object.hasOwn(data, key))
    .map((path) => ({ path, message: 'This field is set by the service and cannot be sent.' }));
}

/** The data without keys that only the service sets: a hook may return a whole document. */
export function withoutBuiltIns(data: JsonObject): JsonObject {
  if (!builtInKeys.some((key) => Object.hasOwn(data, key))) return data;
  const { id: _id, createdAt: _created, updatedAt: _updated, _status, _revision, ...rest } = data;
  return rest;
}

/**
 * Checks data against the emitted validator. Returns its issues, none if it is valid; the message for an
 * unknown field suggests a similar name.
 */
export function validatorIssues(
  validator: Validator,
  data: JsonObject,
  fields: readonly FieldDescriptor[],
): readonly ErrorDetail[] {
  const result = validator.safeParse(data);
  return result.success ? [] : result.error.issues.flatMap((issue) => issuesOf(issue, data, fields));
}

function issuesOf(
  issue: ValidatorIssue,
  data: JsonObject,
  fields: readonly FieldDescriptor[],
): readonly ErrorDetail[] {
  const path = issue.path.map(String).join('.');
  if (issue.code !== 'unrecognized_keys' || issue.keys === undefined)
    return [{ path, message: issue.message }];
  const known = knownFields(fields, data, issue.path);
  return issue.keys.map((key, index) => ({
    path: path === '' ? key : `${path}.${key}`,
    message: `There is no such field${(index < maxSuggestions && didYouMean(key, known)) || '.'}`,
  }));
}

/**
 * The 400 for issues of a body: the first ones in the message, up to the maximum of a response in the
 * details.
 */
export function invalidData(issues: readonly ErrorDetail[]): ServiceError {
  const shown = issues
    .slice(0, 3)
    .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  const more = issues.length > shown.length ? ` (and ${issues.length - shown.length} more)` : '';
  return badInput(`The data is not valid. ${shown.join(' ')}${more}`, issues);
}
