import { type ReactNode, useState } from 'react';
import type { AdminCollectionMeta } from '../../../../../../runtime/codegen/admin-meta.js';
import { useErrorDetails, useErrorText } from '../../../../i18n/error-text.js';
import { useTexts } from '../../../../i18n/language.js';
import { Button } from '../../../../ui/button.js';
import { Dialog } from '../../../../ui/dialog.js';
import { FolderSelect } from './folder-select.js';
import { type Folder, targetsFor } from './folder-tree.js';
import { folderTexts } from './texts.js';
import { useMoveFolder } from './use-move-folder.js';

interface MoveFolderDialogProps {
  /** The collection of the folders. */
  readonly meta: AdminCollectionMeta;
  /** What the dialog calls the top level. */
  readonly top: string;
  readonly all: readonly Folder[];
  readonly folder: Folder;
  readonly onClose: () => void;
}

/** Moves a folder with its content. Unlike dragging, it works without a mouse. */
export function MoveFolderDialog({ meta, top, all, folder, onClose }: MoveFolderDialogProps): ReactNode {
  const t = useTexts(folderTexts);
  const errorText = useErrorText();
  const detailsOf = useErrorDetails();
  const targets = targetsFor(all, folder.id);
  const [chosen, setChosen] = useState(targets.find(({ id }) => id === folder.parent)?.id ?? '');
  const { isRunning, error, start } = useMoveFolder(meta);
  const move = async (): Promise<void> => {
    const target = targets.find(({ id }) => id === chosen);
    if (await start(folder, { id: target?.id ?? null, name: target?.name ?? top })) onClose();
  };
  return (
    <Dialog
      isOpen
      title={t.moveFolderOf(folder.name)}
      onClose={onClose}
      actions={
        <Button variant="primary" isBusy={isRunning} onClick={() => void move()}>
          {t.moveNow}
        </Button>
      }
    >
      <FolderSelect
        top={top}
        folders={targets}
        value={chosen}
        isFixed={isRunning}
        issue={error === null ? undefined : (detailsOf(error)[0]?.message ?? errorText(error))}
        onChange={setChosen}
      />
    </Dialog>
  );
}
