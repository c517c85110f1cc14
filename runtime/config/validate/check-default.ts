/** Checks that a constant default fits its own field: it would be stored without passing the validators. */
import { type PlainObject, passes, wholeNumber } from './checks.js';
import { faultOfValue } from './fault-of-value.js';
import { fieldRules } from './field-options.js';
import type { Place, Problems } from './problem.js';

export function checkDefault(field: PlainObject, place: Place, problems: Problems): void {
  const { default: given, type } = field;
  // A function is asked when a document is created; `null` is the same as no default.
  if (given === undefined || given === null || typeof given === 'function') return;
  const takesDefault = fieldRules.get(String(type))?.options['default'] !== undefined;
  if (!takesDefault || !hasSoundLimits(field)) return;
  const fault = faultOfValue(field, given, new Set());
  if (fault !== null) problems.add(place, `does not fit: ${fault}`);
}

const count = wholeNumber(0);

/** Where limits or options are wrong themselves, that is what is reported. */
function hasSoundLimits(field: PlainObject): boolean {
  const counts = ['minLength', 'maxLength', 'minRows', 'maxRows'] as const;
  return counts.every((name) => field[name] === undefined || passes(count, field[name]));
}
