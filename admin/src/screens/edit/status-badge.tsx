import type { ReactNode } from 'react';
import type { Document } from '../../api/documents.js';
import { useTexts } from '../../i18n/language.js';
import { Badge } from '../../ui/badge.js';
import type { DocumentMeta } from './document-source.js';
import { editTexts } from './texts.js';

interface StatusBadgeProps {
  readonly meta: DocumentMeta;
  readonly document: Document;
  readonly isChanged: boolean;
}

/** Whether a document is public, and whether the form says something else. A global that was never saved is no draft: the public gets its defaults. */
export function StatusBadge({ meta, document, isChanged }: StatusBadgeProps): ReactNode {
  const t = useTexts(editTexts);
  return (
    <span className="edit-badges">
      {meta.drafts &&
        (document._revision === 0 ? (
          <Badge>{t.statusDefaults}</Badge>
        ) : document._status === 'draft' ? (
          <Badge kind="warning">{t.statusDraft}</Badge>
        ) : (
          <Badge kind="success">{t.statusPublished}</Badge>
        ))}
      {isChanged && <Badge kind="info">{t.statusChanged}</Badge>}
    </span>
  );
}
