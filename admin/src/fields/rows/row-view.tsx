import { useSortable } from '@dnd-kit/sortable';
import { CSS as Transforms } from '@dnd-kit/utilities';
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import type { AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import { isJsonObject } from '../../../../runtime/util/json.js';
import type { Document } from '../../api/documents.js';
import { rowFields, rowLayout } from '../../documents/form-values.js';
import { type Path, valueAt } from '../../documents/path.js';
import { FileThumbnail } from '../../files/file-thumbnail.js';
import { useTexts } from '../../i18n/language.js';
import { IconButton } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import { Icon } from '../../ui/icon.js';
import { Menu, MenuItem } from '../../ui/menu.js';
import { useRoving } from '../../ui/roving.js';
import { FieldList } from '../field-view.js';
import { inputId, useErrorBelow, useFieldKey, useForm, useFormState } from '../form-context.js';
import { signOf } from './block-sign.js';
import { InsertHere } from './insert-here.js';
import { rowSummary } from './row-summary.js';
import { rowTexts } from './texts.js';
import { useRowLabel } from './use-row-label.js';

export interface RowActions {
  /** Inserts a new row, after the kind of a block was chosen. */
  readonly insertAt: (index: number) => void;
  readonly copy: (index: number) => void;
  readonly pasteAt: (index: number) => void;
  readonly duplicate: (index: number) => void;
  readonly remove: (index: number) => void;
  readonly move: (from: number, to: number) => void;
}

interface RowViewProps {
  readonly id: string;
  /** The field of the list. */
  readonly field: AdminFieldMeta;
  /** Path of the row. */
  readonly path: Path;
  readonly place: { readonly index: number; readonly count: number };
  readonly isFolded: boolean;
  /** The first file in the row, which it shows while it is folded. */
  readonly picture: Document | null;
  readonly isFixed: boolean;
  readonly isFull: boolean;
  readonly onToggle: () => void;
  readonly actions: RowActions;
}

/** One row: a header that folds, drags and moves it, and its fields. */
export function RowView(props: RowViewProps): ReactNode {
  const { id, field, path, place, isFolded, picture, isFixed, isFull, onToggle, actions } = props;
  const { index, count } = place;
  const t = useTexts(rowTexts);
  const { formId } = useForm();
  const key = useFieldKey(path);
  const panel = useId();
  const hasError = useErrorBelow(path);
  const ownError = useFormState(({ errors }) => errors.find((error) => error.key === key)?.message);
  const blockType = useFormState(({ values }) => {
    const row = valueAt(values, path);
    return isJsonObject(row) && typeof row['blockType'] === 'string' ? row['blockType'] : null;
  });
  const title = useRowLabel(field, blockType, path);
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } = useSortable({
    id,
    disabled: isFixed,
  });
  const bar = useRef<HTMLSpanElement>(null);
  const roving = useRoving(bar);
  const isOpen = !isFolded || hasError;
  const summary = useFormState(({ values }) => (isOpen ? '' : rowSummary(field, valueAt(values, path))));
  const block = field.blocks?.find(({ slug }) => slug === blockType);
  const name = t.rowName(index + 1, [block?.label, title].filter(Boolean).join(' · '));
  const press = (event: KeyboardEvent): void => {
    if (!event.altKey || isFixed || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    const to = index + (event.key === 'ArrowUp' ? -1 : 1);
    if (to >= 0 && to < count) actions.move(index, to);
  };
  return (
    <li
      ref={setNodeRef}
      className={classNames('row', isDragging && 'row-dragging', hasError && 'row-invalid')}
      data-row={id}
      id={inputId(formId, key)}
      tabIndex={-1}
      style={{ transform: Transforms.Translate.toString(transform), transition: transition ?? '' }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the shortcut works on every button of the head, and each has its own name. */}
      <div className="row-head" onKeyDown={press}>
        {!isFixed && (
          <span className="row-handle" ref={setActivatorNodeRef} {...listeners} aria-hidden="true" />
        )}
        <button
          type="button"
          className="row-toggle"
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={onToggle}
        >
          <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} mirrored />
          <span className="row-number">
            <span className="visually-hidden">{t.row} </span>
            {index + 1}
          </span>
          {!isOpen && picture !== null ? (
            <FileThumbnail document={picture} pixels={24} />
          ) : (
            block !== undefined && (
              <span className="row-sign">
                <Icon name={signOf(block)} />
              </span>
            )
          )}
          {block !== undefined && <span className="row-kind">{block.label}</span>}
          <span className="row-title">{title}</span>
          {summary !== '' && <span className="row-summary">{summary}</span>}
        </button>
        {!isFixed && (
          <span
            ref={bar}
            className="row-actions"
            role="toolbar"
            aria-label={t.actions(name)}
            onKeyDown={roving.onKeyDown}
          >
            <IconButton
              icon="arrowUp"
              size="small"
              label={t.moveUp(name)}
              disabled={index === 0}
              {...roving.stopAt(0)}
              onClick={() => actions.move(index, index - 1)}
            />
            <IconButton
              icon="arrowDown"
              size="small"
              label={t.moveDown(name)}
              disabled={index === count - 1}
              {...roving.stopAt(1)}
              onClick={() => actions.move(index, index + 1)}
            />
            <Menu
              trigger={<IconButton icon="more" size="small" label={t.more(name)} {...roving.stopAt(2)} />}
            >
              <MenuItem icon="copy" onSelect={() => actions.copy(index)}>
                {t.copy}
              </MenuItem>
              <MenuItem disabled={isFull} onSelect={() => actions.pasteAt(index + 1)}>
                {t.pasteBelow}
              </MenuItem>
              <MenuItem disabled={isFull} onSelect={() => actions.duplicate(index)}>
                {t.duplicate}
              </MenuItem>
              <MenuItem icon="add" disabled={isFull} onSelect={() => actions.insertAt(index + 1)}>
                {t.insertBelow}
              </MenuItem>
              <MenuItem icon="arrowUp" disabled={index === 0} onSelect={() => actions.move(index, 0)}>
                {t.moveToTop}
              </MenuItem>
              <MenuItem
                icon="arrowDown"
                disabled={index === count - 1}
                onSelect={() => actions.move(index, count - 1)}
              >
                {t.moveToBottom}
              </MenuItem>
              <MenuItem icon="trash" isDanger onSelect={() => actions.remove(index)}>
                {t.remove}
              </MenuItem>
            </Menu>
          </span>
        )}
      </div>
      {ownError !== undefined && (
        <p className="field-error row-error">
          <Icon name="alert" />
          <span>{ownError}</span>
        </p>
      )}
      {!isFixed && !isFull && index < count - 1 && (
        <InsertHere label={t.insertAfter(name)} onClick={() => actions.insertAt(index + 1)} />
      )}
      <div className="row-body" id={panel} hidden={!isOpen}>
        {isOpen && (
          <FieldList
            fields={rowFields(field, blockType === null ? null : { blockType })}
            layout={rowLayout(field, blockType)}
            path={path}
          />
        )}
      </div>
    </li>
  );
}
