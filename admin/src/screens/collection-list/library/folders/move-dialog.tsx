import { type ReactNode, useState } from 'react';
import type { AdminCollectionMeta } from '../../../../../../runtime/codegen/admin-meta.js';
import { useRunningWork } from '../../../../app/leave-guard.js';
import { useTexts } from '../../../../i18n/language.js';
import { Button } from '../../../../ui/button.js';
import { Dialog } from '../../../../ui/dialog.js';
import type { BulkTargets } from '../../bulk/bulk-run.js';
import { FolderSelect } from './folder-select.js';
import { placedFolders } from './folder-tree.js';
import { folderTexts } from './texts.js';
import type { Folders } from './use-folders.js';
import { useMove } from './use-move.js';

interface MoveDialogProps {
  readonly meta: AdminCollectionMeta;
  readonly folders: Folders;
  readonly targets: BulkTargets;
  readonly onClose: (isMoved: boolean) => void;
}

/** Moves selected files to a folder, without a mouse too. */
export function MoveDialog({ meta, folders, targets, onClose }: MoveDialogProps): ReactNode {
  const t = useTexts(folderTexts);
  const [chosen, setChosen] = useState('');
  const { running, start } = useMove(meta);
  useRunningWork(running !== null);
  const { all = [] } = folders;
  const move = async (): Promise<void> => {
    const folder = all.find(({ id }) => id === chosen);
    await start(targets, { id: folder?.id ?? null, name: folder?.name ?? meta.labels.plural });
    onClose(true);
  };
  const progress = running?.progress;
  return (
    <Dialog
      isOpen
      isFixed={running !== null}
      title={'items' in targets ? t.moveTitle(targets.items.length) : t.moveAll}
      {...(meta.drafts && { description: t.moveText })}
      onClose={() => onClose(false)}
      actions={
        <Button
          variant="primary"
          isBusy={running !== null}
          disabled={folders.all === undefined && t.loading}
          onClick={() => void move()}
        >
          {t.moveNow}
        </Button>
      }
    >
      <FolderSelect
        top={meta.labels.plural}
        folders={placedFolders(all)}
        value={chosen}
        isFixed={running !== null}
        onChange={setChosen}
      />
      {running !== null && progress !== undefined && (
        <p role="status">{t.moving(progress.done, running.total)}</p>
      )}
    </Dialog>
  );
}
