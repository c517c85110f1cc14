import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { isRightToLeft } from '../browser/direction.js';
import { localeOf } from '../i18n/formats.js';
import { useLanguage, useTexts } from '../i18n/language.js';
import { IconButton } from './button.js';
import { dayOfWeek, daysLater, firstDayOf, monthsLater, weeksOf } from './calendar-days.js';
import { uiTexts } from './texts.js';
import './calendar.css';
import { WeekHead } from './week-head.js';

interface CalendarProps {
  /** `2026-11-21`; empty without a choice. */
  readonly value: string;
  readonly today: string;
  readonly onChoose: (day: string) => void;
}

/**
 * A month to choose a day from (ARIA APG, date picker): arrows walk by days and weeks, Page Up and Page Down
 * by months.
 */
export function Calendar({ value, today, onChoose }: CalendarProps): ReactNode {
  const t = useTexts(uiTexts);
  const language = localeOf(useLanguage().name, navigator.languages);
  const headId = useId();
  const grid = useRef<HTMLTableElement>(null);
  const [day, setDay] = useState(value === '' ? today : value);
  const isWalking = useRef(true);
  const firstDay = firstDayOf(language);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the day of another month is drawn first.
  useEffect(() => {
    if (isWalking.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [day]);
  const show = (next: string, walks: boolean): void => {
    isWalking.current = walks;
    if (next >= '0001-01-01' && next <= '9999-12-31') setDay(next);
  };
  const press = (event: KeyboardEvent): void => {
    const next = dayAfter(event, day, firstDay);
    if (next === null) return;
    event.preventDefault();
    show(next, true);
  };
  const words = (options: Intl.DateTimeFormatOptions, of: string): string =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(new Date(`${of}T00:00:00Z`));
  const weeks = weeksOf(day, firstDay);
  return (
    <div className="calendar">
      <div className="calendar-head">
        <IconButton
          icon="back"
          size="small"
          mirrored
          label={t.monthBefore}
          onClick={() => show(monthsLater(day, -1), false)}
        />
        <span id={headId} aria-live="polite">
          {words({ month: 'long', year: 'numeric' }, day)}
        </span>
        <IconButton
          icon="chevronRight"
          size="small"
          mirrored
          label={t.monthAfter}
          onClick={() => show(monthsLater(day, 1), false)}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table is the grid of the ARIA APG. */}
      <table ref={grid} role="grid" aria-labelledby={headId} onKeyDown={press}>
        <WeekHead days={weeks[0] ?? []} words={words} />
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((each) => (
                <td key={each}>
                  <button
                    type="button"
                    className="calendar-day"
                    data-other={each.slice(0, 7) !== day.slice(0, 7) || undefined}
                    aria-current={each === today ? 'date' : undefined}
                    aria-pressed={each === value}
                    aria-label={words(
                      { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
                      each,
                    )}
                    tabIndex={each === day ? 0 : -1}
                    onClick={() => onChoose(each)}
                  >
                    {Number(each.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function dayAfter(event: KeyboardEvent, day: string, firstDay: number): string | null {
  const isMirrored = isRightToLeft(event.currentTarget);
  switch (event.key) {
    case 'ArrowRight':
      return daysLater(day, isMirrored ? -1 : 1);
    case 'ArrowLeft':
      return daysLater(day, isMirrored ? 1 : -1);
    case 'ArrowDown':
      return daysLater(day, 7);
    case 'ArrowUp':
      return daysLater(day, -7);
    case 'Home':
      return daysLater(day, -dayOfWeek(day, firstDay));
    case 'End':
      return daysLater(day, 6 - dayOfWeek(day, firstDay));
    case 'PageUp':
      return monthsLater(day, event.shiftKey ? -12 : -1);
    case 'PageDown':
      return monthsLater(day, event.shiftKey ? 12 : 1);
    default:
      return null;
  }
}
