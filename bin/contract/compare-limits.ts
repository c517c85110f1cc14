/** Compares the keywords that limit one value: what the new schema allows against what the old one did. */
import { breaks, type Change, type Direction, fits } from './change.js';
import { type JsonMap, own } from './contract-document.js';
import { shown } from './shown-value.js';

/** Two schemas of one place, without references. */
export interface SchemaPair {
  readonly before: JsonMap;
  readonly after: JsonMap;
  readonly direction: Direction;
  readonly place: string;
}

const lower = ['minLength', 'minItems', 'minProperties', 'minimum', 'exclusiveMinimum'] as const;
const upper = ['maxLength', 'maxItems', 'maxProperties', 'maximum', 'exclusiveMaximum'] as const;

/** Differences of limits, patterns and formats. */
export function compareLimits(pair: SchemaPair): readonly Change[] {
  return [
    ...lower.flatMap((keyword) => compareBound(pair, keyword, (from, to) => to > from)),
    ...upper.flatMap((keyword) => compareBound(pair, keyword, (from, to) => to < from)),
    ...(['pattern', 'format', 'multipleOf', 'uniqueItems', 'contentMediaType'] as const).flatMap((keyword) =>
      compareRule(pair, keyword),
    ),
    ...(
      ['not', 'if', 'then', 'else', 'patternProperties', 'propertyNames', 'contains', 'prefixItems'] as const
    ).flatMap((keyword) => compareUnknown(pair, keyword)),
  ];
}

/** A change that allows less breaks input; one that allows more breaks output. */
function judged({ direction, place }: SchemaPair, allows: 'less' | 'more', message: string): Change {
  const isBreaking = (allows === 'less') === (direction === 'input');
  return isBreaking ? breaks(place, message) : fits(place, message);
}

function compareBound(
  pair: SchemaPair,
  keyword: string,
  isTighter: (from: number, to: number) => boolean,
): readonly Change[] {
  const from = numberIn(pair.before, keyword);
  const to = numberIn(pair.after, keyword);
  if (from === to) return [];
  if (from === null) return [judged(pair, 'less', `has the new limit ${keyword} ${to}`)];
  if (to === null) return [judged(pair, 'more', `no longer has the limit ${keyword} ${from}`)];
  const allows = isTighter(from, to) ? 'less' : 'more';
  return [judged(pair, allows, `${keyword} changed from ${from} to ${to}`)];
}

/** In OpenAPI 3.0 `exclusiveMinimum` may be a boolean, which is no number here. */
function numberIn(schema: JsonMap, keyword: string): number | null {
  const value = own(schema, keyword);
  return typeof value === 'number' ? value : null;
}

/** Of two patterns or formats nobody knows whether one allows all that the other does. */
function compareRule(pair: SchemaPair, keyword: string): readonly Change[] {
  const from = ruleIn(pair.before, keyword);
  const to = ruleIn(pair.after, keyword);
  if (from === to) return [];
  if (from === null) return [judged(pair, 'less', `has the new rule ${keyword} ${to}`)];
  if (to === null) return [judged(pair, 'more', `no longer has the rule ${keyword} ${from}`)];
  return [breaks(pair.place, `${keyword} changed from ${from} to ${to}`)];
}

function ruleIn(schema: JsonMap, keyword: string): string | null {
  const value = own(schema, keyword);
  return value === undefined || value === false ? null : shown(value);
}

/** Keywords whose meaning is not compared: a difference has to be looked at. */
function compareUnknown({ before, after, place }: SchemaPair, keyword: string): readonly Change[] {
  if (JSON.stringify(own(before, keyword)) === JSON.stringify(own(after, keyword))) return [];
  return [breaks(place, `${keyword} changed, which this command cannot judge; look at it`)];
}
