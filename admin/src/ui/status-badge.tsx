import type { ReactNode } from 'react';
import { useTexts } from '../i18n/language.js';
import { Badge } from './badge.js';
import { VisuallyHidden } from './states.js';
import { uiTexts } from './texts.js';

/**
 * `changed`: published, with changes that are not public yet. `scheduled` is shown next to another status,
 * which will change by itself at its time.
 */
export type ShownStatus = 'draft' | 'published' | 'changed' | 'scheduled';

/** The status of a document, with the same word everywhere: heading, list, start page, history. */
export function StatusBadge({ status }: { readonly status: ShownStatus }): ReactNode {
  const t = useTexts(uiTexts);
  if (status === 'draft') return <Badge kind="warning">{t.statusDraft}</Badge>;
  if (status === 'scheduled') return <Badge kind="accent">{t.statusScheduled}</Badge>;
  if (status === 'published') return <Badge kind="success">{t.statusPublished}</Badge>;
  return (
    <span className="badge-hinted" title={t.statusChangedHint}>
      <Badge kind="info">{t.statusChanged}</Badge>
      <VisuallyHidden>{t.statusChangedHint}</VisuallyHidden>
    </span>
  );
}
