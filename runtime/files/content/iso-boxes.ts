import { InvalidFile } from './content-errors.js';

/** A box of ISO 14496-12 in a buffer; positions are within the buffer. */
export interface Box {
  readonly type: string;
  /** Where its content begins, and where it ends. */
  readonly start: number;
  readonly end: number;
}

/** The boxes between two positions. @throws InvalidFile `corrupt` */
export function boxesIn(bytes: Buffer, start: number, end: number): readonly Box[] {
  const boxes: Box[] = [];
  for (let at = start; at + 8 <= end; ) {
    const size = bytes.readUInt32BE(at);
    const isLarge = size === 1;
    if (isLarge && at + 16 > end) throw new InvalidFile('corrupt');
    const length = isLarge ? Number(bytes.readBigUInt64BE(at + 8)) : size === 0 ? end - at : size;
    const head = isLarge ? 16 : 8;
    if (length < head || length > end - at) throw new InvalidFile('corrupt');
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), start: at + head, end: at + length });
    at += length;
  }
  return boxes;
}

export function boxOf(boxes: readonly Box[], type: string): Box | undefined {
  return boxes.find((box) => box.type === type);
}

/** Reads numbers one after the other. @throws InvalidFile `corrupt` past the end */
export class BoxReader {
  readonly #bytes: Buffer;
  readonly #end: number;
  #at: number;

  constructor(bytes: Buffer, { start, end }: Pick<Box, 'start' | 'end'>) {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
  }

  get position(): number {
    return this.#at;
  }

  /** A number of 0 to 8 bytes; of 0 bytes it is 0. */
  number(bytes: number): number {
    const at = this.#at;
    if (at + bytes > this.#end) throw new InvalidFile('corrupt');
    this.#at += bytes;
    if (bytes === 0) return 0;
    if (bytes <= 6) return this.#bytes.readUIntBE(at, bytes);
    if (bytes !== 8) throw new InvalidFile('corrupt');
    const value = this.#bytes.readBigUInt64BE(at);
    if (value > Number.MAX_SAFE_INTEGER) throw new InvalidFile('corrupt');
    return Number(value);
  }

  text(bytes: number): string {
    if (this.#at + bytes > this.#end) throw new InvalidFile('corrupt');
    this.#at += bytes;
    return this.#bytes.toString('latin1', this.#at - bytes, this.#at);
  }
}
