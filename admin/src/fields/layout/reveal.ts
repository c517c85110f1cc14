import { type RefObject, useEffect } from 'react';

const revealEvent = 'svc-reveal';

/** Opens the tabs and collapsibles around an element, so that it can be focused. */
export function reveal(element: Element | null): void {
  element?.dispatchEvent(new CustomEvent(revealEvent, { bubbles: true }));
}

/** Calls `open` when something inside an element is to be shown. */
export function useRevealed(content: RefObject<HTMLElement | null>, open: () => void): void {
  useEffect(() => {
    const element = content.current;
    const show = (): void => {
      open();
      // At once, as the focus moves before the next render.
      element?.closest('[hidden]')?.removeAttribute('hidden');
    };
    element?.addEventListener(revealEvent, show);
    return () => element?.removeEventListener(revealEvent, show);
  });
}
