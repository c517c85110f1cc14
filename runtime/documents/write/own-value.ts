import type { JsonObject, JsonValue } from '../../util/json.js';

/** The value of an own key, never an inherited one: a field may be called `constructor`. */
export function ownValue(data: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(data, key) ? data[key] : undefined;
}

/** The object under a group's name; a group that is `null` or absent has no values. */
export function groupData(data: JsonObject, key: string): JsonObject {
  const value = ownValue(data, key);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
