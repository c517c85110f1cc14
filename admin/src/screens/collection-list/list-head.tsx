import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { isRightToLeft } from '../../browser/direction.js';
import { useTexts } from '../../i18n/language.js';
import { Icon } from '../../ui/icon.js';
import { Checkbox } from '../../ui/inputs.js';
import { useNotifier } from '../../ui/toast.js';
import { type ColumnWidths, widthStyle } from './column-widths.js';
import type { ListField } from './columns.js';
import { sortDirection } from './list-state.js';
import type { Selection } from './selection.js';
import { listTexts } from './texts.js';

interface HeadCellProps {
  readonly column: ListField;
  readonly isTitle: boolean;
  /** Whether the row of heads is entered here by Tab. */
  readonly isFirst: boolean;
  readonly sort: string;
  readonly onSort: (path: string) => void;
  readonly widths: ColumnWidths;
}

/** How far an arrow key moves the edge of a column, in pixels. */
const step = 16;

/** The head of a column: it sorts, and is made wider or narrower by its edge or by Shift and arrow keys. */
export function HeadCell({ column, isTitle, isFirst, sort, onSort, widths }: HeadCellProps): ReactNode {
  const t = useTexts(listTexts);
  const { announce } = useNotifier();
  const cell = useRef<HTMLTableCellElement>(null);
  const { path, label, sortable, type } = column;
  const direction = sortDirection(path, sort);
  const className = isTitle ? 'list-title-head' : type === 'number' ? 'cell-end' : undefined;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.shiftKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    event.preventDefault();
    const isWider = (event.key === 'ArrowRight') === !isRightToLeft(cell.current);
    const width = Math.round(widthOf(cell.current) + (isWider ? step : -step));
    widths.change(path, width);
    announce(t.columnWidth(label, width));
  };
  const tabIndex = isFirst ? 0 : -1;
  return (
    <th
      ref={cell}
      scope="col"
      aria-sort={direction}
      className={className}
      style={widthStyle(widths.of(path))}
      onKeyDown={onKeyDown}
      {...(!sortable && { tabIndex, 'data-stop': '' })}
    >
      {sortable ? (
        <button
          type="button"
          className="list-sort"
          title={t.sortBy(label)}
          aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
          tabIndex={tabIndex}
          data-stop=""
          onClick={() => onSort(path)}
        >
          {label}
          <Icon
            name={direction === 'descending' ? 'arrowDown' : 'arrowUp'}
            className={direction === undefined ? 'list-sort-idle' : 'list-sort-on'}
          />
        </button>
      ) : (
        label
      )}
      <Edge
        cell={cell}
        onDrag={(width) => widths.show(path, width)}
        onChange={(width) => widths.change(path, width)}
      />
    </th>
  );
}

interface EdgeProps {
  readonly cell: React.RefObject<HTMLTableCellElement | null>;
  /** Gets each width on the way to the one that is chosen. */
  readonly onDrag: (width: number) => void;
  /** Gets the chosen width; null, on a double click: as wide as its content. */
  readonly onChange: (width: number | null) => void;
}

/** The edge of a column, for the pointer alone. */
function Edge({ cell, onDrag, onChange }: EdgeProps): ReactNode {
  const drag = useRef<{ readonly from: number; readonly width: number; chosen: number | null } | null>(null);
  const onPointerMove = ({ clientX }: PointerEvent): void => {
    if (drag.current === null) return;
    const moved = clientX - drag.current.from;
    drag.current.chosen = drag.current.width + (isRightToLeft(cell.current) ? -moved : moved);
    onDrag(drag.current.chosen);
  };
  const end = (): void => {
    const chosen = drag.current?.chosen ?? null;
    drag.current = null;
    if (chosen !== null) onChange(chosen);
  };
  return (
    <span
      className="list-edge"
      aria-hidden="true"
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { from: event.clientX, width: widthOf(cell.current), chosen: null };
      }}
      onPointerMove={onPointerMove}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => onChange(null)}
    />
  );
}

function widthOf(cell: HTMLElement | null): number {
  return cell?.getBoundingClientRect().width ?? 0;
}

interface SelectAllProps {
  readonly ids: readonly string[];
  readonly selection: Selection;
}

/** Selects the rows of the page, or none of them. */
export function SelectAll({ ids, selection }: SelectAllProps): ReactNode {
  const t = useTexts(listTexts);
  const chosen = ids.filter(selection.has).length;
  const isAll = ids.length > 0 && chosen === ids.length;
  return (
    <th scope="col" className="list-box">
      <Checkbox
        aria-label={t.selectAll}
        title={t.selectAll}
        checked={isAll}
        isMixed={chosen > 0 && !isAll}
        disabled={ids.length === 0}
        data-stop=""
        onChange={(event) => selection.setMany(ids, event.target.checked)}
      />
    </th>
  );
}
