import { type ReactNode, useRef } from 'react';
import type { Reference } from '../../documents/reference.js';
import { useTexts } from '../../i18n/language.js';
import { IconButton } from '../../ui/button.js';
import { useRoving } from '../../ui/roving.js';
import { EditFile } from '../file/edit-file.js';
import { relationshipTexts } from './texts.js';
import type { Target } from './use-targets.js';

interface TargetActionsProps {
  readonly reference: Reference;
  readonly target: Target;
  readonly name: string;
  readonly isFixed: boolean;
  /** Set in a list whose order can be changed. */
  readonly place?: { readonly index: number; readonly count: number } | undefined;
  readonly onMove?: ((to: number) => void) | undefined;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

/** The buttons of a referenced document: one stop of Tab, with arrow keys between them. */
export function TargetActions(props: TargetActionsProps): ReactNode {
  const { reference, target, name, isFixed, place, onMove, onEdit, onRemove } = props;
  const t = useTexts(relationshipTexts);
  const bar = useRef<HTMLSpanElement>(null);
  const roving = useRoving(bar);
  const meta = target.kind === 'found' ? target.meta : undefined;
  const canEdit = meta !== undefined && (meta.upload === undefined || meta.can.update !== false);
  const canMove = place !== undefined && place.count > 1 && !isFixed;
  const afterEdit = canEdit ? 1 : 0;
  const afterMove = afterEdit + (canMove ? 2 : 0);
  const count = afterMove + (isFixed ? 0 : 1);
  if (count === 0) return null;
  // There are other buttons once the document is loaded.
  const stopAt = (index: number) => roving.stopAt(index, count);
  return (
    <span
      ref={bar}
      className="row-actions"
      role="toolbar"
      aria-label={t.actions(name)}
      onKeyDown={roving.onKeyDown}
    >
      {canEdit && meta.upload !== undefined && (
        <EditFile meta={meta} id={reference.id} title={name} {...stopAt(0)} />
      )}
      {canEdit && meta.upload === undefined && (
        <IconButton icon="edit" size="small" label={t.edit(name)} {...stopAt(0)} onClick={onEdit} />
      )}
      {canMove && (
        <>
          <IconButton
            icon="arrowUp"
            size="small"
            label={t.moveUp(name)}
            disabled={place.index === 0}
            {...stopAt(afterEdit)}
            onClick={() => onMove?.(place.index - 1)}
          />
          <IconButton
            icon="arrowDown"
            size="small"
            label={t.moveDown(name)}
            disabled={place.index === place.count - 1}
            {...stopAt(afterEdit + 1)}
            onClick={() => onMove?.(place.index + 1)}
          />
        </>
      )}
      {!isFixed && (
        <IconButton
          icon="close"
          size="small"
          label={t.remove(name)}
          {...stopAt(afterMove)}
          onClick={onRemove}
        />
      )}
    </span>
  );
}
