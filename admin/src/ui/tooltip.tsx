import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import './menu.css';

interface TooltipProps {
  readonly text: string;
  /** One focusable element. */
  readonly children: ReactNode;
}

/** A hint for a focused or hovered element. Required information must not be shown only here. */
export function Tooltip({ text, children }: TooltipProps): ReactNode {
  return (
    <Radix.Provider delayDuration={400}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content className="tooltip" sideOffset={5} collisionPadding={8}>
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
