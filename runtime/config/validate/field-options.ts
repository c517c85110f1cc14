/** The options of every field type, and the names that other systems have for it. */
import type { ConfigRules } from '../../fields/config-rules.js';
import { configRulesOf, fieldKinds } from '../../fields/index.js';

/** The allowed options of each field type. */
export const fieldRules: ReadonlyMap<string, ConfigRules> = new Map<string, ConfigRules>(
  fieldKinds.map((kind) => [kind, configRulesOf(kind)]),
);

interface OtherType {
  /** The name of the type here. */
  readonly type: string;
  /** Further options it needs: `a point in time is type: 'date', time: true`. */
  readonly hint: string | null;
}

/** The name here of a field type of another system; null if there is none. */
export function typeOfOthers(name: string): OtherType | null {
  const key = name.toLowerCase();
  for (const [type, { otherNames = {} }] of fieldRules) {
    const hint = Object.hasOwn(otherNames, key) ? otherNames[key] : undefined;
    if (hint !== undefined) return { type, hint };
  }
  return null;
}
