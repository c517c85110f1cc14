import type { ReactNode } from 'react';
import type { CellProps, Component } from '../../../../runtime/extension/extension-types.js';
import type { JsonValue } from '../../../../runtime/util/json.js';
import { useTexts } from '../../i18n/language.js';
import { drawn } from './piece.js';
import { useExtension } from './store.js';
import { extensionTexts } from './texts.js';

type Cell = Component<CellProps>;

type Cells = Readonly<Record<string, Readonly<Record<string, Cell | undefined>> | undefined>>;

/** The cell of an extension for a field; null without one. */
export function useOwnCell(slug: string, path: string): Cell | null {
  const cells = useExtension().cells as Cells | undefined;
  const own = cells !== undefined && Object.hasOwn(cells, slug) ? cells[slug] : undefined;
  return own !== undefined && Object.hasOwn(own, path) ? (own[path] ?? null) : null;
}

interface OwnCellProps {
  readonly cell: Cell;
  readonly value: JsonValue | undefined;
  readonly document: { readonly id: string };
}

export function OwnCell({ cell, value, document }: OwnCellProps): ReactNode {
  const Own = drawn(cell);
  return <Own value={value} document={document} />;
}

/** Instead of a cell that has failed: a table has no room for more. */
export function FailedCell(): ReactNode {
  const t = useTexts(extensionTexts);
  return <span className="cell-empty">{t.cellFailed}</span>;
}
