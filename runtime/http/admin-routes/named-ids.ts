import { maxOperations } from '../../codegen/bulk-limits.js';
import { reason } from '../../errors/reasons/reason.js';
import { badInputAt } from '../../errors/service-error.js';
import { gotOf, wrongType } from '../../fields/input-issue.js';
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
  if (other !== undefined) throw badInputAt(other.slice(0, 100), reason('property.unknown', {}));
  if (!Array.isArray(ids)) throw wrongType('ids', 'list', ids);
  if (ids.length === 0 || ids.length > maxOperations)
    throw badInputAt('ids', reason('ids.wrongCount', { max: maxOperations, count: ids.length }));
  const wrong = ids.find((id: JsonValue) => typeof id !== 'string');
  if (wrong !== undefined) throw badInputAt('ids', reason('ids.notText', { got: gotOf(wrong) }));
  return [...new Set(ids as readonly string[])].filter(isDocumentId);
}
