import { partBytes } from '../resumable/part-bytes.js';

/** The parts in which the bytes of a direct upload are stored. */
export interface PlannedPart {
  /** Counted from 1. */
  readonly number: number;
  /** Position of its first byte in the file. */
  readonly from: number;
  /** Position after its last byte. */
  readonly to: number;
}

const mebibyte = 1024 * 1024;
/** Their addresses are in one response. */
const maxParts = 1000;

/** Parts of the same size, except for the last one. */
export function plannedParts(length: number): readonly PlannedPart[] {
  const size = Math.max(partBytes, Math.ceil(length / maxParts / mebibyte) * mebibyte);
  return Array.from({ length: Math.ceil(length / size) }, (_, index) => ({
    number: index + 1,
    from: index * size,
    to: Math.min(length, (index + 1) * size),
  }));
}
