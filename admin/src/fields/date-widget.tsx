import { type ReactNode, useRef, useState } from 'react';
import { changedTime, toLocalInput, zoneName } from '../documents/local-time.js';
import { useFormats } from '../i18n/formats.js';
import { useLanguage, useTexts } from '../i18n/language.js';
import { Input } from '../ui/inputs.js';
import { FieldFrame, inputProps } from './field-frame.js';
import { useField } from './form-context.js';
import { fieldTexts } from './texts.js';
import type { WidgetProps } from './widget.js';

/**
 * `date`: the browser's own date input. It writes dates in the language of the browser, so the date is
 * repeated below it in the language of the page. A timestamp is typed in the user's time zone, which is
 * shown, and stored in UTC.
 */
export function DateWidget({ field, path }: WidgetProps): ReactNode {
  const t = useTexts(fieldTexts);
  const handle = useField(field, path);
  const [isTyping, setIsTyping] = useState(false);
  const isTimestamp = field.time === true;
  const stored = typeof handle.value === 'string' ? handle.value : null;
  const shown = isTimestamp ? toLocalInput(stored) : (stored ?? '');
  const [typed, setTyped] = useState('');
  // The value before typing began, with the milliseconds that the input does not show.
  const before = useRef(stored);
  if (!isTyping) before.current = stored;
  const hintId = `${handle.id}-hint`;
  const change = (input: HTMLInputElement): void => {
    setIsTyping(true);
    setTyped(input.value);
    // The browser reports an incomplete date this way; it does not give its text to the page.
    if (input.validity.badInput) handle.setUnfinished({ text: '', message: t.notDate });
    else handle.setValue(isTimestamp ? changedTime(before.current, input.value) : input.value || null);
  };
  return (
    <FieldFrame
      field={field}
      handle={handle}
      {...((isTimestamp || stored !== null) && {
        hint: <DateHint id={hintId} stored={stored} isTimestamp={isTimestamp} />,
      })}
    >
      <Input
        {...inputProps(field, handle)}
        aria-describedby={[handle.describedBy, hintId].filter(Boolean).join(' ')}
        className="input-date"
        type={isTimestamp ? 'datetime-local' : 'date'}
        // Without `step` a browser may reject the seconds of a stored time.
        step={isTimestamp ? (/:\d\d:\d\d/.test(shown) ? 1 : 60) : undefined}
        min={isTimestamp ? '0001-01-01T00:00' : '0001-01-01'}
        max={isTimestamp ? '9999-12-31T23:59' : '9999-12-31'}
        value={isTyping ? typed : shown}
        readOnly={handle.disabled}
        onChange={(event) => change(event.currentTarget)}
        onBlur={(event) => {
          if (isTyping || event.currentTarget.validity.badInput) change(event.currentTarget);
          setIsTyping(false);
        }}
      />
    </FieldFrame>
  );
}

interface DateHintProps {
  readonly id: string;
  readonly stored: string | null;
  readonly isTimestamp: boolean;
}

/** The date in words, and for a timestamp the time zone. */
function DateHint({ id, stored, isTimestamp }: DateHintProps): ReactNode {
  const t = useTexts(fieldTexts);
  const formats = useFormats();
  const { name: language } = useLanguage();
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
          {stored !== null && ` · ${t.utc(stored.slice(0, 16).replace('T', ' '))}`}
        </span>
      )}
    </span>
  );
}
