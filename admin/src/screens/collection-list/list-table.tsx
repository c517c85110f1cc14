import { type MouseEvent, type ReactNode, useRef } from 'react';
import { useLocation } from 'wouter';
import type { AdminCollectionMeta, AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import type { Document } from '../../api/documents.js';
import { paths } from '../../app/paths.js';
import { titleOf } from '../../documents/listed-value.js';
import { FileThumbnail } from '../../files/file-thumbnail.js';
import { pictureOf } from '../../files/picture-field.js';
import { useTexts } from '../../i18n/language.js';
import { Avatar } from '../../ui/avatar.js';
import { classNames } from '../../ui/class-names.js';
import { DateTime } from '../../ui/date-time.js';
import { Icon } from '../../ui/icon.js';
import { Checkbox } from '../../ui/inputs.js';
import { Link } from '../../ui/link.js';
import { Skeleton } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { Cell } from './cell.js';
import { type ColumnWidths, useColumnWidths, widthStyle } from './column-widths.js';
import type { ListField } from './columns.js';
import { nameCutText } from './cut-text.js';
import { FoundText, FoundTitle } from './found-text.js';
import { HeadCell, SelectAll } from './list-head.js';
import { ListedStatus } from './listed-status.js';
import { rowKeys } from './row-keys.js';
import type { Selection } from './selection.js';
import { listTexts } from './texts.js';

interface ListTableProps {
  readonly meta: AdminCollectionMeta;
  readonly columns: readonly ListField[];
  readonly docs: readonly Document[];
  readonly sort: string;
  readonly onSort: (path: string) => void;
  /** Null where the requester has no bulk actions. */
  readonly selection: Selection | null;
  /** Number of placeholder rows while the first page is loading. */
  readonly loadingRows: number;
  /** The previous page is shown while the next one is loading. */
  readonly isStale: boolean;
  /** Whether each row is a card. */
  readonly isCards: boolean;
  /** Whether each card has a picture above its title. */
  readonly hasCovers: boolean;
  /** The field with the picture of each document. */
  readonly picture: AdminFieldMeta | undefined;
}

/** Cards have no columns. */
const unset: ColumnWidths = { of: () => undefined, show: () => undefined, change: () => undefined };

export function ListTable(props: ListTableProps): ReactNode {
  const { meta, columns, docs, selection, loadingRows, isStale, isCards } = props;
  const t = useTexts(listTexts);
  const kept = useColumnWidths(meta.slug);
  const widths = isCards ? unset : kept;
  const isFixed = columns[0] !== undefined && widths.of(columns[0].path) !== undefined;
  const ids = docs.map(({ id }) => id);
  return (
    <Table
      label={meta.labels.plural}
      hint={t.rowKeys}
      className={classNames(
        'list-table',
        selection && 'list-boxed',
        isStale && 'list-stale',
        isCards && 'list-cards',
        isFixed && 'list-fixed',
      )}
      {...rowKeys}
    >
      <thead>
        <tr>
          {selection && <SelectAll ids={ids} selection={selection} />}
          {columns.map((column, index) => (
            <HeadCell
              key={column.path}
              column={column}
              isTitle={index === 0}
              isFirst={index === 0 && selection === null}
              widths={widths}
              sort={props.sort}
              onSort={props.onSort}
            />
          ))}
        </tr>
      </thead>
      <tbody onPointerOver={nameCutText}>
        {loadingRows > 0 && (
          <LoadingRows rows={loadingRows} columns={columns.length} hasBox={selection !== null} />
        )}
        {docs.map((document) => (
          <Row key={document.id} document={document} ids={ids} widths={widths} {...props} />
        ))}
      </tbody>
    </Table>
  );
}

interface RowProps extends ListTableProps {
  readonly document: Document;
  readonly ids: readonly string[];
  readonly widths: ColumnWidths;
}

function Row(props: RowProps): ReactNode {
  const { meta, columns, document, selection, ids, widths, isCards, hasCovers, picture } = props;
  const t = useTexts(listTexts);
  const [, navigate] = useLocation();
  // A click with the shift key also selects the rows in between.
  const isShifted = useRef(false);
  const to = paths.document(meta.slug, document.id);
  const title = titleOf(document, meta.useAsTitle) || t.untitled;
  const shown = isCards ? columns.filter(({ path }) => !cardState.includes(path)) : columns;
  const hasStatus = columns.some(({ path }) => path === '_status');
  const open = (event: MouseEvent): void => {
    const isControl =
      event.target instanceof Element && event.target.closest('a, button, input, label') !== null;
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!isControl && isPlain && getSelection()?.isCollapsed !== false) navigate(to);
  };
  return (
    // A larger target for the pointer. The keyboard uses the link in the first cell.
    <tr onClick={open} data-selected={selection?.has(document.id) || undefined}>
      {selection && (
        <td className="list-box">
          <Checkbox
            aria-label={t.selectRow(title)}
            checked={selection.has(document.id)}
            tabIndex={-1}
            data-stop=""
            onClick={(event) => {
              isShifted.current = event.shiftKey;
            }}
            onChange={(event) =>
              selection.toggle(document.id, event.target.checked, {
                extendFrom: isShifted.current ? ids : null,
              })
            }
          />
        </td>
      )}
      {shown.map((column, index) =>
        index === 0 ? (
          <th key={column.path} scope="row" className="list-title" style={widthStyle(widths.of(column.path))}>
            {hasCovers && <CardCover document={document} field={picture} />}
            <span className="list-title-line">
              {meta.upload !== undefined && <FileThumbnail document={document} pixels={32} />}
              {!hasCovers && <RowPicture document={document} field={picture} title={title} />}
              <Link to={to} className="list-link" data-stop="">
                <FoundTitle title={title} path={meta.useAsTitle} document={document} />
              </Link>
              {!hasStatus && !isCards && (
                <span className="list-badges">
                  <ListedStatus document={document} isQuiet />
                </span>
              )}
            </span>
            {isCards && <CardState document={document} />}
            <FoundText meta={meta} document={document} />
          </th>
        ) : (
          <td
            key={column.path}
            className={column.type === 'number' ? 'cell-end' : undefined}
            style={widthStyle(widths.of(column.path))}
            data-label={column.label}
          >
            <Cell
              slug={meta.slug}
              field={column}
              document={document}
              isBytes={meta.upload !== undefined && column.path === 'filesize'}
            />
          </td>
        ),
      )}
    </tr>
  );
}

