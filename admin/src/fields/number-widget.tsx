import { type ReactNode, useState } from 'react';
import { parseNumber } from '../documents/parse-number.js';
import { useLanguage, useTexts } from '../i18n/language.js';
import { Input } from '../ui/inputs.js';
import { FieldFrame, inputProps } from './field-frame.js';
import { useField } from './form-context.js';
import { fieldTexts } from './texts.js';
import type { WidgetProps } from './widget.js';

/**
 * `number`, as a text input: an input of type `number` drops what it does not understand and changes with the
 * mouse wheel. The typed text stays until the input loses the focus, so that `1.` can become `1.5`.
 */
export function NumberWidget({ field, path }: WidgetProps): ReactNode {
  const t = useTexts(fieldTexts);
  const { name: language } = useLanguage();
  const handle = useField(field, path);
  const [typed, setTyped] = useState<string | null>(null);
  const stored = typeof handle.value === 'number' ? String(handle.value) : '';
  const change = (text: string): void => {
    setTyped(text);
    const number = parseNumber(text, language);
    if (number === undefined) handle.setUnfinished({ text, message: t.notNumber });
    else handle.setValue(number);
  };
  return (
    <FieldFrame field={field} handle={handle}>
      <Input
        {...inputProps(field, handle)}
        className="input-number"
        inputMode={field.integer === true && (field.min ?? -1) >= 0 ? 'numeric' : 'text'}
        dir="ltr"
        autoComplete="off"
        placeholder={field.placeholder}
        value={typed ?? handle.unfinished?.text ?? stored}
        readOnly={handle.disabled}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={() => setTyped(null)}
      />
    </FieldFrame>
  );
}
