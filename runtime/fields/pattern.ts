import type { PatternDescriptor } from './field-base.js';

/**
 * A `pattern` of the config as source and flags. `g` and `y` are removed, since they make a test depend on
 * the previous one; `u` is added where the pattern allows it, so that `.` is a code point. Throws a
 * SyntaxError where it does not compile.
 */
export function describePattern(pattern: string | RegExp): PatternDescriptor {
  const source = typeof pattern === 'string' ? pattern : pattern.source;
  const own = typeof pattern === 'string' ? '' : pattern.flags.replace(/[gyd]/g, '');
  if (!/[uv]/.test(own) && compiles(source, `${own}u`))
    return { source, flags: [...own, 'u'].sort().join('') };
  new RegExp(source, own);
  return { source, flags: own };
}

function compiles(source: string, flags: string): boolean {
  try {
    new RegExp(source, flags);
    return true;
  } catch {
    return false;
  }
}
