import type { ReactNode } from 'react';
import type { AdminCollectionMeta } from '../../../../../runtime/codegen/admin-meta.js';
import { paths } from '../../../app/paths.js';
import { fileTexts } from '../../../files/texts.js';
import type { QueuedFile, UploadQueue } from '../../../files/upload-queue.js';
import { useErrorDetails, useErrorText } from '../../../i18n/error-text.js';
import { useFormats } from '../../../i18n/formats.js';
import { useTexts } from '../../../i18n/language.js';
import { Button, IconButton } from '../../../ui/button.js';
import { useFocusBefore } from '../../../ui/focus-return.js';
import { Icon } from '../../../ui/icon.js';
import { Link } from '../../../ui/link.js';

interface UploadPanelProps {
  readonly meta: AdminCollectionMeta;
  readonly queue: UploadQueue;
  readonly items: readonly QueuedFile[];
  readonly note: string | null;
  /** The text of an error that the service did not send. */
  readonly tooLarge: (error: unknown) => string | null;
}

/** The files on their way, each with its progress, and those that have arrived or failed. */
export function UploadPanel({ meta, queue, items, note, tooLarge }: UploadPanelProps): ReactNode {
  const t = useTexts(fileTexts);
  const done = items.filter(({ state }) => state === 'done').length;
  const failed = items.filter(({ state }) => state === 'failed').length;
  const isOpen = items.some(({ state }) => state === 'waiting' || state === 'sending');
  const returnFocus = useFocusBefore(true);
  const close = (): void => {
    queue.clear();
    returnFocus();
  };
  return (
    <section className="uploads" aria-label={t.queue}>
      <div className="uploads-head">
        <strong>{t.uploading(done, items.length)}</strong>
        {failed > 0 && <span className="uploads-failed">{t.failedCount(failed)}</span>}
        <span className="list-space" />
        {isOpen ? (
          <Button size="small" onClick={queue.cancelAll}>
            {t.cancelAll}
          </Button>
        ) : (
          <Button size="small" onClick={close}>
            {t.close}
          </Button>
        )}
      </div>
      {note !== null && <p className="uploads-note">{note}</p>}
      <ul className="uploads-list">
        {items.map((item) => (
          <Item key={item.id} {...{ meta, queue, item, tooLarge }} />
        ))}
      </ul>
    </section>
  );
}

interface ItemProps extends Pick<UploadPanelProps, 'meta' | 'queue' | 'tooLarge'> {
  readonly item: QueuedFile;
}

function Item({ meta, queue, item, tooLarge }: ItemProps): ReactNode {
  const t = useTexts(fileTexts);
  const { id, file, state, document } = item;
  const canStop = state === 'waiting' || state === 'sending';
  return (
    <li className="uploads-item" data-state={state}>
      <span className="uploads-name">
        {document === null ? file.name : <Link to={paths.document(meta.slug, document.id)}>{file.name}</Link>}
      </span>
      <ItemState item={item} tooLarge={tooLarge} />
      {canStop && (
        <IconButton
          icon="close"
          size="small"
          label={t.cancelOf(file.name)}
          onClick={() => queue.cancel(id)}
        />
      )}
      {(state === 'failed' || state === 'cancelled') && (
        <Button size="small" icon="refresh" aria-label={t.retryOf(file.name)} onClick={() => queue.retry(id)}>
          {t.retry}
        </Button>
      )}
    </li>
  );
}

function ItemState({ item, tooLarge }: Pick<ItemProps, 'item' | 'tooLarge'>): ReactNode {
  const t = useTexts(fileTexts);
  const formats = useFormats();
  const errorText = useErrorText();
  const detailsOf = useErrorDetails();
  const { file, state, sent, isLost, error } = item;
  switch (state) {
    case 'waiting':
      return <span className="uploads-state">{t.waiting}</span>;
    case 'sending':
      return (
        <span className="uploads-state">
          <progress value={sent} max={1} aria-label={t.progressOf(file.name)} />
          {isLost ? t.connectionLost : sent < 1 ? t.sending(formats.percent(sent)) : t.checking}
        </span>
      );
    case 'done':
      return (
        <span className="uploads-state uploads-done">
          <Icon name="check" /> {t.done}
        </span>
      );
    case 'cancelled':
      return <span className="uploads-state">{t.cancelled}</span>;
    case 'failed': {
      const [detail] = detailsOf(error);
      return (
        <span className="uploads-state uploads-failed">
          {tooLarge(error) ?? detail?.message ?? errorText(error)}
        </span>
      );
    }
  }
}
