import { type ReactNode, useState } from 'react';
import { fromLocalInput, toLocalInput, zoneName } from '../documents/local-time.js';
import { useLanguage, useTexts } from '../i18n/language.js';
import { Input } from '../ui/inputs.js';
import { FieldFrame, inputProps } from './field-frame.js';
import { useField } from './form-context.js';
import { fieldTexts } from './texts.js';
import type { WidgetProps } from './widget.js';

/** `date`: the browser's own calendar. A timestamp is typed in the person's time zone, which is named, and kept in UTC. */
export function DateWidget({ field, path }: WidgetProps): ReactNode {
  const t = useTexts(fieldTexts);
  const { name: language } = useLanguage();
  const handle = useField(field, path);
  const [isTyping, setIsTyping] = useState(false);
  const isTimestamp = field.time === true;
  const stored = typeof handle.value === 'string' ? handle.value : null;
  const shown = isTimestamp ? toLocalInput(stored) : (stored ?? '');
  const [typed, setTyped] = useState('');
  const change = (input: HTMLInputElement): void => {
    setIsTyping(true);
    setTyped(input.value);
    // The browser's word for a date that is not whole yet; its text is not told to the page.
    if (input.validity.badInput) handle.setUnfinished({ text: '', message: t.notDate });
    else handle.setValue(isTimestamp ? fromLocalInput(input.value) : input.value || null);
  };
  return (
    <FieldFrame
      field={field}
      handle={handle}
      {...(isTimestamp && {
        hint: (
          <>
            {t.zone(zoneName(language, stored === null ? undefined : new Date(stored)))}
            {stored !== null && ` · ${t.utc(stored.slice(0, 16).replace('T', ' '))}`}
          </>
        ),
      })}
    >
      <Input
        {...inputProps(field, handle)}
        className="input-date"
        type={isTimestamp ? 'datetime-local' : 'date'}
        // Without it a browser may refuse the seconds of a stored time.
        step={isTimestamp ? (/:\d\d:\d\d/.test(shown) ? 0.001 : 60) : undefined}
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
