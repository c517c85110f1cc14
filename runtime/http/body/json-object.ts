import { badInput } from '../../errors/service-error.js';
import { isJsonObject, type JsonObject } from '../../util/json.js';

/** Returns the body as an object; refuses lists, text, numbers, booleans and null. */
export function requireObject(body: unknown): JsonObject {
  if (isJsonObject(body)) return body;
  throw badInput(`The body must be a JSON object; it is ${kindOf(body)}.`);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}
