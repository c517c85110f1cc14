import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { fromLocalInput, zoneName } from '../../../documents/local-time.js';
import { useFormats } from '../../../i18n/formats.js';
import { useLanguage, useTexts } from '../../../i18n/language.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { Field } from '../../../ui/field.js';
import { MomentInput } from '../../../ui/moment-input.js';
import { listTexts } from '../texts.js';
import type { BulkWork } from './bulk-work.js';

interface ScheduleManyProps {
  /** How many documents, in words. */
  readonly chosen: string;
  readonly onClose: () => void;
  readonly onChosen: (work: BulkWork) => void;
}

/** Chooses when many documents are published. Nothing is written yet. */
export function ScheduleMany({ chosen, onClose, onChosen }: ScheduleManyProps): ReactNode {
  const t = useTexts(listTexts);
  const { name: language } = useLanguage();
  const formats = useFormats();
  const formId = useId();
  const [typed, setTyped] = useState('');
  const [isPast, setIsPast] = useState(false);
  const publishAt = fromLocalInput(typed);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (publishAt === null) return;
    if (Date.parse(publishAt) <= Date.now()) setIsPast(true);
    else onChosen({ action: 'schedule', publishAt });
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.scheduleTitle}
      description={`${chosen}. ${t.scheduleZone(zoneName(language))}`}
      actions={
        <Button
          variant="primary"
          type="submit"
          form={formId}
          disabled={publishAt === null && t.scheduleFirst}
        >
          {t.next}
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Field
          label={t.schedulePublishAt}
          error={isPast ? t.schedulePast : undefined}
          description={publishAt !== null && formats.longDateTime(publishAt)}
        >
          {(control) => (
            <MomentInput
              {...control}
              hasTime
              label={t.schedulePublishAt}
              value={typed}
              onValue={(local) => {
                setTyped(local ?? '');
                setIsPast(false);
              }}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
