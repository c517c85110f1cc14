import { type ReactNode, useId } from 'react';
import { useTexts } from '../i18n/language.js';
import { classNames } from './class-names.js';
import { FieldDescription, FieldIssue } from './field-notes.js';
import { uiTexts } from './texts.js';
import './field.css';

/** Props that connect a control with its label, description and error. */
export interface FieldControl {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-required': true | undefined;
}

interface FieldProps {
  readonly label: ReactNode;
  readonly description?: ReactNode;
  /** The issue of the value. */
  readonly error?: string | undefined;
  readonly required?: boolean;
  /** Next to the label: a badge, a button. */
  readonly aside?: ReactNode;
  readonly className?: string;
  readonly children: (control: FieldControl) => ReactNode;
}

/**
 * @example <Field label={t.name} error={errors.name}>{(control) => <Input {...control} {...register('name')} />}</Field>
 */
export function Field(props: FieldProps): ReactNode {
  const { label, description, error, required = false, aside, className, children } = props;
  const t = useTexts(uiTexts);
  const id = useId();
  const described = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={classNames('field', className)}>
      <div className="field-label">
        <label htmlFor={id}>{label}</label>
        {required && <span className="field-mark">{t.required}</span>}
        {aside}
      </div>
      {description && <FieldDescription inputId={id}>{description}</FieldDescription>}
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      {error && <FieldIssue inputId={id}>{error}</FieldIssue>}
    </div>
  );
}
