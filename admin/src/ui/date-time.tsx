import type { ReactNode } from 'react';
import { useFormats } from '../i18n/formats.js';
import { useTexts } from '../i18n/language.js';
import { uiTexts } from './texts.js';

interface DateTimeProps {
  /** ISO 8601; null shows a dash, or `never` where that is what it means. */
  readonly value: string | null | undefined;
  /** Default: a moment. `relative` says how long ago, with the moment as tooltip. */
  readonly style?: 'day' | 'moment' | 'relative';
  readonly isNeverIfNull?: boolean;
}

export function DateTime({ value, style = 'moment', isNeverIfNull = false }: DateTimeProps): ReactNode {
  const formats = useFormats();
  const t = useTexts(uiTexts);
  if (!value) return isNeverIfNull ? t.never : '–';
  const shown =
    style === 'day'
      ? formats.day(value)
      : style === 'relative'
        ? formats.relative(value)
        : formats.dateTime(value);
  return (
    <time dateTime={value} title={style === 'day' ? undefined : formats.fullDateTime(value)}>
      {shown}
    </time>
  );
}
