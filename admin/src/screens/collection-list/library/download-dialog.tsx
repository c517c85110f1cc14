import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { AdminCollectionMeta } from '../../../../../runtime/codegen/admin-meta.js';
import { useApi } from '../../../api/api-context.js';
import { useRunningWork } from '../../../app/leave-guard.js';
import { download } from '../../../browser/download.js';
import { fileTexts } from '../../../files/texts.js';
import { useErrorText } from '../../../i18n/error-text.js';
import { useFormats } from '../../../i18n/formats.js';
import { useTexts } from '../../../i18n/language.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { Notice } from '../../../ui/states.js';
import type { BulkTargets } from '../bulk/bulk-run.js';
import { type ChosenFiles, chosenFiles, maxBytes, maxFiles, packFiles } from './download-run.js';

interface DownloadDialogProps {
  readonly meta: AdminCollectionMeta;
  readonly targets: BulkTargets;
  readonly onClose: () => void;
}

interface State {
  readonly chosen: ChosenFiles | null;
  /** Bytes that have arrived; null while nothing is read. */
  readonly bytes: number | null;
  readonly result: { readonly packed: number; readonly missing: readonly string[] } | null;
  readonly error: unknown;
}

/** Saves the selected files as one ZIP file, which the browser makes. */
export function DownloadDialog({ meta, targets, onClose }: DownloadDialogProps): ReactNode {
  const t = useTexts(fileTexts);
  const api = useApi();
  const formats = useFormats();
  const errorText = useErrorText();
  const [state, setState] = useState<State>({ chosen: null, bytes: null, result: null, error: null });
  const controller = useRef(new AbortController());
  const { chosen, bytes, result, error } = state;
  useRunningWork(bytes !== null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the files are those selected when it opens.
  useEffect(() => {
    const stopping = new AbortController();
    controller.current = stopping;
    const set = (part: Partial<State>): void => {
      if (!stopping.signal.aborted) setState((before) => ({ ...before, ...part }));
    };
    chosenFiles(api, meta, targets, stopping.signal).then(
      (found) => set({ chosen: found }),
      (cause: unknown) => set({ error: cause }),
    );
    return () => stopping.abort();
  }, []);

  const start = async (files: ChosenFiles): Promise<void> => {
    const { signal } = controller.current;
    setState((before) => ({ ...before, bytes: 0, error: null }));
    try {
      const { zip, packed, missing } = await packFiles(files, signal, (arrived) =>
        setState((before) => ({ ...before, bytes: arrived })),
      );
      if (packed > 0) download(zip, `${meta.slug}-${new Date().toISOString().slice(0, 10)}.zip`);
      setState((before) => ({ ...before, bytes: null, result: { packed, missing } }));
    } catch (cause) {
      if (!signal.aborted) setState((before) => ({ ...before, bytes: null, error: cause }));
    }
  };
  const canStart = chosen !== null && !chosen.isTooMuch && chosen.files.length > 0;
  return (
    <Dialog
      isOpen
      title={t.downloadTitle}
      description={t.downloadText(formats.number(maxFiles), formats.bytes(maxBytes))}
      onClose={onClose}
      actions={
        result !== null ? (
          <Button variant="primary" onClick={onClose}>
            {t.close}
          </Button>
        ) : bytes !== null ? (
          <Button onClick={onClose}>{t.cancel}</Button>
        ) : (
          <Button
            variant="primary"
            icon="download"
            isBusy={chosen === null && error === null}
            disabled={!canStart}
            onClick={() => chosen !== null && void start(chosen)}
          >
            {t.download}
          </Button>
        )
      }
    >
      {error !== null && <Notice kind="danger">{errorText(error)}</Notice>}
      {chosen?.isTooMuch === true && (
        <Notice kind="warning">{t.downloadTooMuch(formats.number(maxFiles), formats.bytes(maxBytes))}</Notice>
      )}
      {chosen !== null && chosen.hidden > 0 && <Notice>{t.downloadHidden(chosen.hidden)}</Notice>}
      {bytes !== null && chosen !== null && (
        <progress
          className="progress"
          aria-label={t.downloadTitle}
          value={bytes}
          max={Math.max(1, chosen.bytes)}
        />
      )}
      <p role="status">
        {result !== null
          ? t.downloadDone(result.packed)
          : chosen !== null && !chosen.isTooMuch
            ? t.downloadSum(chosen.files.length, formats.bytes(chosen.bytes))
            : null}
      </p>
      {result !== null && result.missing.length > 0 && (
        <Notice kind="danger">{t.downloadMissing(formats.list(result.missing.slice(0, 20)))}</Notice>
      )}
    </Dialog>
  );
}
