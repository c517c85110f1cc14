import { useQueryClient } from '@tanstack/react-query';
import type { AdminCollectionMeta } from '../../../../runtime/codegen/admin-meta.js';
import { isSvcError } from '../../../../templates/sdk/errors.js';
import { segment } from '../../../../templates/sdk/methods.js';
import type { Api } from '../../api/api.js';
import { useApi } from '../../api/api-context.js';
import { forgetTrashed, trashApi } from '../../api/trash.js';
import { useErrorText } from '../../i18n/error-text.js';
import { useTexts } from '../../i18n/language.js';
import { useNotifier } from '../../ui/toast.js';
import { trashTexts } from './texts.js';

/** A document that was moved to the trash. */
export interface Trashed {
  readonly id: string;
  readonly title: string;
}

type TrashedMeta = Pick<AdminCollectionMeta, 'slug'>;

/** In milliseconds. */
const undoableFor = 10_000;

/**
 * Returns a function that says that documents were moved to the trash, with a button that brings them back.
 */
export function useTrashed(meta: TrashedMeta): (documents: readonly Trashed[]) => void {
  const t = useTexts(trashTexts);
  const api = useApi();
  const queries = useQueryClient();
  const errorText = useErrorText();
  const { notify } = useNotifier();
  const undo = async (documents: readonly Trashed[]): Promise<void> => {
    const errors: unknown[] = [];
    // One after the other: each may bring others back, and the service does it in this order anyway.
    for (const { id } of documents) {
      await restoreOnce(api, meta, id).catch((error: unknown) => errors.push(error));
    }
    await forgetTrashed(queries);
    const count = documents.length - errors.length;
    if (count > 0) {
      const text = documents.length === 1 ? t.restored(nameOf(documents)) : t.restoredMany(count);
      notify({ kind: 'success', text });
    }
    if (errors.length > 0)
      notify({ kind: 'error', text: `${t.notRestored(errors.length)} ${errorText(errors[0])}` });
  };
  return (documents) => {
    if (documents.length === 0) return;
    notify({
      kind: 'success',
      text: documents.length === 1 ? t.moved(nameOf(documents)) : t.movedMany(documents.length),
      action: { label: t.undo, onSelect: () => void undo(documents) },
      lasts: undoableFor,
    });
  };
}

/** Another user, or another click, may have restored it already. */
async function restoreOnce(api: Api, meta: TrashedMeta, id: string): Promise<void> {
  try {
    await trashApi(api, meta).restore(id);
  } catch (error) {
    if (!isSvcError(error) || error.code !== 'NOT_FOUND') throw error;
    const found = api.call('GET', `${meta.slug}/${segment(id)}`);
    const isBack = await found.then(
      () => true,
      () => false,
    );
    if (!isBack) throw error;
  }
}

function nameOf([first]: readonly Trashed[]): string {
  return first?.title || (first?.id ?? '');
}
