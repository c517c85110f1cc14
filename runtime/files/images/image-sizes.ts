/** The sizes of an image in its document: known before they are made (docs/spec/uploads.md#the-document). */
import { createHash } from 'node:crypto';
import type { CollectionDescriptor, SizeDescriptor } from '../../codegen/descriptors.js';
import type { JsonObject, JsonValue } from '../../util/json.js';
import { isRasterType } from '../../util/media-types.js';
import { type SizeSpec, sizeOf, sizeType } from './size-spec.js';

/** Where sizes are cut around, in percent of the width and the height. */
export interface FocalPoint {
  readonly focalX: number;
  readonly focalY: number;
}

/** A size of a certain image. */
export interface NamedSize extends FocalPoint {
  /** `<size>-<hash>`, in addresses and keys: another image under the same options has the same. */
  readonly name: string;
  readonly spec: SizeDescriptor;
  readonly width: number;
  readonly height: number;
  readonly mimeType: string;
}

/** The middle of the image, where a document has no focal point. */
const middle = 50;

/** The sizes that a document has of its image; none where its file is no image. */
export function sizesOf(
  { upload }: CollectionDescriptor,
  source: DocumentImage | null,
): readonly NamedSize[] {
  const sizes = upload?.images?.sizes ?? [];
  if (source === null) return [];
  return sizes.map((spec) => ({
    spec,
    name: `${spec.name}-${hashOf(spec, source)}`,
    ...sizeOf(source, spec),
    mimeType: sizeType(source.mimeType, spec),
    focalX: source.focalX,
    focalY: source.focalY,
  }));
}

/** Whether a name is that of a size of the config, and not of one that a request asked for. */
export function isSizeOfConfig(name: string): boolean {
  return !name.startsWith('_');
}

/** What a document says of its image. */
export interface DocumentImage extends FocalPoint {
  readonly width: number;
  readonly height: number;
  readonly mimeType: string;
}

/** The image of a document; null where its file is none. */
export function imageOf({ mimeType, width, height, focalX, focalY }: JsonObject): DocumentImage | null {
  if (typeof mimeType !== 'string' || !isRasterType(mimeType)) return null;
  if (typeof width !== 'number' || typeof height !== 'number') return null;
  return { mimeType, width, height, focalX: percent(focalX), focalY: percent(focalY) };
}

function percent(value: JsonValue | undefined): number {
  return typeof value === 'number' ? Math.min(Math.max(value, 0), 100) : middle;
}

/** Differs when the bytes of a size may differ. The focal point matters only where something is cut. */
export function hashOf(spec: SizeSpec, { focalX, focalY }: FocalPoint): string {
  const { width = null, height = null, fit, format, quality } = spec;
  const options = [width, height, fit, format, quality, ...(fit === 'cover' ? [focalX, focalY] : [])];
  return createHash('sha256').update(JSON.stringify(options)).digest('hex').slice(0, 12);
}
