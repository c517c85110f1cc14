import type { ReactNode } from 'react';
import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import { useTexts } from '../i18n/language.js';
import { classNames } from '../ui/class-names.js';
import { DescriptionText } from '../ui/description-text.js';
import { FieldDescription, FieldIssue } from '../ui/field-notes.js';
import { Icon } from '../ui/icon.js';
import { type FieldHandle, isClosedField } from './form-context.js';
import { fieldTexts } from './texts.js';
import './fields.css';

interface FieldFrameProps {
  readonly field: AdminFieldMeta;
  readonly handle: FieldHandle;
  /** Several inputs have one label: they become a group with that name. */
  readonly isGroup?: boolean;
  /** The input cannot be the target of a label element, and names its label itself. */
  readonly isLabelledBy?: boolean;
  /** Next to the label: a count, a button. */
  readonly aside?: ReactNode;
  /** Below the input, before an error: a hint that depends on the value. */
  readonly hint?: ReactNode;
  readonly children: ReactNode;
}

/** Label, description and error of a field, around its input. */
export function FieldFrame(props: FieldFrameProps): ReactNode {
  const { field, handle, isGroup = false, isLabelledBy = false, aside, hint, children } = props;
  const { id, labelId, error, describedBy } = handle;
  return (
    <div
      className={classNames('field', `field-of-${field.type}`, error !== null && 'field-invalid')}
      data-field={field.path}
      {...(isGroup && {
        id,
        role: 'group',
        tabIndex: -1,
        'aria-labelledby': labelId,
        'aria-describedby': describedBy,
      })}
    >
      <div className="field-label">
        <div className="field-names">
          {isGroup || isLabelledBy ? (
            <span id={labelId}>{field.label}</span>
          ) : (
            <label id={labelId} htmlFor={id}>
              {field.label}
            </label>
          )}
          {!handle.disabled && <RequiredMark field={field} inputId={id} />}
          <ClosedMark field={field} inputId={id} />
          {field.description !== undefined && (
            <FieldDescription inputId={id}>
              <DescriptionText text={field.description} />
            </FieldDescription>
          )}
        </div>
        {aside !== undefined && <span className="field-aside">{aside}</span>}
      </div>
      {children}
      {hint !== undefined && <div className="field-hint">{hint}</div>}
      {error !== null && <FieldIssue inputId={id}>{error}</FieldIssue>}
    </div>
  );
}

interface MarkProps {
  readonly field: AdminFieldMeta;
  readonly inputId: string;
}

/** Marks a required field. */
export function RequiredMark({ field, inputId }: MarkProps): ReactNode {
  const t = useTexts(fieldTexts);
  if (field.required !== true) return null;
  return (
    <span className="field-mark" id={`${inputId}-required`}>
      {t.requiredMark}
    </span>
  );
}

/** Shows why a field cannot be changed, if it cannot. */
export function ClosedMark({ field, inputId }: MarkProps): ReactNode {
  const t = useTexts(fieldTexts);
  if (!isClosedField(field)) return null;
  return (
    <span className="field-closed" id={`${inputId}-closed`}>
      <Icon name="lock" />
      {field.readOnly === true ? t.closedByConfig : t.closedByAccess}
    </span>
  );
}

/** Returns the props of an input that come from its field. */
export function inputProps(
  { required }: AdminFieldMeta,
  { id, error, describedBy }: FieldHandle,
): {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-required': true | undefined;
} {
  return {
    id,
    'aria-describedby': describedBy,
    'aria-invalid': error === null ? undefined : true,
    'aria-required': required === true ? true : undefined,
  };
}
