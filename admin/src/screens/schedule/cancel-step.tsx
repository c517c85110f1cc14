import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AdminScheduled } from '../../../../runtime/codegen/admin-meta.js';
import { useAction } from '../../accounts/use-action.js';
import { useApi } from '../../api/api-context.js';
import { useMeta } from '../../api/meta-context.js';
import { forgetCollection, forgetGlobal } from '../../api/queries.js';
import { useFormats } from '../../i18n/formats.js';
import { useTexts } from '../../i18n/language.js';
import { AlertDialog } from '../../ui/dialog.js';
import { scheduleTexts } from './texts.js';

type Step = AdminScheduled['scheduled'][number];

interface CancelStepProps {
  readonly step: Step;
  /** When the document stops being public by itself. */
  readonly end: string | null;
  readonly onClose: () => void;
}

/** Cancels a step of a document, after a question. */
export function CancelStep({ step, end, onClose }: CancelStepProps): ReactNode {
  const t = useTexts(scheduleTexts);
  const formats = useFormats();
  const client = useQueryClient();
  const { kind, slug, id, action, at } = step;
  const title = step.title || t.untitled;
  const cancel = useAction({
    call: useCancel(step),
    done: t.cancelled(title),
    forget: [['scheduled'], ['overview']],
    onDone: () => {
      onClose();
      void (kind === 'global' ? forgetGlobal(client, slug) : forgetCollection(client, slug));
    },
  });
  const effect = (action === 'publish' ? t.cancelPublish : t.cancelUnpublish)(formats.longDateTime(at));
  const endsToo = action === 'publish' && end !== null ? t.cancelEnd(formats.longDateTime(end)) : '';
  return (
    <AlertDialog
      isOpen
      key={`${slug} ${id} ${action}`}
      title={t.cancelTitle(title)}
      description={`${effect} ${endsToo}`.trim()}
      action={t.cancel}
      cancel={t.keep}
      isBusy={cancel.isBusy}
      onConfirm={() => cancel.run()}
      onCancel={onClose}
    />
  );
}

/**
 * Without its publication the rest of a schedule goes, too: an end alone would publish the document at once.
 */
function useCancel({ kind, slug, id, action }: Step): () => Promise<unknown> {
  const api = useApi();
  const { collections, globals } = useMeta();
  return async () => {
    const collection = collections.find((each) => each.slug === slug);
    const global = globals.find((each) => each.slug === slug);
    if (kind === 'global') {
      if (global === undefined) return;
      const document = api.global(global);
      const publishAt = action === 'unpublish' ? (await document.schedule()).publishAt : null;
      await (publishAt === null
        ? document.cancelSchedule()
        : document.publish({ publishAt, unpublishAt: null }));
    } else if (collection !== undefined) {
      const documents = api.collection(collection);
      const publishAt = action === 'unpublish' ? (await documents.schedule(id)).publishAt : null;
      await (publishAt === null
        ? documents.cancelSchedule(id)
        : documents.publish(id, { publishAt, unpublishAt: null }));
    }
  };
}
