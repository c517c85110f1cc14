import { type DragEvent, type ReactNode, useState } from 'react';
import type { AdminCollectionMeta } from '../../../../../../runtime/codegen/admin-meta.js';
import { useErrorDetails, useErrorText } from '../../../../i18n/error-text.js';
import { useTexts } from '../../../../i18n/language.js';
import { Button } from '../../../../ui/button.js';
import { classNames } from '../../../../ui/class-names.js';
import { Icon } from '../../../../ui/icon.js';
import { Notice } from '../../../../ui/states.js';
import { type DropTarget, dragFolder, useDropPlace } from './dragged-files.js';
import { DeleteFolder, NameDialog } from './folder-dialogs.js';
import { foldersIn, pathTo } from './folder-tree.js';
import { MoveFolderDialog } from './move-folder-dialog.js';
import { folderTexts } from './texts.js';
import type { Folders } from './use-folders.js';
import { type MoveTarget, useMove } from './use-move.js';
import { useMoveFolder } from './use-move-folder.js';
import './folders.css';

interface FolderBarProps {
  readonly meta: AdminCollectionMeta;
  readonly folders: Folders;
  /** The folder that is open; null at the top. */
  readonly folder: string | null;
  /** Whether a search shows files of all folders. */
  readonly isEverywhere: boolean;
  readonly canMove: boolean;
  readonly onOpen: (folder: string | null) => void;
  readonly onMoved: () => void;
}

/** The way to the open folder and the folders in it, which take files that are dragged there. */
export function FolderBar(props: FolderBarProps): ReactNode {
  const { meta, folders, folder, isEverywhere, canMove, onOpen, onMoved } = props;
  const t = useTexts(folderTexts);
  const errorText = useErrorText();
  const detailsOf = useErrorDetails();
  const { start } = useMove(meta);
  const [dialog, setDialog] = useState<'new' | 'rename' | 'move' | 'delete' | null>(null);
  const { all = [], error, meta: own } = folders;
  const path = pathTo(all, folder);
  const current = path.at(-1) ?? null;
  const inside = isEverywhere ? [] : foldersIn(all, folder);
  const close = (): void => setDialog(null);
  const textOf = (issue: unknown): string => detailsOf(issue)[0]?.message ?? errorText(issue);
  const moving = useMoveFolder(own);
  const canMoveFolders = own.can.update !== false;
  const take = (target: MoveTarget): DropTarget => ({
    async onFiles(ids) {
      if (!canMove) return;
      await start({ items: ids.map((id) => ({ id, title: '', revision: 0 })) }, target);
      onMoved();
    },
    async onFolder(id) {
      const dragged = all.find((one) => one.id === id);
      if (dragged !== undefined && id !== target.id) await moving.start(dragged, target);
    },
  });
  return (
    <nav className="folders" aria-label={t.folders}>
      <div className="folders-head">
        <ol className="folders-path">
          <li>
            <Place
              name={meta.labels.plural}
              isCurrent={folder === null}
              onOpen={() => onOpen(null)}
              target={take({ id: null, name: meta.labels.plural })}
            />
          </li>
          {path.map(({ id, name }) => (
            <li key={id}>
              <Icon name="chevronRight" mirrored />
              <Place
                name={name}
                isCurrent={id === folder}
                onOpen={() => onOpen(id)}
                target={take({ id, name })}
              />
            </li>
          ))}
        </ol>
        <span className="list-space" />
        {own.can.create !== false && (
          <Button size="small" variant="ghost" icon="add" onClick={() => setDialog('new')}>
            {t.newFolder}
          </Button>
        )}
        {current !== null && canMoveFolders && (
          <>
            <Button size="small" variant="ghost" icon="edit" onClick={() => setDialog('rename')}>
              {t.rename}
            </Button>
            <Button size="small" variant="ghost" icon="folder" onClick={() => setDialog('move')}>
              {t.moveFolder}
            </Button>
          </>
        )}
        {current !== null && own.can.delete !== false && (
          <Button size="small" variant="danger-quiet" icon="trash" onClick={() => setDialog('delete')}>
            {t.deleteFolder}
          </Button>
        )}
      </div>
      {moving.error !== null && <Notice kind="danger">{textOf(moving.error)}</Notice>}
      {error !== null && <Notice kind="danger">{errorText(error)}</Notice>}
      {isEverywhere && <p className="folders-note">{t.everywhere}</p>}
      {inside.length > 0 && (
        <ul className="folders-inside" aria-label={t.foldersIn(current?.name ?? meta.labels.plural)}>
          {inside.map(({ id, name }) => (
            <li key={id}>
              <Place
                name={name}
                isTile
                onOpen={() => onOpen(id)}
                target={take({ id, name })}
                {...(canMoveFolders && { onDrag: (event: DragEvent) => dragFolder(event, id) })}
              />
            </li>
          ))}
        </ul>
      )}
      {dialog === 'new' && <NameDialog meta={own} folder={null} parent={folder} onClose={close} />}
      {dialog === 'rename' && current !== null && (
        <NameDialog meta={own} folder={current} parent={current.parent} onClose={close} />
      )}
      {dialog === 'move' && current !== null && (
        <MoveFolderDialog meta={own} top={meta.labels.plural} all={all} folder={current} onClose={close} />
      )}
      {dialog === 'delete' && current !== null && (
        <DeleteFolder
          meta={own}
          folder={current}
          onClose={(isDeleted) => {
            close();
            if (isDeleted) onOpen(current.parent);
          }}
        />
      )}
    </nav>
  );
}

interface PlaceProps {
  readonly name: string;
  readonly isTile?: boolean;
  readonly isCurrent?: boolean;
  readonly onOpen: () => void;
  /** Takes what is dropped on it. */
  readonly target: DropTarget;
  /** Absent where it is not moved. */
  readonly onDrag?: (event: DragEvent) => void;
}

/** A folder that is opened by a click, and takes what is dropped on it. */
function Place({ name, isTile = false, isCurrent = false, onOpen, target, onDrag }: PlaceProps): ReactNode {
  const { isOver, handlers } = useDropPlace(target);
  return (
    <button
      type="button"
      className={classNames(isTile ? 'folder-tile' : 'folder-crumb', isOver && 'folder-over')}
      aria-current={isCurrent ? 'location' : undefined}
      onClick={onOpen}
      draggable={onDrag !== undefined}
      onDragStart={onDrag}
      {...handlers}
    >
      {isTile && <Icon name="folder" />}
      <span className="folder-name">{name}</span>
    </button>
  );
}
