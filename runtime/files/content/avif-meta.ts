import { InvalidFile } from './content-errors.js';
import { type Box, BoxReader, boxesIn, boxOf } from './iso-boxes.js';

/** A part of the file, by the positions of its first byte and of the one after its last. */
export interface FileRange {
  readonly start: number;
  readonly end: number;
}

export interface AvifMeta {
  readonly width: number;
  readonly height: number;
  /** Parts of the file that hold metadata and thumbnails, in order. */
  readonly metadata: readonly FileRange[];
}

interface Item {
  readonly type: string;
  /** Where its flags are in the box. */
  readonly flagsAt: number;
}

interface Extent extends FileRange {
  /** 0: positions are in the file; 1: in the `idat` box. */
  readonly method: number;
}

/** Parts of all items; an image of many tiles has one for each. */
const maxExtents = 10_000;
/** Parts that are overwritten; each is compared with each chunk of the file. */
const maxMetadataParts = 100;
/** Items that are no pixels. */
const metadataTypes: ReadonlySet<string> = new Set(['Exif', 'mime', 'uri ']);
const isHidden = 1;

/**
 * Reads the `meta` box of an AVIF file, and removes what is in the box itself: the data of metadata that are
 * there, and the references to thumbnails, which are hidden.
 *
 * @param bytes - the whole box with its head; it is changed.
 * @throws InvalidFile `corrupt`, `metadataStays`
 */
export function cleanAvifMeta(bytes: Buffer): AvifMeta {
  const [meta] = boxesIn(bytes, 0, bytes.length);
  if (meta === undefined) throw new InvalidFile('corrupt');
  // A full box: version and flags come first.
  const boxes = boxesIn(bytes, meta.start + 4, meta.end);
  const items = itemsOf(bytes, needed(boxes, 'iinf'));
  const thumbnails = hideThumbnails(bytes, boxOf(boxes, 'iref'), items);
  const isRemoved = (id: number): boolean =>
    metadataTypes.has(items.get(id)?.type ?? '') || thumbnails.has(id);
  const metadata: FileRange[] = [];
  const idat = boxOf(boxes, 'idat');
  for (const [id, extents] of extentsOf(bytes, needed(boxes, 'iloc'))) {
    if (!isRemoved(id)) continue;
    for (const { method, start, end } of extents) {
      if (method === 0) metadata.push({ start, end });
      else if (method === 1 && idat !== undefined) {
        bytes.fill(0, Math.min(idat.start + start, idat.end), Math.min(idat.start + end, idat.end));
      } else throw new InvalidFile('metadataStays');
    }
  }
  blankOthers(bytes, boxes);
  if (metadata.length > maxMetadataParts) throw new InvalidFile('metadataStays');
  metadata.sort((one, other) => one.start - other.start);
  return { ...sizeOf(bytes, boxes), metadata };
}

function needed(boxes: readonly Box[], type: string): Box {
  const box = boxOf(boxes, type);
  if (box === undefined) throw new InvalidFile('corrupt');
  return box;
}

function itemsOf(bytes: Buffer, iinf: Box): ReadonlyMap<number, Item> {
  const version = bytes[iinf.start] ?? 0;
  const first = iinf.start + 4 + (version === 0 ? 2 : 4);
  const items = new Map<number, Item>();
  for (const { type, start, end } of boxesIn(bytes, first, iinf.end)) {
    if (type !== 'infe') continue;
    const reader = new BoxReader(bytes, { start, end });
    const infe = reader.number(1);
    reader.number(3);
    const id = reader.number(infe === 3 ? 4 : 2);
    reader.number(2);
    items.set(id, { type: infe >= 2 ? reader.text(4) : 'mime', flagsAt: start + 1 });
  }
  return items;
}

/** The items that are thumbnails of others. */
function hideThumbnails(
  bytes: Buffer,
  iref: Box | undefined,
  items: ReadonlyMap<number, Item>,
): ReadonlySet<number> {
  const thumbnails = new Set<number>();
  if (iref === undefined) return thumbnails;
  const idBytes = bytes[iref.start] === 0 ? 2 : 4;
  for (const { type, start, end } of boxesIn(bytes, iref.start + 4, iref.end)) {
    if (type !== 'thmb') continue;
    const id = new BoxReader(bytes, { start, end }).number(idBytes);
    thumbnails.add(id);
    bytes.write('free', start - 4, 'latin1');
    const flagsAt = items.get(id)?.flagsAt;
    if (flagsAt !== undefined) bytes.writeUIntBE(bytes.readUIntBE(flagsAt, 3) | isHidden, flagsAt, 3);
  }
  return thumbnails;
}

