import { reason } from '../../errors/reasons/reason.js';
import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '../../util/json.js';
import type { Validator } from '../validator.js';

/** A validator for a former draft: it reports an empty required field as missing. */
export function ofDraft(validator: Validator): Validator {
  return {
    safeParse(candidate) {
      const result = validator.safeParse(candidate);
      if (result.success) return result;
      const issues = result.error.issues.map((issue) =>
        isEmptyAt(candidate as JsonObject, issue.path)
          ? { path: issue.path, message: issue.message, why: reason('field.required') }
          : issue,
      );
      return { success: false, error: { issues } };
    },
  };
}

function isEmptyAt(value: JsonValue | undefined, [key, ...rest]: readonly PropertyKey[]): boolean {
  if (value === undefined || value === null) return true;
  if (key === undefined) return false;
  if (Array.isArray(value)) return isEmptyAt((value as readonly JsonValue[])[Number(key)], rest);
  return isJsonObject(value) && isEmptyAt(ownValue(value, String(key)), rest);
}
