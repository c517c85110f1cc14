import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { Schedule } from '../../api/documents.js';
import type { DocumentSource } from '../../documents/document-source.js';
import { isDirty } from '../../documents/form-store.js';
import { fromLocalInput, toLocalInput, zoneName } from '../../documents/local-time.js';
import { patchBody } from '../../documents/write-body.js';
import { useFormats } from '../../i18n/formats.js';
import { useLanguage, useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Field } from '../../ui/field.js';
import { MomentInput } from '../../ui/moment-input.js';
import { Notice, Skeleton } from '../../ui/states.js';
import { editTexts } from './texts.js';
import type { EditorHandle } from './use-editor.js';

interface ScheduleDialogProps {
  readonly source: DocumentSource;
  readonly editor: EditorHandle;
  readonly onClose: () => void;
}

/** Sets when a document is published and when it is unpublished. */
export function ScheduleDialog(props: ScheduleDialogProps): ReactNode {
  const { source, editor, onClose } = props;
  const t = useTexts(editTexts);
  const planned = useQuery({
    queryKey: [...source.queryKey, 'schedule', editor.document._revision],
    queryFn: ({ signal }) => source.schedule(signal),
  });
  if (planned.data !== undefined) return <ScheduleForm {...props} planned={planned.data} />;
  return (
    <Dialog isOpen onClose={onClose} title={t.planTitle}>
      <Skeleton height="6rem" />
    </Dialog>
  );
}

interface ScheduleFormProps extends ScheduleDialogProps {
  readonly planned: Schedule;
}

function ScheduleForm({ source, editor, onClose, planned }: ScheduleFormProps): ReactNode {
  const t = useTexts(editTexts);
  const { name: language } = useLanguage();
  const formats = useFormats();
  const formId = useId();
  const [publishAt, setPublishAt] = useState<string | null>(toLocalInput(planned.publishAt));
  const [unpublishAt, setUnpublishAt] = useState<string | null>(toLocalInput(planned.unpublishAt));
  const [issue, setIssue] = useState<ScheduleIssue | null>(null);
  const { document, store } = editor;
  const isPublished = document._status === 'published';
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const times = { publishAt: timeOf(publishAt), unpublishAt: timeOf(unpublishAt) };
    const found = unreadIssue({ publishAt, unpublishAt }) ?? issueOf(times, isPublished);
    setIssue(found);
    if (found !== null) return;
    const { base, values } = store.state();
    const body = patchBody(source.meta.fields, base, values);
    const plan = async (revision: number): Promise<void> => {
      // The schedule publishes the draft, so the unsaved changes are saved to the draft first.
      const saved = Object.keys(body).length > 0 ? await source.saveDraft(body, { ifMatch: revision }) : null;
      // Both times are sent: an omitted time would keep its stored value, and an end alone would publish now.
      await source.publish(times, { ifMatch: saved?._revision ?? revision });
    };
    await editor.act('schedule', plan, t.planSaved, { savesForm: true });
    onClose();
  };
  // With the weekday, which the input does not show.
  const inWords = (typed: string | null): string | null => {
    const time = timeOf(typed);
    return time === null ? null : formats.longDateTime(time);
  };
  const error = (input: ScheduleIssue['input']): string | undefined =>
    issue?.input === input ? t[issue.name] : undefined;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.planTitle}
      description={t.planZone(zoneName(language))}
      actions={
        <Button variant="primary" type="submit" form={formId} isBusy={editor.running === 'schedule'}>
          {t.planSave}
        </Button>
      }
    >
      <form id={formId} className="edit-form" noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label={t.publishAt}
          error={error('publishAt')}
          description={[isPublished && t.publishAtPending, inWords(publishAt)].filter(Boolean).join(' ')}
        >
          {(control) => (
            <MomentInput
              {...control}
              hasTime
              label={t.publishAt}
              value={publishAt ?? ''}
              onValue={setPublishAt}
            />
          )}
        </Field>
        <Field label={t.unpublishAt} error={error('unpublishAt')} description={inWords(unpublishAt)}>
          {(control) => (
            <MomentInput
              {...control}
              hasTime
              label={t.unpublishAt}
              value={unpublishAt ?? ''}
              onValue={setUnpublishAt}
            />
          )}
        </Field>
        {isDirty(store.state()) && <Notice>{t.planSavesDraft}</Notice>}
      </form>
    </Dialog>
  );
}

interface ScheduleIssue {
  readonly input: 'publishAt' | 'unpublishAt';
  readonly name: 'planNothing' | 'planNoDate' | 'planPast' | 'planOrder' | 'planNotPublic';
}

interface Times {
  readonly publishAt: string | null;
  readonly unpublishAt: string | null;
}

function timeOf(typed: string | null): string | null {
  return typed === null ? null : fromLocalInput(typed);
}

/** A text that is no date must not count as none. */
function unreadIssue({ publishAt, unpublishAt }: Times): ScheduleIssue | null {
  if (publishAt === null) return { input: 'publishAt', name: 'planNoDate' };
  return unpublishAt === null ? { input: 'unpublishAt', name: 'planNoDate' } : null;
}

function issueOf({ publishAt, unpublishAt }: Times, isPublished: boolean): ScheduleIssue | null {
  const now = Date.now();
  if (publishAt === null && unpublishAt === null) return { input: 'publishAt', name: 'planNothing' };
  if (publishAt !== null && Date.parse(publishAt) <= now) return { input: 'publishAt', name: 'planPast' };
  if (unpublishAt === null) return null;
  if (publishAt === null && !isPublished) return { input: 'publishAt', name: 'planNotPublic' };
  if (Date.parse(unpublishAt) <= now) return { input: 'unpublishAt', name: 'planPast' };
  const isInOrder = publishAt === null || Date.parse(unpublishAt) > Date.parse(publishAt);
  return isInOrder ? null : { input: 'unpublishAt', name: 'planOrder' };
}
