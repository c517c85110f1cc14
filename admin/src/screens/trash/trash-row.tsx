import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import type { AdminCollectionMeta } from '../../../../runtime/codegen/admin-meta.js';
import { isSvcError } from '../../../../templates/sdk/errors.js';
import { useApi } from '../../api/api-context.js';
import { forgetTrashed, type TrashedDocument, trashApi } from '../../api/trash.js';
import { paths } from '../../app/paths.js';
import { titleOf } from '../../documents/listed-value.js';
import { useErrorText } from '../../i18n/error-text.js';
import { useTexts } from '../../i18n/language.js';
import { IconButton } from '../../ui/button.js';
import { DateTime } from '../../ui/date-time.js';
import { AlertDialog } from '../../ui/dialog.js';
import { useFocusKept } from '../../ui/focus-return.js';
import { Notice } from '../../ui/states.js';
import { useNotifier } from '../../ui/toast.js';
import { daysLeft } from './days-left.js';
import type { RestoreRefusal } from './restore-conflict.js';
import { trashScreenTexts } from './texts.js';

interface TrashRowProps {
  readonly meta: AdminCollectionMeta;
  readonly document: TrashedDocument;
  /** How long documents stay in this trash. */
  readonly days: number;
  readonly deletedBy: string;
  readonly mayPurge: boolean;
  readonly onRefused: (refusal: RestoreRefusal) => void;
}

export function TrashRow(props: TrashRowProps): ReactNode {
  const { meta, document, days, deletedBy, mayPurge } = props;
  const t = useTexts(trashScreenTexts);
  const [isPurging, setIsPurging] = useState(false);
  const title = titleOf(document, meta.useAsTitle) || t.untitled;
  const restore = useRestore(props, title);
  const row = useFocusKept<HTMLTableRowElement>();
  return (
    <tr ref={row}>
      <th scope="row" title={title}>
        <span className="user-cell">
          <span>{title}</span>
          <span className="user-email narrow-only">
            <DateTime value={document._deletedAt} style="relative" />
          </span>
        </span>
      </th>
      <td className="wide-only">
        <DateTime value={document._deletedAt} style="relative" />
      </td>
      <td className="wide-only">{deletedBy}</td>
      <td>{t.daysLeft(daysLeft(document._deletedAt, days))}</td>
      <td className="cell-tight">
        <div className="row-actions">
          <IconButton
            icon="undo"
            size="small"
            label={t.restoreNamed(title)}
            isBusy={restore.isBusy}
            onClick={() => void restore.run()}
          />
          {mayPurge && (
            <IconButton
              icon="trash"
              size="small"
              label={t.purgeNamed(title)}
              onClick={() => setIsPurging(true)}
            />
          )}
        </div>
        {isPurging && (
          <Purge meta={meta} id={document.id} title={title} onClose={() => setIsPurging(false)} />
        )}
      </td>
    </tr>
  );
}

interface Restore {
  readonly run: () => Promise<void>;
  readonly isBusy: boolean;
}

function useRestore({ meta, document, onRefused }: TrashRowProps, title: string): Restore {
  const t = useTexts(trashScreenTexts);
  const api = useApi();
  const queries = useQueryClient();
  const { notify } = useNotifier();
  const errorText = useErrorText();
  const [, navigate] = useLocation();
  const [isBusy, setIsBusy] = useState(false);
  const run = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await trashApi(api, meta).restore(document.id);
      const open = (): void => navigate(paths.document(meta.slug, document.id));
      notify({ kind: 'success', text: t.restored(title), action: { label: t.open, onSelect: open } });
      await forgetTrashed(queries);
    } catch (error) {
      const isConflict = isSvcError(error) && error.code === 'CONFLICT' && (error.details ?? []).length > 0;
      if (isConflict) onRefused({ document, title, error });
      else notify({ kind: 'error', text: errorText(error) });
    } finally {
      setIsBusy(false);
    }
  };
  return { run, isBusy };
}

interface PurgeProps {
  readonly meta: AdminCollectionMeta;
  readonly id: string;
  readonly title: string;
  readonly onClose: () => void;
}

function Purge({ meta, id, title, onClose }: PurgeProps): ReactNode {
  const t = useTexts(trashScreenTexts);
  const api = useApi();
  const queries = useQueryClient();
  const { notify } = useNotifier();
  const errorText = useErrorText();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const purge = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await trashApi(api, meta).purge(id);
      notify({ kind: 'success', text: t.purged(title) });
      onClose();
      await forgetTrashed(queries);
    } catch (cause) {
      setError(cause);
      setIsBusy(false);
    }
  };
  return (
    <AlertDialog
      isOpen
      isDanger
      title={t.purgeTitle(title)}
      description={t.purgeText}
      action={t.purge}
      isBusy={isBusy}
      onCancel={onClose}
      onConfirm={() => void purge()}
    >
      {error !== null && <Notice kind="danger">{errorText(error)}</Notice>}
    </AlertDialog>
  );
}
