import { type KeyboardEvent, type RefObject, useState } from 'react';
import { isRightToLeft } from '../browser/direction.js';

interface Roving {
  /** Index of the button that Tab reaches. */
  readonly stop: number;
  readonly setStop: (index: number) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** A toolbar is one stop of Tab; arrow keys move between its buttons (ARIA APG, toolbar). */
export function useRoving(bar: RefObject<HTMLElement | null>, onEscape: () => void): Roving {
  const [stop, setStop] = useState(0);
  return {
    stop,
    setStop,
    onKeyDown(event) {
      const buttons = [...(bar.current?.querySelectorAll('button') ?? [])];
      // A menu of the toolbar is outside of it, but its keys arrive here.
      if (!buttons.some((button) => button === event.target)) return;
      const next = nextStop(event, stop, buttons.length);
      if (next === null) {
        if (event.key === 'Escape') onEscape();
        return;
      }
      event.preventDefault();
      setStop(next);
      buttons[next]?.focus();
    },
  };
}

function nextStop(event: KeyboardEvent, stop: number, count: number): number | null {
  const isMirrored = isRightToLeft(event.currentTarget);
  const forward = isMirrored ? 'ArrowLeft' : 'ArrowRight';
  const back = isMirrored ? 'ArrowRight' : 'ArrowLeft';
  switch (event.key) {
    case forward:
      return (stop + 1) % count;
    case back:
      return (stop + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
