import type { ReactNode } from 'react';

interface WeekHeadProps {
  /** Seven days in the order of the week, as `2026-11-26`. */
  readonly days: readonly string[];
  /** A day in words of the chosen language. */
  readonly words: (options: Intl.DateTimeFormatOptions, day: string) => string;
}

/** The days of the week above a month: short ones, which screen readers read in full. */
export function WeekHead({ days, words }: WeekHeadProps): ReactNode {
  return (
    <thead>
      <tr>
        {days.map((day) => (
          <th key={day} scope="col" abbr={words({ weekday: 'long' }, day)}>
            {words({ weekday: 'short' }, day)}
          </th>
        ))}
      </tr>
    </thead>
  );
}
