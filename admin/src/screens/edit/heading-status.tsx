import type { ReactNode } from 'react';
import type { Document, Schedule } from '../../api/documents.js';
import type { DocumentMeta } from '../../documents/document-source.js';
import { useTexts } from '../../i18n/language.js';
import { Badge } from '../../ui/badge.js';
import { ScheduledBadge } from '../../ui/scheduled-badge.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { editTexts } from './texts.js';
import type { PublicState } from './use-document-state.js';

interface HeadingStatusProps {
  readonly meta: DocumentMeta;
  readonly document: Document;
  /** Undefined while it is unknown whether changes are pending. */
  readonly publicState: PublicState | undefined;
  /** Undefined where it is unknown. */
  readonly schedule: Schedule | undefined;
}

/** Badges for whether a document is public, and when that will change. */
export function HeadingStatus({ meta, schedule, ...stored }: HeadingStatusProps): ReactNode {
  return (
    <span className="edit-badges">
      {meta.drafts && <StoredStatus {...stored} />}
      {schedule !== undefined && <ScheduledBadge {...schedule} />}
    </span>
  );
}

/** A global that was never saved is not a draft: the public gets its defaults. */
function StoredStatus({
  document,
  publicState,
}: Pick<HeadingStatusProps, 'document' | 'publicState'>): ReactNode {
  const t = useTexts(editTexts);
  if (document._revision === 0) return <Badge>{t.statusDefaults}</Badge>;
  if (document._status === 'draft') return <StatusBadge status="draft" />;
  if (publicState === undefined) return null;
  return <StatusBadge status={publicState.pending.length > 0 ? 'changed' : 'published'} />;
}
