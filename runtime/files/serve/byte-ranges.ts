/** `Range` of a request, for one range of bytes (RFC 9110, section 14). */

/** Positions of the first and of the last byte. */
export interface FileRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The range that a request names; null for the whole file, also where several ranges are named, or none that
 * can be understood; `unsatisfiable` for one outside of the file.
 */
export function parseRange(header: string | undefined, size: number): FileRange | null | 'unsatisfiable' {
  const [, first = '', last = ''] =
    /^bytes[\t ]*=[\t ]*(\d*)[\t ]*-[\t ]*(\d*)[\t ]*$/i.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Number(last);
  if (last !== '' && end < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end: Math.min(end, size - 1) };
}

/** Whether `If-Range` allows a part of the file: it names the file as it is. Dates name none. */
export function rangeApplies(ifRange: string | undefined, tag: string): boolean {
  return ifRange === undefined || ifRange.trim() === tag;
}
