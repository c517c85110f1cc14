import type { ReactNode } from 'react';
import { useFormats } from '../i18n/formats.js';
import { useTexts } from '../i18n/language.js';
import { uiTexts } from './texts.js';

interface DateTimeProps {
  /** ISO 8601; null is shown as a dash, or as `never` if it means that. */
  readonly value: string | null | undefined;
  /**
   * Default: date and time, to the minute. `relative` shows how long ago it was, with date and time as
   * tooltip.
   */
  readonly style?: 'day' | 'moment' | 'seconds' | 'relative';
  readonly isNeverIfNull?: boolean;
}

export function DateTime({ value, style = 'moment', isNeverIfNull = false }: DateTimeProps): ReactNode {
  const formats = useFormats();
  const t = useTexts(uiTexts);
  if (!value) return isNeverIfNull ? t.never : '–';
  const shown = {
    day: formats.day,
    moment: formats.dateTime,
    seconds: formats.dateTimeWithSeconds,
    relative: formats.relative,
  }[style](value);
  return (
    <time dateTime={value} title={style === 'day' ? undefined : formats.fullDateTime(value)}>
      {shown}
    </time>
  );
}
