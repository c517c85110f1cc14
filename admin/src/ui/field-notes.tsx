import type { ReactNode } from 'react';
import { Icon } from './icon.js';
import './field.css';

interface FieldNoteProps {
  /** Of the input that it belongs to; `aria-describedby` names the note by it. */
  readonly inputId: string;
  readonly children: ReactNode;
}

/** What an input is for, in a sentence. */
export function FieldDescription({ inputId, children }: FieldNoteProps): ReactNode {
  return (
    <p className="field-description" id={`${inputId}-description`}>
      {children}
    </p>
  );
}

/** What is wrong with a value. */
export function FieldFault({ inputId, children }: FieldNoteProps): ReactNode {
  return (
    <p className="field-error" id={`${inputId}-error`}>
      <Icon name="alert" />
      <span>{children}</span>
    </p>
  );
}
