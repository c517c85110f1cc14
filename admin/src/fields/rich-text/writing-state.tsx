import type { ReactNode } from 'react';
import type { JsonValue } from '../../../../runtime/util/json.js';
import { isDirty } from '../../documents/form-store.js';
import { useTexts } from '../../i18n/language.js';
import { useForm, useFormState } from '../form-context.js';
import { TextLength } from './text-length.js';
import { richTextTexts } from './texts.js';

/** Whether a text that fills the window, and the form behind it, is saved, and how long the text is. */
export function WritingState({ value }: { readonly value: JsonValue }): ReactNode {
  const t = useTexts(richTextTexts);
  const { documentId } = useForm();
  const isChanged = useFormState(isDirty);
  // An unchanged form of a new document is not stored anywhere.
  const state = isChanged ? t.notSaved : documentId === null ? null : t.saved;
  return (
    <span className="rich-state">
      {state !== null && <span>{state}</span>}
      <TextLength value={value} />
    </span>
  );
}