function extentsOf(bytes: Buffer, iloc: Box): ReadonlyMap<number, readonly Extent[]> {
  const reader = new BoxReader(bytes, iloc);
  const version = reader.number(1);
  reader.number(3);
  const sizes = reader.number(2);
  const [offsetBytes, lengthBytes] = [sizes >> 12, (sizes >> 8) & 15];
  const [baseBytes, indexBytes] = [(sizes >> 4) & 15, version === 0 ? 0 : sizes & 15];
  const found = new Map<number, readonly Extent[]>();
  let count = 0;
  for (let left = reader.number(version < 2 ? 2 : 4); left > 0; left -= 1) {
    const id = reader.number(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : reader.number(2) & 15;
    const isElsewhere = reader.number(2) !== 0;
    const base = reader.number(baseBytes);
    const extents: Extent[] = [];
    for (let extent = reader.number(2); extent > 0; extent -= 1) {
      count += 1;
      if (count > maxExtents) throw new InvalidFile('corrupt');
      reader.number(indexBytes);
      const start = base + reader.number(offsetBytes);
      const length = reader.number(lengthBytes);
      // Without a length it goes to the end of the file.
      extents.push({ method, start, end: length === 0 ? Number.MAX_SAFE_INTEGER : start + length });
    }
    if (!isElsewhere) found.set(id, extents);
  }
  return found;
}

const metaBoxes: ReadonlySet<string> = new Set([
  ...['hdlr', 'pitm', 'iinf', 'iref', 'iloc', 'iprp', 'idat', 'dinf', 'grpl'],
]);

function blankOthers(bytes: Buffer, boxes: readonly Box[]): void {
  for (const { type, start, end } of boxes) if (!metaBoxes.has(type)) blankBox(bytes, { start, end });
}

/** Makes a box free space. */
export function blankBox(bytes: Buffer, { start, end }: FileRange): void {
  // The type of a large box is before its length.
  const head = bytes.readUInt32BE(start - 8) === end - start + 8 ? 4 : 12;
  bytes.write('free', start - head, 'latin1');
  bytes.fill(0, start, end);
}

/** Pixels of the primary item, upright: as its properties `ispe` and `irot` say. */
function sizeOf(bytes: Buffer, boxes: readonly Box[]): { readonly width: number; readonly height: number } {
  const pitm = new BoxReader(bytes, needed(boxes, 'pitm'));
  const idBytes = pitm.number(1) === 0 ? 2 : 4;
  pitm.number(3);
  const primary = pitm.number(idBytes);
  const iprp = needed(boxes, 'iprp');
  const inside = boxesIn(bytes, iprp.start, iprp.end);
  const ipco = needed(inside, 'ipco');
  const properties = boxesIn(bytes, ipco.start, ipco.end);
  const own = propertiesOf(bytes, needed(inside, 'ipma'), primary).flatMap(
    (index) => properties[index - 1] ?? [],
  );
  const ispe = new BoxReader(bytes, needed(own, 'ispe'));
  ispe.number(4);
  const [width, height] = [ispe.number(4), ispe.number(4)];
  const irot = boxOf(own, 'irot');
  const isTurned = irot !== undefined && (bytes[irot.start] ?? 0) % 2 === 1;
  return isTurned ? { width: height, height: width } : { width, height };
}

/** Positions of the properties of an item, from 1. */
function propertiesOf(bytes: Buffer, ipma: Box, item: number): readonly number[] {
  const reader = new BoxReader(bytes, ipma);
  const version = reader.number(1);
  const isWide = (reader.number(3) & 1) === 1;
  for (let left = reader.number(4); left > 0; left -= 1) {
    const id = reader.number(version < 1 ? 2 : 4);
    const indexes = Array.from({ length: reader.number(1) }, () =>
      isWide ? reader.number(2) & 0x7fff : reader.number(1) & 0x7f,
    );
    if (id === item) return indexes;
  }
  return [];
}
