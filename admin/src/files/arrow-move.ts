import type { KeyboardEvent } from 'react';

const directions: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Returns how far an arrow key moves something on a picture, ten times as far with Shift, and keeps the page
 * from scrolling; null for other keys.
 */
export function arrowMove(
  event: KeyboardEvent,
  step: number,
): { readonly across: number; readonly down: number } | null {
  const direction = directions[event.key];
  if (direction === undefined) return null;
  event.preventDefault();
  const length = event.shiftKey ? step * 10 : step;
  return { across: direction[0] * length, down: direction[1] * length };
}
