import type { FieldDescriptor } from '../../codegen/descriptors.js';
import { reason } from '../../errors/reasons/reason.js';
import { badInput, type Issue, issueAt, type ServiceError } from '../../errors/service-error.js';
import type { JsonObject } from '../../util/json.js';
import { nearTo } from '../../util/near-miss.js';
import type { Validator } from '../validator.js';
import { knownFields } from './known-fields.js';
import { writablePart } from './read-only-fields.js';
import { ruleReason } from './rule-reason.js';

/** Keys that the service sets itself; a body that names one is refused rather than silently changed. */
export const builtInKeys = ['_pending', 'id', 'createdAt', 'updatedAt', '_status', '_revision'] as const;

/** Max unknown fields that are compared with the known ones: a body may have thousands. */
const maxSuggestions = 20;

/** Issues of a body that names keys that only the service sets. */
export function builtInIssues(data: JsonObject): readonly Issue[] {
  return builtInKeys
    .filter((key) => Object.hasOwn(data, key))
    .map((path) => issueAt(path, reason('field.setByService')));
}

/** The data without keys that only the service sets: a hook may return a whole document. */
export function withoutBuiltIns(data: JsonObject): JsonObject {
  if (!builtInKeys.some((key) => Object.hasOwn(data, key))) return data;
  const { id: _id, createdAt: _created, updatedAt: _updated, _status, _pending, _revision, ...rest } = data;
  return rest;
}

/**
 * Checks data against the emitted validator, which knows no read-only fields. Returns its issues, none if it
 * is valid; the message for an unknown field suggests a similar name.
 */
export function validatorIssues(
  validator: Validator,
  { data, fields }: { readonly data: JsonObject; readonly fields: readonly FieldDescriptor[] },
): readonly Issue[] {
  const result = validator.safeParse(writablePart(fields, data));
  if (result.success) return [];
  return result.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' && issue.keys !== undefined
      ? unknownFields(issue.path, issue.keys, knownFields(fields, data, issue.path))
      : [issueAt(pathText(issue.path), issue.why ?? ruleReason(issue.message))],
  );
}

function unknownFields(
  at: readonly PropertyKey[],
  keys: readonly string[],
  known: readonly string[],
): readonly Issue[] {
  return keys.map((key, index) =>
    issueAt(
      pathText([...at, key]),
      reason('field.unknown', index < maxSuggestions ? nearTo(key, known) : {}),
    ),
  );
}

function pathText(path: readonly PropertyKey[]): string {
  return path.map(String).join('.');
}

/**
 * The error for what a complete document lacks: the 400 for a body, or a failure of the config where a
 * read-only field lacks its value.
 */
export function incompleteData(name: string, issues: readonly Issue[]): Error {
  const unfilled = issues.find((issue) => issue.reason === 'field.notFilled');
  if (unfilled === undefined) return invalidData(issues);
  return new Error(`${name} cannot be stored. ${unfilled.path}: ${unfilled.message}`);
}

/**
 * The 400 for issues of a body: the first ones in the message, up to the maximum of a response in the
 * details.
 */
export function invalidData(issues: readonly Issue[]): ServiceError {
  return badInput(reason('data.invalid'), issues);
}
