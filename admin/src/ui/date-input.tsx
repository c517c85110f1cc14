import { type ComponentProps, type ReactNode, useState } from 'react';
import { localeOf } from '../i18n/formats.js';
import { useLanguage, useTexts } from '../i18n/language.js';
import { IconButton } from './button.js';
import { Calendar } from './calendar.js';
import { localDay } from './calendar-days.js';
import { Input } from './inputs.js';
import { Popover } from './popover.js';
import { uiTexts } from './texts.js';
import { exampleText, localOfText, typedText } from './typed-date.js';
import './calendar.css';

interface DateInputProps extends Omit<ComponentProps<typeof Input>, 'value' | 'onChange' | 'type'> {
  /** `2026-11-21` or `2026-11-21T18:00`; empty without a date. */
  readonly value: string;
  /** Whether it has a time, too. */
  readonly hasTime: boolean;
  /** Name of the field, for the button of the calendar. */
  readonly label: string;
  /** A typed text that is no date; null without one. */
  readonly unfinished: string | null;
  /** Gets the date, an empty text for none, null for a text that is no date; and the text. */
  readonly onDate: (local: string | null, text: string) => void;
}

/**
 * A date as the language of the page writes it, with a calendar. Two stops of Tab; the inputs of browsers
 * have up to nine, in the language of the browser.
 */
export function DateInput(props: DateInputProps): ReactNode {
  const { value, hasTime, label, unfinished, onDate, readOnly, onBlur, ...rest } = props;
  const t = useTexts(uiTexts);
  const language = localeOf(useLanguage().name, navigator.languages);
  // What is being typed; null while the value is shown.
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const read = (text: string): string | null =>
    text.trim() === '' ? '' : localOfText(language, text, hasTime);
  const choose = (day: string): void => {
    setIsOpen(false);
    setTyped(null);
    onDate(hasTime ? `${day}T${value.split('T')[1] ?? '00:00'}` : day, '');
  };
  return (
    <span className="date-input">
      <Input
        {...rest}
        type="text"
        autoComplete="off"
        className="input-date"
        placeholder={exampleText(language, hasTime)}
        value={typed ?? unfinished ?? typedText(language, value)}
        readOnly={readOnly}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          onDate(read(event.currentTarget.value), event.currentTarget.value);
        }}
        onBlur={(event) => {
          setTyped(null);
          onBlur?.(event);
        }}
      />
      {readOnly !== true && (
        <Popover
          label={t.calendarOf(label)}
          isOpen={isOpen}
          onOpenChange={setIsOpen}
          trigger={<IconButton icon="calendar" label={t.calendarOf(label)} />}
        >
          <Calendar value={value.slice(0, 10)} today={localDay(new Date())} onChoose={choose} />
        </Popover>
      )}
    </span>
  );
}
