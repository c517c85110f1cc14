import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useApi } from '../../api/api-context.js';
import { useErrorText } from '../../i18n/error-text.js';
import { useFormats } from '../../i18n/formats.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { useNotifier } from '../../ui/toast.js';
import type { AuditFilter } from './audit-filter.js';
import { exportAudit } from './audit-query.js';
import { auditLogTexts } from './texts.js';

interface Progress {
  readonly done: number;
  readonly total: number;
}

/** Exports the matching events to a file, page by page. The user can stop it. */
export function ExportCsv({ filter }: { readonly filter: AuditFilter }): ReactNode {
  const t = useTexts(auditLogTexts);
  const api = useApi();
  const formats = useFormats();
  const errorText = useErrorText();
  const { notify } = useNotifier();
  const [progress, setProgress] = useState<Progress | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setProgress({ done: 0, total: 0 });
    try {
      const { csv, count } = await exportAudit(api, filter, {
        signal: controller.signal,
        progress: (done, total) => setProgress({ done, total }),
        now: Date.now(),
      });
      saveFile(csv);
      notify({ kind: 'success', text: t.exported(count) });
    } catch (error) {
      if (!controller.signal.aborted) notify({ kind: 'error', text: errorText(error) });
    } finally {
      setProgress(null);
    }
  };

  if (progress === null) {
    return (
      <Button icon="download" onClick={() => void run()}>
        {t.exportCsv}
      </Button>
    );
  }
  return (
    <>
      <span role="status">{t.exporting(formats.number(progress.done), formats.number(progress.total))}</span>
      <Button icon="close" onClick={() => running.current?.abort()}>
        {t.stopExport}
      </Button>
    </>
  );
}

function saveFile(csv: readonly string[]): void {
  // Without a byte order mark, Excel would read the file in the local code page instead of UTF-8.
  const file = new Blob(['\ufeff', ...csv], { type: 'text/csv;charset=utf-8' });
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = `audit-log-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  URL.revokeObjectURL(address);
}
