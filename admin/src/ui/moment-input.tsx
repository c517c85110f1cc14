import { type ComponentProps, type ReactNode, useState } from 'react';
import { DateInput } from './date-input.js';

interface MomentInputProps extends Omit<ComponentProps<typeof DateInput>, 'value' | 'unfinished' | 'onDate'> {
  /** `2026-11-21` or `2026-11-21T18:00`; empty without one. */
  readonly value: string;
  /** Gets the date, an empty text for none, null for a text that is no date. */
  readonly onValue: (local: string | null) => void;
}

/** A date that is no field of a document: of a schedule, a filter. It keeps a text that is no date. */
export function MomentInput({ value, onValue, ...rest }: MomentInputProps): ReactNode {
  const [unfinished, setUnfinished] = useState<string | null>(null);
  return (
    <DateInput
      {...rest}
      {...(unfinished !== null && { 'aria-invalid': true })}
      value={value}
      unfinished={unfinished}
      onDate={(local, text) => {
        setUnfinished(local === null ? text : null);
        onValue(local);
      }}
    />
  );
}
