import { refuse } from './errors.js';

/**
 * JSON that says what the value says. `JSON.stringify` would turn NaN into null, which empties a field, and leave out what is
 * undefined: data without it leaves a field alone, but a filter without it finds everything, so a filter refuses it.
 */
export function jsonOf(value: unknown, isFilter = false): string {
  return JSON.stringify(value, (name, item: unknown) => {
    if (item === undefined ? isFilter : typeof item === 'number' && !Number.isFinite(item)) {
      refuse(`${name} is ${item}`);
    }
    return item;
  });
}
