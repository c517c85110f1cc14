import type { ReactNode } from 'react';
import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import { useTexts } from '../i18n/language.js';
import { Input, Textarea } from '../ui/inputs.js';
import { FieldFrame, inputProps } from './field-frame.js';
import { useField } from './form-context.js';
import { fieldTexts } from './texts.js';
import type { WidgetProps } from './widget.js';

const inputTypes: Partial<Record<AdminFieldMeta['type'], string>> = { email: 'email', url: 'url' };

/** `text`, `textarea`, `email` and `url`. An empty input is `null`. */
export function TextWidget({ field, path }: WidgetProps): ReactNode {
  const handle = useField(field, path);
  const text = typeof handle.value === 'string' ? handle.value : '';
  const props = {
    ...inputProps(field, handle),
    ...(field.placeholder !== undefined && { placeholder: field.placeholder }),
    value: text,
    readOnly: handle.disabled,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      handle.setValue(event.currentTarget.value === '' ? null : event.currentTarget.value),
  };
  return (
    <FieldFrame field={field} handle={handle} aside={<TextLength field={field} text={text} />}>
      {field.type === 'textarea' ? (
        <Textarea {...props} rows={4} />
      ) : (
        <Input
          {...props}
          type={inputTypes[field.type] ?? 'text'}
          dir={field.type === 'text' ? 'auto' : 'ltr'}
          // It is content of the document, not data of the user who edits it.
          autoComplete="off"
        />
      )}
    </FieldFrame>
  );
}

interface TextLengthProps {
  readonly field: AdminFieldMeta;
  readonly text: string;
}

/** Shows the length of the text when it comes close to the limit. */
export function TextLength({ field, text }: TextLengthProps): ReactNode {
  const t = useTexts(fieldTexts);
  const { maxLength } = field;
  const length = Array.from(text).length;
  if (maxLength === undefined || length < maxLength * 0.8) return null;
  return (
    <span className={length > maxLength ? 'field-over' : undefined}>{t.characters(length, maxLength)}</span>
  );
}
