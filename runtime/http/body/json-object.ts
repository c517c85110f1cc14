import { reason } from '../../errors/reasons/reason.js';
import { badInput } from '../../errors/service-error.js';
import { isJsonObject, type JsonObject } from '../../util/json.js';

/** Returns the body as an object; refuses lists, text, numbers, booleans and null. */
export function requireObject(body: unknown): JsonObject {
  if (isJsonObject(body)) return body;
  throw badInput(reason('body.notObject', { is: kindOf(body) }));
}

function kindOf(value: unknown): 'null' | 'list' | 'string' | 'number' | 'boolean' | 'undefined' {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  return typeof value as 'string' | 'number' | 'boolean' | 'undefined';
}
