import { useEffect, useRef } from 'react';

/** What Escape closes before it leaves the screen. */
const overlays =
  '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], [data-radix-popper-content-wrapper]';

/**
 * Calls `leave` on Escape, unless something on the screen uses the key: an open dialog or menu, a toolbar,
 * an input method, or a widget that prevents its default.
 */
export function useEscape(leave: () => void): void {
  const newest = useRef(leave);
  newest.current = leave;
  useEffect(() => {
    let isTaken = false;
    // What closes on Escape is gone by the time the event bubbles up to the window.
    const look = (event: KeyboardEvent): void => {
      const isInside = event.target instanceof Element && event.target.closest('[role="toolbar"]') !== null;
      isTaken = event.key === 'Escape' && (isInside || document.querySelector(overlays) !== null);
    };
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || isTaken || event.defaultPrevented || event.isComposing) return;
      event.preventDefault();
      newest.current();
    };
    window.addEventListener('keydown', look, { capture: true });
    window.addEventListener('keydown', press);
    return () => {
      window.removeEventListener('keydown', look, { capture: true });
      window.removeEventListener('keydown', press);
    };
  }, []);
}
