import type { ReactNode } from 'react';
import { useFormats } from '../i18n/formats.js';
import { useTexts } from '../i18n/language.js';
import { Badge } from './badge.js';
import { VisuallyHidden } from './states.js';
import { uiTexts } from './texts.js';

interface ScheduledBadgeProps {
  readonly publishAt: string | null;
  readonly unpublishAt: string | null;
}

/**
 * Stands beside the status of a document that will change by itself: `Scheduled 24 Dec`, the day of the next
 * step. Renders nothing where no step is planned.
 */
export function ScheduledBadge({ publishAt, unpublishAt }: ScheduledBadgeProps): ReactNode {
  const t = useTexts(uiTexts);
  const formats = useFormats();
  const next = publishAt ?? unpublishAt;
  if (next === null) return null;
  const steps = [
    ...(publishAt === null ? [] : [t.scheduledPublish(formats.dateTime(publishAt))]),
    ...(unpublishAt === null ? [] : [t.scheduledUnpublish(formats.dateTime(unpublishAt))]),
  ].join(' ');
  return (
    <span className="badge-hinted" title={steps}>
      <Badge kind="accent">{t.statusScheduled(formats.shortDay(next))}</Badge>
      <VisuallyHidden>{steps}</VisuallyHidden>
    </span>
  );
}