interface PictureProps {
  readonly document: Document;
  readonly field: AdminFieldMeta | undefined;
}

/** Where documents have pictures, one without it has its initials: the titles begin in one line. */
function RowPicture({ document, field, title }: PictureProps & { readonly title: string }): ReactNode {
  if (field === undefined) return null;
  const file = pictureOf(document, field);
  return <Avatar name={title} picture={file && <FileThumbnail document={file} pixels={32} />} />;
}

/** Where cards have pictures, one without it has the room of one: the titles of a line begin in one line. */
function CardCover({ document, field }: PictureProps): ReactNode {
  if (field === undefined) return null;
  const file = pictureOf(document, field);
  return (
    <span className="card-cover">
      {file === null ? <Icon name="image" /> : <FileThumbnail document={file} pixels={320} />}
    </span>
  );
}

/** What a card says of its document below the title, whatever its columns are. */
function CardState({ document }: { readonly document: Document }): ReactNode {
  return (
    <span className="card-state">
      <span className="list-badges">
        <ListedStatus document={document} />
      </span>
      {document.updatedAt !== null && <DateTime value={document.updatedAt} style="relative" />}
    </span>
  );
}

/** Columns that a card shows below its title anyway. */
const cardState: readonly string[] = ['_status', 'updatedAt'];

interface LoadingRowsProps {
  readonly rows: number;
  readonly columns: number;
  readonly hasBox: boolean;
}

function LoadingRows({ rows, columns, hasBox }: LoadingRowsProps): ReactNode {
  return Array.from({ length: rows }, (_row, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows have no other key and never move.
    <tr key={row} className="list-loading">
      {hasBox && <td className="list-box" />}
      {Array.from({ length: columns }, (_column, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        <td key={column}>
          <Skeleton width={`${[62, 40, 52, 34][(row + column) % 4]}%`} />
        </td>
      ))}
    </tr>
  ));
}
