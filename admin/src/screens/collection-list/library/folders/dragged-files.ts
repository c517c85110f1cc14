import { type DragEvent, useState } from 'react';

/** What is dragged is named by a type of its own, since its data is not readable before it is dropped. */
const type = 'application/x-svc-files';

/** Begins to drag documents. */
export function dragFiles(event: DragEvent, ids: readonly string[]): void {
  event.dataTransfer.setData(type, JSON.stringify(ids));
  event.dataTransfer.effectAllowed = 'move';
}

/** What an element needs to take dragged documents. */
export interface DropPlace {
  readonly isOver: boolean;
  readonly handlers: {
    readonly onDragOver: (event: DragEvent) => void;
    readonly onDragLeave: () => void;
    readonly onDrop: (event: DragEvent) => void;
  };
}

/** Makes an element take dragged documents. */
export function useDropPlace(onFiles: (ids: readonly string[]) => void): DropPlace {
  const [isOver, setIsOver] = useState(false);
  return {
    isOver,
    handlers: {
      onDragOver(event) {
        if (!event.dataTransfer.types.includes(type)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'move';
        setIsOver(true);
      },
      onDragLeave: () => setIsOver(false),
      onDrop(event) {
        setIsOver(false);
        const text = event.dataTransfer.getData(type);
        if (text === '') return;
        event.preventDefault();
        onFiles(JSON.parse(text) as readonly string[]);
      },
    },
  };
}
