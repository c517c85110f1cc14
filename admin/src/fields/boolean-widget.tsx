import type { ReactNode } from 'react';
import { useTexts } from '../i18n/language.js';
import { Button } from '../ui/button.js';
import { classNames } from '../ui/class-names.js';
import { Icon } from '../ui/icon.js';
import { Checkbox } from '../ui/inputs.js';
import { inputProps } from './field-frame.js';
import { isClosedField, useField } from './form-context.js';
import { fieldTexts } from './texts.js';
import type { WidgetProps } from './widget.js';

/** `boolean`: a box with its label beside it. No value is neither yes nor no, and is shown as such. */
export function BooleanWidget({ field, path }: WidgetProps): ReactNode {
  const t = useTexts(fieldTexts);
  const handle = useField(field, path);
  const { id, value, error, disabled } = handle;
  const isOptional = field.required !== true && field.default === undefined;
  return (
    <div
      className={classNames('field field-of-boolean', error !== null && 'field-invalid')}
      data-field={field.path}
    >
      <div className="boolean-row">
        <Checkbox
          {...inputProps(field, handle)}
          checked={value === true}
          isMixed={value === null}
          disabled={disabled}
          label={
            <>
              {field.label} {field.required === true && <span className="field-mark">{t.requiredMark}</span>}
              {value === null && <span className="field-mark">{t.noValue}</span>}
            </>
          }
          onChange={(event) => handle.setValue(event.currentTarget.checked)}
        />
        {isOptional && value !== null && !disabled && (
          <Button
            variant="ghost"
            size="small"
            aria-label={t.clear(field.label)}
            onClick={() => handle.setValue(null)}
          >
            {t.clearShort}
          </Button>
        )}
        {isClosedField(field) && (
          <span className="field-closed" id={`${id}-closed`}>
            <Icon name="lock" />
            {field.readOnly === true ? t.closedByConfig : t.closedByAccess}
          </span>
        )}
      </div>
      {field.description !== undefined && (
        <p className="field-description" id={`${id}-description`}>
          {field.description}
        </p>
      )}
      {error !== null && (
        <p className="field-error" id={`${id}-error`}>
          <Icon name="alert" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
