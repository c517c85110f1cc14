import type { ReactNode } from 'react';
import { useTexts } from '../i18n/language.js';
import { Input } from '../ui/inputs.js';
import { ColorSwatch } from './color-swatch.js';
import { colorTexts } from './color-texts.js';
import { FieldFrame, inputProps } from './field-frame.js';
import { useField } from './form-context.js';
import type { WidgetProps } from './widget.js';

const opaque = /^#[\da-f]{6}/i;

/** `color`: its digits, a swatch, and the picker of the browser. An empty input is `null`. */
export function ColorWidget({ field, path }: WidgetProps): ReactNode {
  const t = useTexts(colorTexts);
  const handle = useField(field, path);
  const text = typeof handle.value === 'string' ? handle.value : '';
  const [picked] = opaque.exec(text) ?? [];
  return (
    <FieldFrame field={field} handle={handle}>
      <div className="color-parts">
        <ColorSwatch color={text} />
        <Input
          {...inputProps(field, handle)}
          isMono
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          placeholder={field.placeholder ?? '#1a2b3c'}
          value={text}
          readOnly={handle.disabled}
          onChange={(event) => handle.setValue(event.currentTarget.value.trim() || null)}
        />
        {!handle.disabled && (
          <Input
            className="color-picker"
            type="color"
            aria-label={t.pick(field.label)}
            value={picked ?? '#000000'}
            // The picker knows no opacity: that of the digits stays.
            onChange={(event) =>
              handle.setValue(event.currentTarget.value + (picked === undefined ? '' : text.slice(7)))
            }
          />
        )}
      </div>
    </FieldFrame>
  );
}
