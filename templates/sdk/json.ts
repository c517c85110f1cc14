import { refuse } from './errors.js';

/**
 * JSON that keeps the meaning of the value. `JSON.stringify` would turn NaN and an invalid `Date` into null,
 * which empties a field, and leave out what is undefined: data without a field leaves it unchanged, but a
 * filter without a condition matches everything, so a filter refuses it.
 */
export function jsonOf(value: unknown, isFilter = false): string {
  return JSON.stringify(value, function (this: { readonly [name: string]: unknown }, name, item: unknown) {
    const given = this[name];
    const isLost =
      item === undefined
        ? isFilter
        : item === null
          ? given !== null
          : typeof item === 'number' && !Number.isFinite(item);
    if (isLost) refuse(`${name} is ${given}`);
    return item;
  });
}
