import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AdminScheduled } from '../../../../runtime/codegen/admin-overview.js';
import { useAction } from '../../accounts/use-action.js';
import { useApi } from '../../api/api-context.js';
import { useMeta } from '../../api/meta-context.js';
import { collectionSource, type DocumentSource, globalSource } from '../../documents/document-source.js';
import { useFormats } from '../../i18n/formats.js';
import { useTexts } from '../../i18n/language.js';
import { AlertDialog } from '../../ui/dialog.js';
import { cancelPlan, PlanChanged } from './cancel-plan.js';
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
  const { slug, id, action, at } = step;
  const title = step.title || t.untitled;
  const sourceOf = useSource(step);
  const cancel = useAction({
    call: async () => {
      const source = sourceOf();
      await cancelPlan(source, { step, end });
      return source;
    },
    done: t.cancelled(title),
    failed(error) {
      if (!(error instanceof PlanChanged)) return null;
      onClose();
      void client.invalidateQueries({ queryKey: ['scheduled'] });
      return t.planChanged(title);
    },
    forget: [['scheduled'], ['overview']],
    onDone: (source) => {
      onClose();
      void source.forget(client);
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

/** @throws Error for a document whose collection or global this user no longer has. */
function useSource({ kind, slug, id }: Step): () => DocumentSource {
  const api = useApi();
  const { collections, globals } = useMeta();
  return () => {
    const global = kind === 'global' ? globals.find((each) => each.slug === slug) : undefined;
    if (global !== undefined) return globalSource(api, global);
    const collection = kind === 'collection' ? collections.find((each) => each.slug === slug) : undefined;
    if (collection !== undefined) return collectionSource(api, collection, id);
    throw new Error(`There is no ${kind} "${slug}".`);
  };
}
