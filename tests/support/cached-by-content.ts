import { createHash } from 'node:crypto';

/** Results that are kept. A result may have hundreds of kilobytes. */
const maxKept = 40;

/**
 * Wraps a function so that inputs with the same JSON share its result. Hundreds of tests have the same
 * config, and compiling it takes longer than most tests.
 */
export function cachedByContent<Input extends object, Result>(
  make: (input: Input) => Result,
): (input: Input) => Result {
  const kept = new Map<string, Result>();
  return function cached(input) {
    const key = createHash('sha256').update(JSON.stringify(input)).digest('base64');
    if (kept.has(key)) return kept.get(key) as Result;
    const result = make(input);
    const [oldest] = kept.keys();
    if (kept.size >= maxKept && oldest !== undefined) kept.delete(oldest);
    kept.set(key, result);
    return result;
  };
}
