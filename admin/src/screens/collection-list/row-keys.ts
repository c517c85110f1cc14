import type { FocusEvent, KeyboardEvent } from 'react';
import { isRightToLeft } from '../../browser/direction.js';

const stops = '[data-stop]';

/**
 * Every row of a table is one stop of Tab. Arrow keys move between its controls and to those of the other
 * rows, as in a grid (ARIA APG).
 */
export const rowKeys = {
  onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const { target, currentTarget } = event;
    if (!(target instanceof HTMLElement) || !target.matches(stops)) return;
    if (event.defaultPrevented || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = nextStop(event.key, target, currentTarget);
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  },

  /** Tab comes back to the control of the row that had the focus last. */
  onFocus({ target }: FocusEvent<HTMLElement>): void {
    if (!target.matches(stops)) return;
    for (const stop of stopsIn(target.closest('tr'))) stop.tabIndex = stop === target ? 0 : -1;
  },
};

function stopsIn(row: Element | null | undefined): readonly HTMLElement[] {
  return [...(row?.querySelectorAll<HTMLElement>(stops) ?? [])];
}

function nextStop(key: string, target: HTMLElement, table: HTMLElement): HTMLElement | undefined {
  const row = target.closest('tr');
  const inRow = stopsIn(row);
  const at = inRow.indexOf(target);
  const isMirrored = isRightToLeft(table);
  const rows = [...table.querySelectorAll('tbody tr')].filter((each) => stopsIn(each).length > 0);
  const below = (index: number): HTMLElement | undefined => {
    const others = stopsIn(rows[index]);
    return others[Math.min(at, others.length - 1)];
  };
  const place = row === null ? -1 : rows.indexOf(row);
  switch (key) {
    case 'ArrowRight':
      return inRow[at + (isMirrored ? -1 : 1)];
    case 'ArrowLeft':
      return inRow[at + (isMirrored ? 1 : -1)];
    case 'ArrowDown':
      return below(place + 1);
    case 'ArrowUp':
      return place === 0 ? stopsIn(table.querySelector('thead tr'))[at] : below(place - 1);
    case 'Home':
      return place === -1 ? inRow[0] : below(0);
    case 'End':
      return place === -1 ? inRow.at(-1) : below(rows.length - 1);
    default:
      return undefined;
  }
}
