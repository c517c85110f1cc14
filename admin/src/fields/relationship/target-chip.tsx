import { useSortable } from '@dnd-kit/sortable';
import { CSS as Transforms } from '@dnd-kit/utilities';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { isRightToLeft } from '../../browser/direction.js';
import { documentTitle } from '../../documents/document-title.js';
import { type Reference, referenceKey } from '../../documents/reference.js';
import { contentOf } from '../../documents/stored-document.js';
import { useTexts } from '../../i18n/language.js';
import { Badge } from '../../ui/badge.js';
import { IconButton } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import { Icon } from '../../ui/icon.js';
import { Menu, MenuItem } from '../../ui/menu.js';
import { Skeleton } from '../../ui/states.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { EditTarget } from './edit-target.js';
import { relationshipTexts } from './texts.js';
import type { Target } from './use-targets.js';

interface TargetChipProps {
  readonly reference: Reference;
  readonly target: Target;
  readonly isPolymorphic: boolean;
  readonly isFixed: boolean;
  readonly place: { readonly index: number; readonly count: number };
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

/** One of many referenced documents. Its name opens a menu: two stops of Tab for each. */
export function TargetChip(props: TargetChipProps): ReactNode {
  const { reference, target, isPolymorphic, isFixed, place, onMove, onRemove } = props;
  const { index, count } = place;
  const t = useTexts(relationshipTexts);
  const [isEditing, setIsEditing] = useState(false);
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } = useSortable({
    id: referenceKey(reference),
    disabled: isFixed,
  });
  const title = target.kind === 'found' ? documentTitle(target.meta, contentOf(target.document)) : null;
  const name = title ?? reference.id;
  const press = (event: KeyboardEvent): void => {
    // The drawer of the chip is outside of it.
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (!event.altKey || !isInside || isFixed) return;
    const step = stepOf(event.key, isRightToLeft(event.currentTarget));
    if (step === 0) return;
    event.preventDefault();
    const to = index + step;
    if (to >= 0 && to < count) onMove(to);
  };
  const problem = problemOf(target, t);
  return (
    <li
      ref={setNodeRef}
      className={classNames(
        'target-chip',
        isDragging && 'row-dragging',
        problem !== null && 'target-chip-problem',
      )}
      data-target={reference.id}
      style={{ transform: Transforms.Translate.toString(transform), transition: transition ?? '' }}
      onKeyDown={press}
    >
      {!isFixed && (
        <span className="row-handle" ref={setActivatorNodeRef} {...listeners} aria-hidden="true" />
      )}
      {target.kind === 'loading' ? (
        <Skeleton width="5rem" />
      ) : (
        <Menu
          align="start"
          trigger={
            <button type="button" className="target-chip-name">
              {problem !== null && (
                <>
                  <Icon name="alert" />
                  <span className="visually-hidden">{problem}</span>
                </>
              )}
              <span className={title === null ? 'target-id' : 'target-title'}>{name}</span>
              {isPolymorphic && (
                <Badge>{target.kind === 'found' ? target.meta.labels.singular : reference.collection}</Badge>
              )}
              {target.kind === 'found' && target.document._status === 'draft' && (
                <StatusBadge status="draft" />
              )}
            </button>
          }
        >
          {target.kind === 'found' && (
            <MenuItem icon="edit" onSelect={() => setIsEditing(true)}>
              {t.edit(name)}
            </MenuItem>
          )}
          {!isFixed && (
            <>
              <MenuItem icon="arrowUp" disabled={index === 0} onSelect={() => onMove(index - 1)}>
                {t.moveUp(name)}
              </MenuItem>
              <MenuItem icon="arrowDown" disabled={index === count - 1} onSelect={() => onMove(index + 1)}>
                {t.moveDown(name)}
              </MenuItem>
            </>
          )}
        </Menu>
      )}
      {!isFixed && <IconButton icon="close" size="small" label={t.remove(name)} onClick={onRemove} />}
      {isEditing && target.kind === 'found' && (
        <EditTarget meta={target.meta} id={reference.id} onClose={() => setIsEditing(false)} />
      )}
    </li>
  );
}

/** Chips stand beside and below each other: every arrow key has its direction. */
function stepOf(key: string, isRightToLeft: boolean): -1 | 0 | 1 {
  const forward = isRightToLeft ? 'ArrowLeft' : 'ArrowRight';
  const back = isRightToLeft ? 'ArrowRight' : 'ArrowLeft';
  if (key === 'ArrowDown' || key === forward) return 1;
  return key === 'ArrowUp' || key === back ? -1 : 0;
}

function problemOf({ kind }: Target, t: { missing: string; closed: string; failed: string }): string | null {
  return kind === 'missing' || kind === 'closed' || kind === 'failed' ? t[kind] : null;
}
