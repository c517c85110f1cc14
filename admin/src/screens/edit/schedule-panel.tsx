import type { ReactNode } from 'react';
import type { Schedule } from '../../api/documents.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { DateTime } from '../../ui/date-time.js';
import { Notice } from '../../ui/states.js';
import { editTexts } from './texts.js';

interface SchedulePanelProps {
  readonly schedule: Schedule;
  readonly onCancel: () => void;
}

/** The schedule of a document; renders nothing where there is none. */
export function SchedulePanel({ schedule, onCancel }: SchedulePanelProps): ReactNode {
  const t = useTexts(editTexts);
  const { publishAt, unpublishAt, error } = schedule;
  if (publishAt === null && unpublishAt === null) return null;
  return (
    <section className="edit-panel" aria-labelledby="edit-planned">
      <h2 className="edit-panel-title" id="edit-planned">
        {t.planned}
      </h2>
      <dl className="edit-facts">
        {publishAt !== null && (
          <div>
            <dt>{t.publishAt}</dt>
            <dd>
              <DateTime value={publishAt} />
            </dd>
          </div>
        )}
        {unpublishAt !== null && (
          <div>
            <dt>{t.unpublishAt}</dt>
            <dd>
              <DateTime value={unpublishAt} />
            </dd>
          </div>
        )}
      </dl>
      {error && <Notice kind="danger">{t.planFailed(error)}</Notice>}
      <Button size="small" icon="close" onClick={onCancel}>
        {t.cancelPlan}
      </Button>
    </section>
  );
}
