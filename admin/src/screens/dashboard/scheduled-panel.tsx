import type { ReactNode } from 'react';
import type { OverviewLists } from '../../../../runtime/codegen/admin-overview.js';
import { useTexts } from '../../i18n/language.js';
import { Badge } from '../../ui/badge.js';
import { DateTime } from '../../ui/date-time.js';
import { DocumentLine } from './document-line.js';
import { Panel } from './panel.js';
import { dashboardTexts } from './texts.js';

interface ScheduledPanelProps {
  readonly scheduled: OverviewLists['scheduled'];
}

/** The scheduled steps: which documents are published or unpublished, and when. */
export function ScheduledPanel({ scheduled }: ScheduledPanelProps): ReactNode {
  const t = useTexts(dashboardTexts);
  return (
    <Panel title={t.scheduled} items={scheduled} empty={t.noScheduled}>
      {scheduled.map((step) => (
        <DocumentLine
          key={`${step.slug} ${step.id} ${step.action}`}
          document={step}
          mark={
            step.error !== null && (
              <span title={step.error}>
                <Badge kind="danger">{t.failed}</Badge>
              </span>
            )
          }
        >
          {step.action === 'publish' ? t.publishes : t.unpublishes} <DateTime value={step.at} />
        </DocumentLine>
      ))}
    </Panel>
  );
}
