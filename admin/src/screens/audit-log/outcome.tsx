import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/language.js';
import { Badge } from '../../ui/badge.js';
import type { AuditEntry } from './audit-query.js';
import { auditLogTexts } from './texts.js';

export function Outcome({ entry: { outcome } }: { readonly entry: AuditEntry }): ReactNode {
  const t = useTexts(auditLogTexts);
  return outcome === 'success' ? (
    <Badge kind="success">{t.success}</Badge>
  ) : (
    <Badge kind="danger">{t.failure}</Badge>
  );
}
