import { type KeyboardEvent, type RefObject, useState } from 'react';
import { isRightToLeft } from '../browser/direction.js';

interface Stop {
  readonly tabIndex: 0 | -1;
  readonly onFocus: () => void;
}

interface Roving {
  /** Properties of the button at an index. `count`: the number of buttons, where it may become less. */
  readonly stopAt: (index: number, count?: number) => Stop;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** A toolbar is one stop of Tab; arrow keys move between its buttons (ARIA APG, toolbar). */
export function useRoving(bar: RefObject<HTMLElement | null>, onEscape?: () => void): Roving {
  const [stop, setStop] = useState(0);
  return {
    stopAt: (index, count = Number.POSITIVE_INFINITY) => ({
      tabIndex: index === Math.min(stop, count - 1) ? 0 : -1,
      onFocus: () => setStop(index),
    }),
    onKeyDown(event) {
      const buttons = [...(bar.current?.querySelectorAll('button') ?? [])];
      // A menu of the toolbar is outside of it, but its keys arrive here.
      if (!buttons.some((button) => button === event.target)) return;
      const next = nextStop(event, stop, buttons.length);
      if (next === null) {
        if (event.key === 'Escape') onEscape?.();
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
