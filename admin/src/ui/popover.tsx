import { Popover as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from './class-names.js';
import './menu.css';

interface PopoverProps {
  /** The button that opens the popover. */
  readonly trigger: ReactNode;
  /** Name of the popover, for screen readers. */
  readonly label: string;
  readonly isOpen?: boolean;
  readonly onOpenChange?: (isOpen: boolean) => void;
  readonly align?: 'start' | 'end';
  readonly className?: string;
  readonly children: ReactNode;
}

/** A popover next to a button: settings of a view, a small form. */
export function Popover(props: PopoverProps): ReactNode {
  const { trigger, label, isOpen, onOpenChange, align = 'start', className, children } = props;
  return (
    <Radix.Root {...(isOpen !== undefined && { open: isOpen })} {...(onOpenChange && { onOpenChange })}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className={classNames('popover', className)}
          aria-label={label}
          align={align}
          sideOffset={5}
          collisionPadding={8}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
