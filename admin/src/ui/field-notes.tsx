import type { ReactNode } from 'react';
import { Icon } from './icon.js';
import './field.css';

interface FieldNoteProps {
  /** Id of the input; `aria-describedby` derives the note's id from it. */
  readonly inputId: string;
  readonly children: ReactNode;
}

/** The description of an input, in a sentence. */
export function FieldDescription({ inputId, children }: FieldNoteProps): ReactNode {
  return (
    <p className="field-description" id={`${inputId}-description`}>
      {children}
    </p>
  );
}

/** The issue of a value. */
export function FieldIssue({ inputId, children }: FieldNoteProps): ReactNode {
  return (
    <p className="field-error" id={`${inputId}-error`}>
      <Icon name="alert" />
      <span>{children}</span>
    </p>
  );
}
