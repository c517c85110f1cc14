import type { ReactNode } from 'react';
import { useTexts } from '../i18n/language.js';
import { Badge } from './badge.js';
import { uiTexts } from './texts.js';

/** `changed`: published, with changes that are not public yet. */
export type ShownStatus = 'draft' | 'published' | 'changed';

/** The status of a document, with the same words everywhere: heading, list, start page, history. */
export function StatusBadge({ status }: { readonly status: ShownStatus }): ReactNode {
  const t = useTexts(uiTexts);
  if (status === 'draft') return <Badge kind="warning">{t.statusDraft}</Badge>;
  if (status === 'published') return <Badge kind="success">{t.statusPublished}</Badge>;
  return <Badge kind="info">{t.statusChanged}</Badge>;
}
