import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { AdminCollectionMeta } from '../../../../../runtime/codegen/admin-meta.js';
import { fileTexts } from '../../../files/texts.js';
import { useTexts } from '../../../i18n/language.js';
import { Button } from '../../../ui/button.js';
import type { BulkTargets } from '../bulk/bulk-run.js';
import { folderTexts } from './folders/texts.js';
import type { Folders } from './folders/use-folders.js';

/** Loaded when it is opened. */
const DownloadDialog = lazy(async () => ({
  default: (await import('./download-dialog.js')).DownloadDialog,
}));

const MoveDialog = lazy(async () => ({ default: (await import('./folders/move-dialog.js')).MoveDialog }));

interface LibraryActionsProps {
  readonly meta: AdminCollectionMeta;
  readonly targets: BulkTargets;
  /** Null where files are not moved. */
  readonly folders: Folders | null;
  readonly onMoved: () => void;
}

/** What can be done with selected files, besides what can be done with all documents. */
export function LibraryActions({ meta, targets, folders, onMoved }: LibraryActionsProps): ReactNode {
  const t = useTexts(fileTexts);
  const ofFolders = useTexts(folderTexts);
  const [isOpen, setIsOpen] = useState(false);
  const [isMoving, setIsMoving] = useState(false);
  return (
    <>
      <Button size="small" icon="download" onClick={() => setIsOpen(true)}>
        {t.download}
      </Button>
      {folders !== null && (
        <Button size="small" icon="folder" onClick={() => setIsMoving(true)}>
          {ofFolders.move}
        </Button>
      )}
      {isMoving && folders !== null && (
        <Suspense>
          <MoveDialog
            meta={meta}
            folders={folders}
            targets={targets}
            onClose={(isMoved) => {
              setIsMoving(false);
              if (isMoved) onMoved();
            }}
          />
        </Suspense>
      )}
      {isOpen && (
        <Suspense>
          <DownloadDialog meta={meta} targets={targets} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
