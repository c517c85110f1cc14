import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.js';

interface InsertHereProps {
  readonly label: string;
  readonly onClick: () => void;
}

/** A “+” between two rows, for the mouse. The keyboard has “Insert below” in the menu of each row. */
export function InsertHere({ label, onClick }: InsertHereProps): ReactNode {
  return (
    <button
      type="button"
      className="insert-here"
      tabIndex={-1}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <span className="insert-sign">
        <Icon name="add" />
      </span>
    </button>
  );
}
