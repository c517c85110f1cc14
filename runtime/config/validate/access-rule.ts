/** The form of access rules. */
import { type Check, distinct, elsewhere, listOf } from './checks.js';
import { showValue } from './show-value.js';

/** The form of an access list. Its roles are looked up later, when those of the config are known. */
export const roleList: Check = distinct(listOf(elsewhere));

/** A list of roles, or a function that decides. */
export const accessRule: Check = (value, place, problems) => {
  if (Array.isArray(value)) roleList(value, place, problems);
  else if (typeof value !== 'function') {
    problems.add(place, `must be a list of roles or a function, not ${showValue(value)}`);
  }
};
