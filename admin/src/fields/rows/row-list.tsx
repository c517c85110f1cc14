import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/language.js';
import { rowTexts } from './texts.js';

interface RowListProps {
  readonly ids: readonly string[];
  readonly isFixed: boolean;
  /** Whether the entries stand beside each other, in several lines. */
  readonly isWrapped?: boolean;
  readonly onMove: (from: number, to: number) => void;
  readonly children: ReactNode;
}

/**
 * A list whose entries can be dragged to another position. With the keyboard, their buttons and shortcuts do
 * the same.
 */
export function RowList({ ids, isFixed, isWrapped = false, onMove, children }: RowListProps): ReactNode {
  const t = useTexts(rowTexts);
  // The pointer has to move a little before a press becomes a drag.
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 5 } }));
  const drop = ({ active, over }: DragEndEvent): void => {
    const to = over === null ? -1 : ids.indexOf(String(over.id));
    const from = ids.indexOf(String(active.id));
    if (from !== to && to >= 0) onMove(from, to);
  };
  // A move is announced when it is done, in the same words for every way of moving.
  const silent = (): undefined => undefined;
  const announcements = { onDragStart: silent, onDragOver: silent, onDragEnd: silent, onDragCancel: silent };
  return (
    <DndContext
      sensors={isFixed ? [] : sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t.moveHint } }}
      onDragEnd={drop}
    >
      <SortableContext
        items={[...ids]}
        strategy={isWrapped ? rectSortingStrategy : verticalListSortingStrategy}
      >
        <ol className={isWrapped ? 'row-list row-list-wrapped' : 'row-list'}>{children}</ol>
      </SortableContext>
    </DndContext>
  );
}
