import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { AdminCollectionMeta } from '../../../../../runtime/codegen/admin-meta.js';
import { useApi } from '../../../api/api-context.js';
import type { Where } from '../../../api/documents.js';
import { download } from '../../../browser/download.js';
import { useErrorText } from '../../../i18n/error-text.js';
import { useFormats } from '../../../i18n/formats.js';
import { useTexts } from '../../../i18n/language.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { Field } from '../../../ui/field.js';
import { Select } from '../../../ui/inputs.js';
import { Notice } from '../../../ui/states.js';
import type { ListField } from '../columns.js';
import { listTexts } from '../texts.js';
import { exportDocuments } from './export-run.js';
import { exportTexts } from './texts.js';

interface ExportDialogProps {
  readonly meta: AdminCollectionMeta;
  readonly where: Where | undefined;
  readonly search: string | undefined;
  readonly unused: true | undefined;
  /** Of the selected documents; null: all that the list finds. */
  readonly ids: readonly string[] | null;
  readonly sort: string | undefined;
  readonly columns: readonly ListField[];
  readonly fields: readonly ListField[];
  readonly onClose: () => void;
}

interface Progress {
  readonly documents: number;
  readonly isRunning: boolean;
  readonly isDone: boolean;
  readonly error: unknown;
}

const idle: Progress = { documents: 0, isRunning: false, isDone: false, error: null };

/** Exports all pages of the list, or the selected documents, to a file. */
export function ExportDialog(props: ExportDialogProps): ReactNode {
  const { meta, where, search, unused, ids, sort, columns, fields, onClose } = props;
  const t = useTexts(listTexts);
  const words = useTexts(exportTexts);
  const api = useApi();
  const [format, setFormat] = useState<'csv' | 'json'>('csv');
  const [isAll, setIsAll] = useState(false);
  const [progress, setProgress] = useState<Progress>(idle);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  const start = async (): Promise<void> => {
    const running = new AbortController();
    controller.current = running;
    setProgress({ ...idle, isRunning: true });
    const chosen = isAll ? fields : columns;
    const paths = [...new Set(['id', ...chosen.map(({ path }) => path)])];
    const select =
      isAll && format === 'json' ? undefined : paths.filter((path) => path !== 'id').join(',') || undefined;
    try {
      const { file, documents } = await exportDocuments(api.collection(meta), {
        format,
        queries: wheres(where, ids).map((part) => ({
          ...{ where: part, unused, sort, select },
          search: ids === null ? search : undefined,
        })),
        paths,
        signal: running.signal,
        onProgress: (count) => setProgress((before) => ({ ...before, documents: count })),
      });
      if (running.signal.aborted) return setProgress(idle);
      download(file, `${meta.slug}-${new Date().toISOString().slice(0, 10)}.${format}`);
      setProgress({ ...idle, documents, isDone: true });
    } catch (error) {
      setProgress(running.signal.aborted ? idle : (before) => ({ ...before, isRunning: false, error }));
    }
  };
  return (
    <Dialog
      isOpen
      title={words.title}
      description={ids === null ? words.text : words.selection(ids.length)}
      onClose={onClose}
      actions={
        progress.isDone ? (
          <Button variant="primary" onClick={onClose}>
            {t.close}
          </Button>
        ) : progress.isRunning ? (
          <Button onClick={() => controller.current?.abort()}>{t.stop}</Button>
        ) : (
          <Button variant="primary" icon="download" onClick={() => void start()}>
            {words.start}
          </Button>
        )
      }
    >
      <Field label={words.format}>
        {(control) => (
          <Select
            {...control}
            value={format}
            disabled={progress.isRunning}
            onChange={({ target }) => setFormat(target.value === 'json' ? 'json' : 'csv')}
          >
            <option value="csv">{words.csv}</option>
            <option value="json">{words.json}</option>
          </Select>
        )}
      </Field>
      <Field label={words.fields}>
        {(control) => (
          <Select
            {...control}
            value={isAll ? 'all' : 'columns'}
            disabled={progress.isRunning}
            onChange={({ target }) => setIsAll(target.value === 'all')}
          >
            <option value="columns">{words.columns}</option>
            <option value="all">{words.all}</option>
          </Select>
        )}
      </Field>
      <ExportReport progress={progress} />
    </Dialog>
  );
}

function ExportReport({ progress }: { readonly progress: Progress }): ReactNode {
  const t = useTexts(listTexts);
  const words = useTexts(exportTexts);
  const formats = useFormats();
  const errorText = useErrorText();
  const { documents, isRunning, isDone, error } = progress;
  if (error !== null) {
    return (
      <Notice kind="danger">
        {words.failed} {errorText(error)}
      </Notice>
    );
  }
  return (
    <div className="export-report" role="status">
      {isRunning && <progress className="progress" aria-label={t.progress} />}
      {isRunning && <p>{words.running(formats.number(documents))}</p>}
      {isDone && <p>{words.done(documents)}</p>}
    </div>
  );
}

/** Ids in one filter, which is part of an address. */
const idsAtOnce = 100;

/** The filters whose documents are exported, one after the other. */
function wheres(where: Where | undefined, ids: readonly string[] | null): readonly (Where | undefined)[] {
  if (ids === null) return [where];
  return Array.from({ length: Math.ceil(ids.length / idsAtOnce) }, (_, part) => ({
    id: { in: ids.slice(part * idsAtOnce, (part + 1) * idsAtOnce) },
  }));
}
