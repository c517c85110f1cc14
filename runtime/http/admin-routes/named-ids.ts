import { maxOperations } from '../../codegen/max-operations.js';
import { badInput } from '../../errors/service-error.js';
import { kindOfValue } from '../../fields/input-issue.js';
import { isDocumentId } from '../../util/ids.js';
import type { JsonValue } from '../../util/json.js';
import { requireObject } from '../body/json-object.js';

/**
 * The documents that a question of the dashboard is about: `{ "ids": [...] }`, each id once. What is no id is
 * the id of no document and is left out.
 *
 * @throws ServiceError BAD_USER_INPUT
 */
export function namedIds(body: unknown): readonly string[] {
  const { ids, ...others } = requireObject(body as JsonValue);
  const [other] = Object.keys(others);
  if (other !== undefined) throw refusal(other.slice(0, 100), 'unknown property');
  if (!Array.isArray(ids)) throw refusal('ids', `must be a list, not ${kindOfValue(ids)}`);
  if (ids.length === 0 || ids.length > maxOperations)
    throw refusal('ids', `must hold 1 to ${maxOperations} ids, not ${ids.length}`);
  const wrong = ids.find((id: JsonValue) => typeof id !== 'string');
  if (wrong !== undefined) throw refusal('ids', `must hold texts, not ${kindOfValue(wrong)}`);
  return [...new Set(ids as readonly string[])].filter(isDocumentId);
}

function refusal(path: string, message: string): Error {
  return badInput(`${path}: ${message}`, [{ path, message }]);
}
