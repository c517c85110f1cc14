/** Turns of an image to the right, in degrees. */
export type Turn = 0 | 90 | 180 | 270;

export interface Sides {
  readonly width: number;
  readonly height: number;
}

/** A part of an image, in whole pixels from its top left corner. */
export interface CropBox extends Sides {
  readonly x: number;
  readonly y: number;
}

/** A place that is moved: a corner of the box, or all of it. */
export type CropHandle = 'topLeft' | 'topRight' | 'bottomLeft' | 'bottomRight' | 'whole';

/** Returns the sides of an image after a turn. */
export function turnedSides({ width, height }: Sides, turn: Turn): Sides {
  return turn % 180 === 0 ? { width, height } : { width: height, height: width };
}

/** Returns the turn after another quarter to the right (1) or left (-1). */
export function turnedBy(turn: Turn, quarters: 1 | -1): Turn {
  return ((turn + 360 + quarters * 90) % 360) as Turn;
}

/** Returns where a part of an image is after a quarter turn of the image with these sides. */
export function turnedBox(box: CropBox, sides: Sides, quarters: 1 | -1): CropBox {
  const { x, y, width, height } = box;
  return quarters === 1
    ? { x: sides.height - y - height, y: x, width: height, height: width }
    : { x: y, y: sides.width - x - width, width: height, height: width };
}

/** Returns the largest box of a shape around the middle of another one; without a shape the box itself. */
export function shapedBox(box: CropBox, ratio: number | null): CropBox {
  if (ratio === null) return box;
  const width = Math.max(1, Math.round(Math.min(box.width, box.height * ratio)));
  const height = Math.max(1, Math.round(Math.min(box.height, box.width / ratio)));
  return {
    x: box.x + Math.floor((box.width - width) / 2),
    y: box.y + Math.floor((box.height - height) / 2),
    width,
    height,
  };
}

interface Movement {
  readonly handle: CropHandle;
  /** Pixels to the right. */
  readonly across: number;
  /** Pixels down. */
  readonly down: number;
  readonly sides: Sides;
  /** Width by height that stays; null: free. */
  readonly ratio: number | null;
}

/** Returns a box of which a corner, or all, is moved. It stays inside of the image, and keeps its shape. */
export function movedBox(box: CropBox, { handle, across, down, sides, ratio }: Movement): CropBox {
  if (handle === 'whole') {
    return {
      ...box,
      x: within(box.x + across, 0, sides.width - box.width),
      y: within(box.y + down, 0, sides.height - box.height),
    };
  }
  const isLeft = handle === 'topLeft' || handle === 'bottomLeft';
  const isTop = handle === 'topLeft' || handle === 'topRight';
  // The corner across stays where it is.
  const fixedX = isLeft ? box.x + box.width : box.x;
  const fixedY = isTop ? box.y + box.height : box.y;
  const roomX = isLeft ? fixedX : sides.width - fixedX;
  const roomY = isTop ? fixedY : sides.height - fixedY;
  let width = within(box.width + (isLeft ? -across : across), 1, roomX);
  let height = within(box.height + (isTop ? -down : down), 1, roomY);
  if (ratio !== null) {
    // The side that was moved further says how large the box becomes.
    const wanted = Math.abs(across) >= Math.abs(down) * ratio ? width : height * ratio;
    width = within(wanted, Math.max(1, ratio), Math.min(roomX, roomY * ratio));
    height = within(width / ratio, 1, roomY);
  }
  return {
    x: isLeft ? fixedX - width : fixedX,
    y: isTop ? fixedY - height : fixedY,
    width,
    height,
  };
}

/** Returns a box with given sides or a given place, inside of the image. */
export function placedBox(box: CropBox, sides: Sides, ratio: number | null): CropBox {
  let width = within(box.width, 1, sides.width);
  let height = within(box.height, 1, sides.height);
  if (ratio !== null) ({ width, height } = shapedBox({ ...box, width, height }, ratio));
  return {
    x: within(box.x, 0, sides.width - width),
    y: within(box.y, 0, sides.height - height),
    width,
    height,
  };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Returns where a point of an image, in percent, is in a part of the turned image; outside: at its edge. */
export function croppedPoint({ x, y }: Point, image: Sides, turn: Turn, box: CropBox): Point {
  const sides = turnedSides(image, turn);
  const turned = { 0: [x, y], 90: [100 - y, x], 180: [100 - x, 100 - y], 270: [y, 100 - x] }[turn] as [
    number,
    number,
  ];
  return {
    x: within(((turned[0] / 100) * sides.width - box.x) * (100 / box.width), 0, 100),
    y: within(((turned[1] / 100) * sides.height - box.y) * (100 / box.height), 0, 100),
  };
}

function within(value: number, least: number, most: number): number {
  return Math.round(Math.min(Math.max(value, least), most));
}
