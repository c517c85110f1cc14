import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import type { AdminScheduled } from '../../../../../runtime/codegen/admin-overview.js';
import { useApi } from '../../../api/api-context.js';
import { useLabelOf } from '../../../api/meta-context.js';
import { scheduledQuery } from '../../../api/scheduled.js';
import { paths } from '../../../app/paths.js';
import { localeOf } from '../../../i18n/formats.js';
import { useLanguage, useTexts } from '../../../i18n/language.js';
import { Button, IconButton } from '../../../ui/button.js';
import { firstDayOf, localDay, monthsLater, weeksOf } from '../../../ui/calendar-days.js';
import { Icon } from '../../../ui/icon.js';
import { Link } from '../../../ui/link.js';
import { VisuallyHidden } from '../../../ui/states.js';
import { uiTexts } from '../../../ui/texts.js';
import { monthTexts } from './texts.js';
import './scheduled-month.css';
import { WeekHead } from '../../../ui/week-head.js';

type Step = AdminScheduled['scheduled'][number];

/** What is scheduled in a month, of all collections and globals. Renders nothing if nothing is scheduled. */
export function ScheduledMonth(): ReactNode {
  const { data: steps = [] } = useQuery(scheduledQuery(useApi(), null));
  return steps.length === 0 ? null : <Month steps={steps} />;
}

function Month({ steps }: { readonly steps: readonly Step[] }): ReactNode {
  const t = useTexts(monthTexts);
  const ui = useTexts(uiTexts);
  const language = localeOf(useLanguage().name, navigator.languages);
  const id = useId();
  const byDay = stepsByDay(steps);
  const today = localDay(new Date());
  const [month, setMonth] = useState(() => firstShown([...byDay.keys()], today));
  const words = (options: Intl.DateTimeFormatOptions, day: string): string =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
  const weeks = weeksOf(month, firstDayOf(language));
  const next = [...byDay.keys()].toSorted().find((day) => day.slice(0, 7) > month.slice(0, 7));
  return (
    <section className="panel month" aria-labelledby={id}>
      <header className="month-head">
        <h2 id={id} aria-live="polite">
          {t.title(words({ month: 'long', year: 'numeric' }, month))}
        </h2>
        <span className="month-buttons">
          {next !== undefined && (
            <Button size="small" variant="ghost" onClick={() => setMonth(next)}>
              {t.next}
            </Button>
          )}
          <Button size="small" variant="ghost" onClick={() => setMonth(today)}>
            {t.today}
          </Button>
          <IconButton
            icon="back"
            size="small"
            mirrored
            label={ui.monthBefore}
            onClick={() => setMonth(monthsLater(month, -1))}
          />
          <IconButton
            icon="chevronRight"
            size="small"
            mirrored
            label={ui.monthAfter}
            onClick={() => setMonth(monthsLater(month, 1))}
          />
        </span>
      </header>
      <table className="month-table" aria-labelledby={id}>
        <WeekHead days={weeks[0] ?? []} words={words} />
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => {
                const isOther = day.slice(0, 7) !== month.slice(0, 7);
                const own = isOther ? [] : (byDay.get(day) ?? []);
                return (
                  <td
                    key={day}
                    data-other={isOther || undefined}
                    data-empty={own.length === 0 || undefined}
                    aria-current={day === today ? 'date' : undefined}
                  >
                    <span className="month-day" aria-hidden={own.length > 0 || undefined}>
                      {Number(day.slice(8))}
                    </span>
                    {own.length > 0 && (
                      <>
                        <span className="month-date">
                          {words({ weekday: 'long', day: 'numeric', month: 'long' }, day)}
                        </span>
                        <ul>
                          {own.map((step) => (
                            <StepLine key={`${step.slug} ${step.id} ${step.action}`} step={step} />
                          ))}
                        </ul>
                      </>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {steps.every(({ at }) => localDay(new Date(at)).slice(0, 7) !== month.slice(0, 7)) && (
        <p className="month-none">{t.none}</p>
      )}
    </section>
  );
}

function StepLine({ step }: { readonly step: Step }): ReactNode {
  const t = useTexts(monthTexts);
  const language = localeOf(useLanguage().name, navigator.languages);
  const labelOf = useLabelOf();
  const { kind, slug, id, title, action, at, error } = step;
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(new Date(at));
  return (
    <li className="month-step">
      <Icon name={error !== null ? 'alert' : action === 'publish' ? 'globe' : 'archive'} />
      <span className="month-step-text">
        {time}{' '}
        <Link to={kind === 'global' ? paths.global(slug) : paths.document(slug, id)}>
          {title || t.untitled}
        </Link>
        <VisuallyHidden>
          {`: ${action === 'publish' ? t.publishes : t.unpublishes}${error === null ? '' : `, ${t.failed}`}, ${labelOf(slug)}`}
        </VisuallyHidden>
      </span>
    </li>
  );
}

function stepsByDay(steps: readonly Step[]): ReadonlyMap<string, readonly Step[]> {
  const found = new Map<string, Step[]>();
  for (const step of steps) {
    const day = localDay(new Date(step.at));
    const known = found.get(day);
    if (known === undefined) found.set(day, [step]);
    else known.push(step);
  }
  return found;
}

/** This month if something is scheduled in it, else the month of the next step. */
function firstShown(days: readonly string[], today: string): string {
  const isNow = days.some((day) => day.slice(0, 7) === today.slice(0, 7));
  return isNow ? today : (days.toSorted().find((day) => day > today) ?? today);
}
