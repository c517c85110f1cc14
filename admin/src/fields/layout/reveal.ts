import { type RefObject, useEffect } from 'react';
import { flushSync } from 'react-dom';

const revealEvent = 'svc-reveal';

/** Opens the tabs and collapsibles around an element, so that it can be focused. */
export function reveal(element: Element | null): void {
  for (let hidden = element?.closest('[hidden]') ?? null; hidden !== null; ) {
    hidden.dispatchEvent(new CustomEvent(revealEvent));
    hidden = hidden.parentElement?.closest('[hidden]') ?? null;
  }
}

/** Calls `open` when something in the panel is to be shown. */
export function useRevealed(panel: RefObject<HTMLElement | null>, open: () => void): void {
  useEffect(() => {
    const element = panel.current;
    const shown = (): void => flushSync(open);
    element?.addEventListener(revealEvent, shown);
    return () => element?.removeEventListener(revealEvent, shown);
  });
}
