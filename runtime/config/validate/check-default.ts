/** Checks that a constant default fits its own field: it is stored without running the validators. */
import { type PlainObject, passes, wholeNumber } from './checks.js';
import { fieldRules } from './field-options.js';
import { issueOfValue } from './issue-of-value.js';
import type { Place, Problems } from './problem.js';

export function checkDefault(field: PlainObject, place: Place, problems: Problems): void {
  const { default: given, type } = field;
  // A function is called when a document is created; `null` is the same as no default.
  if (given === undefined || given === null || typeof given === 'function') return;
  const takesDefault = fieldRules.get(String(type))?.options['default'] !== undefined;
  if (!takesDefault || !hasSoundLimits(field)) return;
  const issue = issueOfValue(field, given, new Set());
  if (issue !== null) problems.add(place, `does not fit: ${issue}`);
}

const count = wholeNumber(0);

/** If limits or options are invalid themselves, only that is reported. */
function hasSoundLimits(field: PlainObject): boolean {
  const counts = ['minLength', 'maxLength', 'minRows', 'maxRows'] as const;
  return counts.every((name) => field[name] === undefined || passes(count, field[name]));
}
