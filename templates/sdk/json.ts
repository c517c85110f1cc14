import { refuse } from './errors.js';

/**
 * JSON that keeps the meaning of the value. `JSON.stringify` would turn NaN into null, which empties a field,
 * and leave out what is undefined: data without a field leaves it unchanged, but a filter without a condition
 * matches everything, so a filter refuses it.
 */
export function jsonOf(value: unknown, isFilter = false): string {
  return JSON.stringify(value, (name, item: unknown) => {
    if (item === undefined ? isFilter : typeof item === 'number' && !Number.isFinite(item)) {
      refuse(`${name} is ${item}`);
    }
    return item;
  });
}
