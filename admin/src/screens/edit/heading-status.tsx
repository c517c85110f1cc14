import type { ReactNode } from 'react';
import type { Document, Schedule } from '../../api/documents.js';
import { useTexts } from '../../i18n/language.js';
import { Badge } from '../../ui/badge.js';
import { StatusBadge } from '../../ui/status-badge.js';
import type { DocumentMeta } from './document-source.js';
import { editTexts } from './texts.js';
import type { PublicState } from './use-document-state.js';

interface HeadingStatusProps {
  readonly meta: DocumentMeta;
  readonly document: Document;
  /** Undefined while it is unknown whether changes are pending. */
  readonly publicState: PublicState | undefined;
  readonly isChanged: boolean;
  /** Undefined where it is unknown. */
  readonly schedule: Schedule | undefined;
}

/** Badges for whether a document is public or scheduled, and whether the form has unsaved changes. */
export function HeadingStatus({ meta, isChanged, schedule, ...stored }: HeadingStatusProps): ReactNode {
  const t = useTexts(editTexts);
  return (
    <span className="edit-badges">
      {meta.drafts && <StoredStatus {...stored} />}
      {isPlanned(schedule) && <StatusBadge status="scheduled" />}
      {isChanged && <Badge kind="info">{t.statusChanged}</Badge>}
    </span>
  );
}

function isPlanned(schedule: Schedule | undefined): boolean {
  return schedule !== undefined && (schedule.publishAt !== null || schedule.unpublishAt !== null);
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
