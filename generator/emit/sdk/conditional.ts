import { type Code, code, type Printable } from '../../print/code.js';
import { concat, group, indent, spaceLine } from '../../print/doc.js';

/** `D extends 0 ? a : b`, on one line or on three. */
export function atDepth(zero: Printable, deeper: Printable): Code {
  return group(
    concat([code`D extends 0`, indent(concat([spaceLine, code`? ${zero}`, spaceLine, code`: ${deeper}`]))]),
  );
}
