/**
 * Finds the end of a body in chunked transfer coding (RFC 9112, section 7.1), without keeping it. The result
 * takes the body's bytes as they arrive and returns `true` when they contain its end.
 */
export function chunkedBody(): (bytes: Buffer) => boolean {
  /** Bytes of the current chunk that are still to come, with the line end behind them. */
  let missing = 0;
  /** The beginning of a line with a chunk's size, if it arrived in part. */
  let line = '';
  let isLast = false;

  return (bytes) => {
    let at = 0;
    while (at < bytes.length) {
      if (missing > 0) {
        const taken = Math.min(missing, bytes.length - at);
        missing -= taken;
        at += taken;
        if (missing === 0 && isLast) return true;
        continue;
      }
      const end = bytes.indexOf('\n', at);
      line += bytes.toString('latin1', at, end === -1 ? undefined : end);
      if (end === -1) return false;
      at = end + 1;
      const size = Number.parseInt(line, 16);
      if (Number.isNaN(size)) throw new Error(`Not the size of a chunk: ${line}`);
      line = '';
      isLast = size === 0;
      missing = size + 2;
    }
    return false;
  };
}
