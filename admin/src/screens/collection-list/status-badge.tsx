import type { ReactNode } from 'react';
import type { Document } from '../../api/documents.js';
import { useTexts } from '../../i18n/language.js';
import { Badge } from '../../ui/badge.js';
import { listTexts } from './texts.js';

interface StatusBadgeProps {
  readonly document: Document;
  /** Something that is not published yet. */
  readonly isChanged: boolean;
  /** Says nothing of what is simply published. */
  readonly isQuiet?: boolean;
}

export function StatusBadge({ document, isChanged, isQuiet = false }: StatusBadgeProps): ReactNode {
  const t = useTexts(listTexts);
  if (document._status === undefined) return null;
  if (document._status === 'draft') return <Badge kind="warning">{t.draft}</Badge>;
  return (
    <span className="cell-few">
      {!isQuiet && <Badge kind="success">{t.published}</Badge>}
      {isChanged && (
        <span title={t.changedHint} className="cell-mark">
          <Badge kind="info">{t.changed}</Badge>
        </span>
      )}
    </span>
  );
}
