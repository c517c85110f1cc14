import type { ReactNode } from 'react';
import type { Document } from '../../api/documents.js';
import { FailedCell, OwnCell, useOwnCell } from '../../app/extension/own-cell.js';
import { Piece } from '../../app/extension/piece.js';
import { valueAt } from '../../documents/listed-value.js';
import { fieldTypeOf } from '../../fields/types/index.js';
import { useFormats } from '../../i18n/formats.js';
import { DateTime } from '../../ui/date-time.js';
import type { ListField } from './columns.js';
import { ListedStatus } from './listed-status.js';

interface CellProps {
  /** Of the collection. */
  readonly slug: string;
  readonly field: ListField;
  readonly document: Document;
  /** A number of bytes. */
  readonly isBytes?: boolean;
}

/** Times that the service notes. */
const happened: ReadonlySet<string> = new Set(['createdAt', 'updatedAt']);

/** A value in a table row. */
export function Cell({ slug, field, document, isBytes = false }: CellProps): ReactNode {
  const formats = useFormats();
  const own = useOwnCell(slug, field.path);
  if (field.path === '_status') return <ListedStatus document={document} />;
  const value = valueAt(document, field.path);
  if (own !== null) {
    return (
      <Piece name={field.label} failed={<FailedCell />}>
        <OwnCell cell={own} value={value} document={document} />
      </Piece>
    );
  }
  if (value === null || value === undefined || value === '') return <span className="cell-empty">–</span>;
  if (isBytes && typeof value === 'number') return formats.bytes(value);
  // When something has happened; dates of the content itself are written in full.
  if (happened.has(field.path)) return <DateTime value={String(value)} style="relative" />;
  const { Cell: ValueCell } = fieldTypeOf(field);
  return ValueCell && <ValueCell field={field} value={value} />;
}
