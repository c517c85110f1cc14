import type { ReactNode } from 'react';
import { classNames } from './class-names.js';
import './table.css';

interface TableProps {
  /** What the rows are, for screen readers. */
  readonly label: string;
  readonly className?: string;
  /** Head and body. */
  readonly children: ReactNode;
}

/** A table that scrolls inside its frame on narrow screens, by keyboard too. */
export function Table({ label, className, children }: TableProps): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard (WCAG 2.1.1).
    <section className="table-frame" aria-label={label} tabIndex={0}>
      <table className={classNames('table', className)}>{children}</table>
    </section>
  );
}
