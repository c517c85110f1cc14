import { useSortable } from '@dnd-kit/sortable';
import { CSS as Transforms } from '@dnd-kit/utilities';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { documentTitle } from '../../documents/document-title.js';
import { type Reference, referenceKey } from '../../documents/reference.js';
import { contentOf } from '../../documents/stored-document.js';
import { FileThumbnail } from '../../files/file-thumbnail.js';
import { useTexts } from '../../i18n/language.js';
import { Badge } from '../../ui/badge.js';
import { classNames } from '../../ui/class-names.js';
import { Icon } from '../../ui/icon.js';
import { Skeleton } from '../../ui/states.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { EditTarget } from './edit-target.js';
import { TargetActions } from './target-actions.js';
import { relationshipTexts } from './texts.js';
import type { Target } from './use-targets.js';

interface TargetRowProps {
  readonly reference: Reference;
  readonly target: Target;
  readonly isPolymorphic: boolean;
  readonly isFixed: boolean;
  /** Set in a list whose order can be changed. */
  readonly place?: { readonly index: number; readonly count: number };
  readonly onMove?: (to: number) => void;
  readonly onRemove: () => void;
}

/** A referenced document: its title with a link, and the actions on the reference. */
export function TargetRow(props: TargetRowProps): ReactNode {
  const { reference, target, isPolymorphic, isFixed, place, onMove, onRemove } = props;
  const [isEditing, setIsEditing] = useState(false);
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } = useSortable({
    id: referenceKey(reference),
    disabled: isFixed || place === undefined,
  });
  const title = target.kind === 'found' ? documentTitle(target.meta, contentOf(target.document)) : null;
  const name = title ?? reference.id;
  const press = (event: KeyboardEvent): void => {
    // A dialog of the row is outside of it.
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (!event.altKey || !isInside || isFixed || place === undefined) return;
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const to = place.index + step;
    if (to >= 0 && to < place.count) onMove?.(to);
  };
  return (
    <li
      ref={setNodeRef}
      className={classNames('target', isDragging && 'row-dragging')}
      data-target={reference.id}
      style={{ transform: Transforms.Translate.toString(transform), transition: transition ?? '' }}
      onKeyDown={press}
    >
      {place !== undefined && !isFixed && (
        <span className="row-handle" ref={setActivatorNodeRef} {...listeners} aria-hidden="true" />
      )}
      {target.kind === 'found' && target.meta.upload !== undefined && (
        <FileThumbnail document={target.document} pixels={40} />
      )}
      <span className="target-text">
        <TargetText target={target} name={name} isUntitled={title === null} />
        {isPolymorphic && (
          <Badge>{target.kind === 'found' ? target.meta.labels.singular : reference.collection}</Badge>
        )}
        {target.kind === 'found' && target.document._status === 'draft' && <StatusBadge status="draft" />}
      </span>
      <TargetActions
        {...{ reference, target, name, isFixed, place, onMove, onRemove }}
        onEdit={() => setIsEditing(true)}
      />
      {isEditing && target.kind === 'found' && (
        <EditTarget meta={target.meta} id={reference.id} onClose={() => setIsEditing(false)} />
      )}
    </li>
  );
}

interface TargetTextProps {
  readonly target: Target;
  readonly name: string;
  readonly isUntitled: boolean;
}

function TargetText({ target, name, isUntitled }: TargetTextProps): ReactNode {
  const t = useTexts(relationshipTexts);
  switch (target.kind) {
    case 'loading':
      return <Skeleton width="9rem" />;
    case 'found':
      return <span className={isUntitled ? 'target-id' : 'target-title'}>{name}</span>;
    case 'missing':
      return <TargetProblem id={name} text={t.missing} />;
    case 'closed':
      return <TargetProblem id={name} text={t.closed} />;
    case 'failed':
      return <TargetProblem id={name} text={t.failed} />;
  }
}

function TargetProblem({ id, text }: { readonly id: string; readonly text: string }): ReactNode {
  return (
    <span className="target-problem">
      <Icon name="alert" />
      <span>
        {text} <code className="target-id">{id}</code>
      </span>
    </span>
  );
}
