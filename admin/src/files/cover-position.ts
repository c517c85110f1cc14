interface Sides {
  readonly width: number;
  readonly height: number;
}

interface FocalPoint {
  readonly image: Sides;
  /** Percent from the left and the top. */
  readonly x: number;
  readonly y: number;
}

/**
 * Where CSS puts an image in a box (`object-position`), so that the box is cut around a point and stays
 * inside of the image: as the service cuts sizes (docs/spec/uploads.md#images).
 */
export function coverPosition(box: Sides, { image, x, y }: FocalPoint): string {
  const scale = Math.max(box.width / image.width, box.height / image.height);
  const across = along(x, { image: image.width * scale, box: box.width });
  return `${across}% ${along(y, { image: image.height * scale, box: box.height })}%`;
}

function along(percent: number, { image, box }: { readonly image: number; readonly box: number }): number {
  const rest = image - box;
  // The image fills this side without a rest, up to rounding.
  if (rest < 0.001) return 50;
  const start = (percent / 100) * image - box / 2;
  return (Math.min(Math.max(start, 0), rest) / rest) * 100;
}
