import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/language.js';
import { rowTexts } from './texts.js';

interface RowListProps {
  readonly ids: readonly string[];
  readonly isFixed: boolean;
  readonly onMove: (from: number, to: number) => void;
  readonly children: ReactNode;
}

/** A list whose entries can be dragged to another place. By keyboard their buttons and shortcuts do that, which need no learning. */
export function RowList({ ids, isFixed, onMove, children }: RowListProps): ReactNode {
  const t = useTexts(rowTexts);
  // A press is a press until it has moved a little.
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 5 } }));
  const drop = ({ active, over }: DragEndEvent): void => {
    const to = over === null ? -1 : ids.indexOf(String(over.id));
    const from = ids.indexOf(String(active.id));
    if (from !== to && to >= 0) onMove(from, to);
  };
  // Moves are announced once they are done, for every way of moving in the same words.
  const silent = (): undefined => undefined;
  const announcements = { onDragStart: silent, onDragOver: silent, onDragEnd: silent, onDragCancel: silent };
  return (
    <DndContext
      sensors={isFixed ? [] : sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t.moveHint } }}
      onDragEnd={drop}
    >
      <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
        <ol className="row-list">{children}</ol>
      </SortableContext>
    </DndContext>
  );
}
