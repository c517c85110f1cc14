import { type FocusEventHandler, type KeyboardEventHandler, type ReactNode, useId } from 'react';
import { classNames } from './class-names.js';
import './table.css';

interface TableProps {
  /** Name of the table, for screen readers. */
  readonly label: string;
  readonly className?: string;
  /** How its rows are used with the keyboard, for screen readers. */
  readonly hint?: string;
  readonly onKeyDown?: KeyboardEventHandler<HTMLElement>;
  readonly onFocus?: FocusEventHandler<HTMLElement>;
  /** Head and body. */
  readonly children: ReactNode;
}

/** A table that scrolls inside its frame on narrow screens, also with the keyboard. */
export function Table({ label, className, hint, children, ...rest }: TableProps): ReactNode {
  const hintId = useId();
  return (
    <section
      className="table-frame"
      aria-label={label}
      aria-describedby={hint === undefined ? undefined : hintId}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content has to be reachable with the keyboard (WCAG 2.1.1).
      tabIndex={0}
      {...rest}
    >
      {hint !== undefined && (
        <p id={hintId} hidden>
          {hint}
        </p>
      )}
      <table className={classNames('table', className)}>{children}</table>
    </section>
  );
}
