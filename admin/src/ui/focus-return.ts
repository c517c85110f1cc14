import { useLayoutEffect, useRef } from 'react';

/**
 * Returns the focus when a dialog closes that was not opened by a Radix trigger: Radix itself would lose it.
 *
 * @returns a handler for `onCloseAutoFocus`.
 */
export function useFocusReturn(isOpen: boolean): (event: Event) => void {
  const before = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (isOpen) before.current = placeOf(document.activeElement);
  }, [isOpen]);
  return (event) => {
    event.preventDefault();
    // The previous element may have been deleted: then the heading, where the screen begins, gets the focus.
    const place = before.current?.isConnected ? before.current : document.querySelector<HTMLElement>('h1');
    place?.focus();
  };
}

/** An entry of a menu disappears when it is chosen; its button stays. */
function placeOf(active: Element | null): HTMLElement | null {
  const button = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const place = button ? document.getElementById(button) : active;
  return place instanceof HTMLElement ? place : null;
}
