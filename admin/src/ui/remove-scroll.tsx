import { Slot } from 'radix-ui';
import { type ReactNode, useEffect } from 'react';

interface RemoveScrollProps {
  readonly as?: unknown;
  readonly children: ReactNode;
  readonly allowPinchZoom?: boolean;
  readonly shards?: unknown;
}

let locks = 0;

/**
 * Replaces the package `react-remove-scroll`, which Radix's dialogs and menus load (see vite.config.ts): the
 * page behind them does not scroll. The package adds a style element for that, which the
 * Content-Security-Policy forbids.
 */
export function RemoveScroll({
  as,
  children,
  allowPinchZoom,
  shards,
  ...rest
}: RemoveScrollProps): ReactNode {
  useEffect(() => {
    locks++;
    if (locks === 1) lock();
    return () => {
      locks--;
      if (locks === 0) unlock();
    };
  }, []);
  return as === undefined ? <div {...rest}>{children}</div> : <Slot.Root {...rest}>{children}</Slot.Root>;
}

/** The page below must not shift when the scroll bar disappears. */
function lock(): void {
  const page = document.documentElement;
  page.style.paddingInlineEnd = `${window.innerWidth - page.clientWidth}px`;
  page.setAttribute('data-locked', '');
}

function unlock(): void {
  const page = document.documentElement;
  page.style.paddingInlineEnd = '';
  page.removeAttribute('data-locked');
}
