/** Parts of values that hooks and defaults made, which have to fit their fields like validated data. */
import type { JsonValue } from '../util/json.js';

export function fittingList(value: JsonValue, path: string): readonly JsonValue[] {
  if (!Array.isArray(value)) throw misfit(path, 'a list', value);
  return value as readonly JsonValue[];
}

export function misfit(path: string, wanted: string, value: JsonValue): Error {
  const shown = JSON.stringify(value)?.slice(0, 100);
  return new Error(`${path} must be ${wanted}, but a hook or default made it ${shown}.`);
}
