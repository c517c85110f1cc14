import type { PointerEvent } from 'react';

/** Gives a text that its cell cuts off a tooltip with the whole of it, when the pointer is over it. */
export function nameCutText({ target }: PointerEvent): void {
  if (!(target instanceof Element)) return;
  const cell = target.closest<HTMLElement>('.list-link, .list-found, td');
  if (cell === null || cell.scrollWidth <= cell.clientWidth) cell?.removeAttribute('title');
  else cell.title = cell.textContent ?? '';
}
