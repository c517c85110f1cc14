import { type ReactNode, useRef, useState } from 'react';
import { changedTime, toLocalInput, zoneName } from '../documents/local-time.js';
import { useFormats } from '../i18n/formats.js';
import { useLanguage, useTexts } from '../i18n/language.js';
import { DateInput } from '../ui/date-input.js';
import { FieldFrame, inputProps } from './field-frame.js';
import { useField } from './form-context.js';
import { fieldTexts } from './texts.js';
import type { WidgetProps } from './widget.js';

/**
 * `date`: typed in the language of the page, or chosen in a calendar. A timestamp is typed in the user's time
 * zone, which is shown, and stored in UTC.
 */
export function DateWidget({ field, path }: WidgetProps): ReactNode {
  const t = useTexts(fieldTexts);
  const handle = useField(field, path);
  const [isTyping, setIsTyping] = useState(false);
  const isTimestamp = field.time === true;
  const stored = typeof handle.value === 'string' ? handle.value : null;
  // The value before typing began, with the milliseconds that the input does not show.
  const before = useRef(stored);
  if (!isTyping) before.current = stored;
  const hintId = `${handle.id}-hint`;
  const change = (local: string | null, text: string): void => {
    setIsTyping(true);
    if (local === null) handle.setUnfinished({ text, message: t.notDate });
    else handle.setValue(isTimestamp ? changedTime(before.current, local) : local || null);
  };
  return (
    <FieldFrame
      field={field}
      handle={handle}
      {...((isTimestamp || stored !== null) && {
        hint: <DateHint id={hintId} stored={stored} isTimestamp={isTimestamp} />,
      })}
    >
      <DateInput
        {...inputProps(field, handle)}
        aria-describedby={[handle.describedBy, hintId].filter(Boolean).join(' ')}
        label={field.label}
        hasTime={isTimestamp}
        value={isTimestamp ? toLocalInput(stored) : (stored ?? '')}
        unfinished={handle.unfinished?.text ?? null}
        readOnly={handle.disabled}
        onDate={change}
        onBlur={() => setIsTyping(false)}
      />
    </FieldFrame>
  );
}

interface DateHintProps {
  readonly id: string;
  readonly stored: string | null;
  readonly isTimestamp: boolean;
}

/** The date in words, and for a timestamp the time zone, with the time in UTC where it is another one. */
function DateHint({ id, stored, isTimestamp }: DateHintProps): ReactNode {
  const t = useTexts(fieldTexts);
  const formats = useFormats();
  const { name: language } = useLanguage();
  const utc = stored === null ? null : formats.utcDateTime(stored);
  const isUtc = stored !== null && utc === formats.dateTime(stored);
  return (
    <span id={id} className="date-hint">
      {stored !== null && (
        <span className="date-words">
          {isTimestamp ? formats.longDateTime(stored) : formats.longDay(stored)}
        </span>
      )}
      {isTimestamp && (
        <span>
          {t.zone(zoneName(language, stored === null ? undefined : new Date(stored)))}
          {utc !== null && !isUtc && ` · ${t.utc(utc)}`}
        </span>
      )}
    </span>
  );
}
