import type { ReactNode } from 'react';
import { classNames } from './class-names.js';
import './table.css';

interface TableProps {
  /** Name of the table, for screen readers. */
  readonly label: string;
  readonly className?: string;
  /** Head and body. */
  readonly children: ReactNode;
}

/** A table that scrolls inside its frame on narrow screens, also with the keyboard. */
export function Table({ label, className, children }: TableProps): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content has to be reachable with the keyboard (WCAG 2.1.1).
    <section className="table-frame" aria-label={label} tabIndex={0}>
      <table className={classNames('table', className)}>{children}</table>
    </section>
  );
}
