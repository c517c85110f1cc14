import type { ReactNode } from 'react';
import type { Document } from '../../api/documents.js';
import { StatusBadge } from '../../ui/status-badge.js';

interface ListedStatusProps {
  readonly document: Document;
  /** Renders nothing for a published document without pending changes. */
  readonly isQuiet?: boolean;
}

/** The status badge of a listed document. */
export function ListedStatus({ document, isQuiet = false }: ListedStatusProps): ReactNode {
  if (document._status === undefined) return null;
  if (document._status === 'draft') return <StatusBadge status="draft" />;
  if (document._pending === true) return <StatusBadge status="changed" />;
  return isQuiet ? null : <StatusBadge status="published" />;
}
