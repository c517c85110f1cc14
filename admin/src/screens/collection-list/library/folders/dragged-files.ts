import { type DragEvent, useState } from 'react';

/** What is dragged is named by types of its own, since its data is not readable before it is dropped. */
const filesType = 'application/x-svc-files';
const folderType = 'application/x-svc-folder';

/** What takes things that are dragged. */
export interface DropTarget {
  readonly onFiles: (ids: readonly string[]) => void;
  readonly onFolder: (id: string) => void;
}

/** Begins to drag documents. */
export function dragFiles(event: DragEvent, ids: readonly string[]): void {
  event.dataTransfer.setData(filesType, JSON.stringify(ids));
  event.dataTransfer.effectAllowed = 'move';
}

/** Begins to drag a folder. */
export function dragFolder(event: DragEvent, id: string): void {
  event.dataTransfer.setData(folderType, id);
  event.dataTransfer.effectAllowed = 'move';
}

/** What an element needs to take what is dragged. */
export interface DropPlace {
  readonly isOver: boolean;
  readonly handlers: {
    readonly onDragOver: (event: DragEvent) => void;
    readonly onDragLeave: () => void;
    readonly onDrop: (event: DragEvent) => void;
  };
}

/** Makes an element take dragged documents and folders. */
export function useDropPlace({ onFiles, onFolder }: DropTarget): DropPlace {
  const [isOver, setIsOver] = useState(false);
  return {
    isOver,
    handlers: {
      onDragOver(event) {
        const { types } = event.dataTransfer;
        if (!types.includes(filesType) && !types.includes(folderType)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'move';
        setIsOver(true);
      },
      onDragLeave: () => setIsOver(false),
      onDrop(event) {
        setIsOver(false);
        const files = event.dataTransfer.getData(filesType);
        const folder = event.dataTransfer.getData(folderType);
        if (files === '' && folder === '') return;
        event.preventDefault();
        if (files !== '') onFiles(JSON.parse(files) as readonly string[]);
        else onFolder(folder);
      },
    },
  };
}
