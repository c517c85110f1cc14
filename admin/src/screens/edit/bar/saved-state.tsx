import type { ReactNode } from 'react';
import { isDirty } from '../../../documents/form-store.js';
import { useFormState } from '../../../fields/form-context.js';
import { useTexts } from '../../../i18n/language.js';
import { Badge } from '../../../ui/badge.js';
import { barTexts } from './texts.js';

interface SavedStateProps {
  readonly isSaving: boolean;
  /** Whether the service has the document at all. */
  readonly isStored: boolean;
  /** Whether something else than fields is not saved: the file of a new document. */
  readonly hasMore?: boolean;
}

/** Whether what the form shows is saved. */
export function SavedState({ isSaving, isStored, hasMore = false }: SavedStateProps): ReactNode {
  const t = useTexts(barTexts);
  const isChanged = useFormState(isDirty) || hasMore;
  if (isSaving) return <span className="document-saved">{t.saving}</span>;
  if (isChanged) return <Badge kind="warning">{t.notSaved}</Badge>;
  return isStored && <span className="document-saved">{t.saved}</span>;
}
