import type { ReactNode } from 'react';
import type { Document } from '../../api/documents.js';
import { ScheduledBadge } from '../../ui/scheduled-badge.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { usePlanned } from './scheduled-context.js';

interface ListedStatusProps {
  readonly document: Document;
  /** Renders nothing for a published document without pending changes. */
  readonly isQuiet?: boolean;
}

/** The status badges of a listed document. */
export function ListedStatus({ document, isQuiet = false }: ListedStatusProps): ReactNode {
  const planned = usePlanned(document.id);
  return (
    <>
      <StoredStatus document={document} isQuiet={isQuiet} />
      {planned !== undefined && (
        <>
          {' '}
          <ScheduledBadge {...planned} />
        </>
      )}
    </>
  );
}

function StoredStatus({ document, isQuiet }: Required<ListedStatusProps>): ReactNode {
  if (document._status === undefined) return null;
  if (document._status === 'draft') return <StatusBadge status="draft" />;
  if (document._pending === true) return <StatusBadge status="changed" />;
  return isQuiet ? null : <StatusBadge status="published" />;
}
