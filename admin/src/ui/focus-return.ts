import { useLayoutEffect, useRef } from 'react';

/**
 * Gives the focus back when a dialog closes that no trigger of Radix has opened: Radix itself would leave it nowhere.
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
    // What was there may be gone with what was deleted: the heading is where the screen begins.
    const place = before.current?.isConnected ? before.current : document.querySelector<HTMLElement>('h1');
    place?.focus();
  };
}

/** An entry of a menu goes when it is chosen; its button stays. */
function placeOf(active: Element | null): HTMLElement | null {
  const button = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const place = button ? document.getElementById(button) : active;
  return place instanceof HTMLElement ? place : null;
}
