import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { AdminCollectionMeta } from '../../../../runtime/codegen/admin-meta.js';
import { useApi } from '../../api/api-context.js';
import { forgetTrashed, trashApi } from '../../api/trash.js';
import { useErrorText } from '../../i18n/error-text.js';
import { useFormats } from '../../i18n/formats.js';
import { useTexts } from '../../i18n/language.js';
import { AlertDialog } from '../../ui/dialog.js';
import { Field } from '../../ui/field.js';
import { Input } from '../../ui/inputs.js';
import { Notice } from '../../ui/states.js';
import { useNotifier } from '../../ui/toast.js';
import { trashScreenTexts } from './texts.js';

/** Above it the user types the number: a click alone is too easy. */
const maxWithoutTyping = 100;

interface EmptyTrashProps {
  readonly meta: AdminCollectionMeta;
  readonly count: number;
  readonly onClose: () => void;
}

/** Asks before everything in the trash is deleted for good. */
export function EmptyTrash({ meta, count, onClose }: EmptyTrashProps): ReactNode {
  const t = useTexts(trashScreenTexts);
  const api = useApi();
  const queries = useQueryClient();
  const { notify } = useNotifier();
  const formats = useFormats();
  const errorText = useErrorText();
  const [typed, setTyped] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const shown = formats.number(count);
  const asksNumber = count > maxWithoutTyping;
  const isTyped = !asksNumber || typed.replace(/\D/g, '') === String(count);
  const empty = async (): Promise<void> => {
    setIsBusy(true);
    try {
      const purged = await emptyAll(() => trashApi(api, meta).empty());
      notify({ kind: 'success', text: t.emptied(purged) });
      onClose();
    } catch (cause) {
      setError(cause);
      setIsBusy(false);
    }
    await forgetTrashed(queries);
  };
  return (
    <AlertDialog
      isOpen
      isDanger
      title={t.emptyTitle(shown, count === 1 ? meta.labels.singular : meta.labels.plural)}
      description={t.emptyQuestion}
      action={t.purge}
      isBusy={isBusy}
      disabled={!isTyped && t.typeFirst}
      onCancel={onClose}
      onConfirm={() => void empty()}
    >
      {asksNumber && (
        <Field label={t.typeNumber(shown)}>
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
      {error !== null && <Notice kind="danger">{errorText(error)}</Notice>}
    </AlertDialog>
  );
}

/** One request deletes a limited number. Ends where one deletes nothing, which would never end. */
async function emptyAll(
  empty: () => Promise<{ readonly purged: number; readonly left: number }>,
): Promise<number> {
  let total = 0;
  for (;;) {
    const { purged, left } = await empty();
    total += purged;
    if (left === 0 || purged === 0) return total;
  }
}
