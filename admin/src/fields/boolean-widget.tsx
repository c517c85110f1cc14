import type { ReactNode } from 'react';
import { useTexts } from '../i18n/language.js';
import { Button } from '../ui/button.js';
import { classNames } from '../ui/class-names.js';
import { DescriptionText } from '../ui/description-text.js';
import { FieldDescription, FieldIssue } from '../ui/field-notes.js';
import { Checkbox } from '../ui/inputs.js';
import { ClosedMark, inputProps } from './field-frame.js';
import { useField } from './form-context.js';
import { fieldTexts } from './texts.js';
import type { WidgetProps } from './widget.js';

/**
 * `boolean`: a check box with its label. No value is neither true nor false and is shown as a third state.
 */
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
          className={classNames(value === null && 'check-unset')}
          disabled={disabled}
          label={
            <>
              {field.label}{' '}
              {field.required === true && !disabled && <span className="field-mark">{t.requiredMark}</span>}
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
        <ClosedMark field={field} inputId={id} />
      </div>
      {field.description !== undefined && (
        <FieldDescription inputId={id}>
          <DescriptionText text={field.description} />
        </FieldDescription>
      )}
      {error !== null && <FieldIssue inputId={id}>{error}</FieldIssue>}
    </div>
  );
}
