import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Remembers what has the focus when something opens.
 *
 * @returns a function that gives it the focus again.
 */
export function useFocusBefore(isOpen: boolean): () => void {
  const before = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (isOpen) before.current = placeOf(document.activeElement);
  }, [isOpen]);
  return () => {
    if (before.current?.isConnected) before.current.focus();
    // The previous element may have been deleted: then the heading, where the screen begins, gets the focus,
    // unless the dialog around this one has closed too, and has given it to something else.
    else if (document.activeElement === document.body) document.querySelector<HTMLElement>('h1')?.focus();
  };
}

/**
 * Returns the focus when a dialog closes that was not opened by a Radix trigger: Radix itself would lose it.
 *
 * @param opener - what opened the dialog, where something else may have had the focus since then.
 * @returns a handler for `onCloseAutoFocus`.
 */
export function useFocusReturn(
  isOpen: boolean,
  opener?: RefObject<HTMLElement | null>,
): (event: Event) => void {
  const returnFocus = useFocusBefore(isOpen);
  return (event) => {
    event.preventDefault();
    if (opener?.current) opener.current.focus();
    else returnFocus();
  };
}

/**
 * Keeps the focus on the screen when an element disappears that contains it: the next row of a table gets it,
 * else the heading.
 *
 * @returns a ref for the element.
 */
export function useFocusKept<E extends HTMLElement>(): RefObject<E | null> {
  const own = useRef<E>(null);
  useLayoutEffect(() => {
    const element = own.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const next = [element.nextElementSibling, element.previousElementSibling].filter(
        (each) => each instanceof HTMLTableRowElement,
      );
      // The element is removed after its effects are cleaned up.
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        const row = next.find((each) => each.isConnected);
        const place = row?.querySelector<HTMLElement>('button') ?? row?.querySelector<HTMLElement>('a[href]');
        (place ?? document.querySelector<HTMLElement>('h1'))?.focus();
      });
    };
  }, []);
  return own;
}

/** An entry of a menu disappears when it is chosen; its button stays. The page itself takes no focus. */
function placeOf(active: Element | null): HTMLElement | null {
  const button = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const place = button ? document.getElementById(button) : active;
  return place instanceof HTMLElement && place !== document.body ? place : null;
}
