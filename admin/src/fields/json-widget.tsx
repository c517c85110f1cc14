import { type ReactNode, useState } from 'react';
import type { JsonValue } from '../../../runtime/util/json.js';
import { formatJson, parseJsonText } from '../documents/json-text.js';
import { isSame } from '../documents/same.js';
import { useTexts } from '../i18n/language.js';
import { Button } from '../ui/button.js';
import { Textarea } from '../ui/inputs.js';
import { FieldFrame, inputProps } from './field-frame.js';
import { useField } from './form-context.js';
import { fieldTexts } from './texts.js';
import type { WidgetProps } from './widget.js';

interface JsonWidgetProps extends WidgetProps {
  /** Why JSON is shown instead of another widget. */
  readonly remark?: string;
}

/** `json`, and values that no other widget can show: text that is parsed as JSON during typing. */
export function JsonWidget({ field, path, remark }: JsonWidgetProps): ReactNode {
  const t = useTexts(fieldTexts);
  const handle = useField(field, path);
  // The text as it was typed. It is formatted on demand only, so the cursor never moves by itself.
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: JsonValue } | null>(null);
  const own = typed !== null && isSame(typed.value, handle.value) ? typed.text : formatJson(handle.value);
  const text = handle.unfinished?.text ?? own;
  const change = (next: string): void => {
    const read = parseJsonText(next);
    if ('fault' in read) {
      handle.setUnfinished({ text: next, message: t.jsonFault(read.fault.line, read.fault.column) });
    } else {
      setTyped({ text: next, value: read.value });
      handle.setValue(read.value);
    }
  };
  const canFormat = !handle.disabled && handle.unfinished === null && text !== formatJson(handle.value);
  return (
    <FieldFrame
      field={field}
      handle={handle}
      aside={
        canFormat ? (
          <Button
            variant="ghost"
            size="small"
            aria-label={t.jsonFormatOf(field.label)}
            onClick={() => setTyped(null)}
          >
            {t.jsonFormat}
          </Button>
        ) : undefined
      }
      {...(remark !== undefined && { hint: remark })}
    >
      <Textarea
        {...inputProps(field, handle)}
        isMono
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        rows={6}
        placeholder={field.placeholder}
        value={text}
        readOnly={handle.disabled}
        onChange={(event) => change(event.currentTarget.value)}
      />
    </FieldFrame>
  );
}
