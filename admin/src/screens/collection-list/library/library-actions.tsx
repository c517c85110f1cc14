import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { AdminCollectionMeta } from '../../../../../runtime/codegen/admin-meta.js';
import { fileTexts } from '../../../files/texts.js';
import { useTexts } from '../../../i18n/language.js';
import { Button } from '../../../ui/button.js';
import type { BulkTargets } from '../bulk/bulk-run.js';

/** Loaded when it is opened. */
const DownloadDialog = lazy(async () => ({
  default: (await import('./download-dialog.js')).DownloadDialog,
}));

interface LibraryActionsProps {
  readonly meta: AdminCollectionMeta;
  readonly targets: BulkTargets;
}

/** What can be done with selected files, besides what can be done with all documents. */
export function LibraryActions({ meta, targets }: LibraryActionsProps): ReactNode {
  const t = useTexts(fileTexts);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="small" icon="download" onClick={() => setIsOpen(true)}>
        {t.download}
      </Button>
      {isOpen && (
        <Suspense>
          <DownloadDialog meta={meta} targets={targets} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
