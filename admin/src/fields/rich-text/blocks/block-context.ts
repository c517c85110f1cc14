import { createContext, useContext } from 'react';
import type { AdminFieldMeta } from '../../../../../runtime/codegen/admin-meta.js';
import { isJsonObject, type JsonValue } from '../../../../../runtime/util/json.js';
import { type Path, valueAt } from '../../../documents/path.js';
import { useFormState } from '../../form-context.js';

/** What the card of a block knows of the text around it. */
export interface BlockContextValue {
  /** The blocks field. */
  readonly field: AdminFieldMeta;
  readonly path: Path;
  readonly isClosed: boolean;
  /** Opens the fields of a block. */
  readonly onOpen: (id: string) => void;
}

const BlockContext = createContext<BlockContextValue | null>(null);

export const BlockProvider = BlockContext.Provider;

export function useBlocks(): BlockContextValue | null {
  return useContext(BlockContext);
}

/** A row of a form. */
export interface PlacedRow {
  readonly path: Path;
  readonly blockType: string;
}

/** Returns the row with an id; null if there is none. */
export function useRow(list: Path, id: string): PlacedRow | null {
  // A string, so that the selected state stays the same while the row is typed into.
  const found = useFormState(({ values }) => {
    const rows = valueAt(values, list);
    if (!Array.isArray(rows)) return null;
    const index = rows.findIndex((row: JsonValue) => isJsonObject(row) && row['id'] === id);
    return index < 0 ? null : `${index} ${String((rows[index] as { blockType?: JsonValue }).blockType)}`;
  });
  if (found === null) return null;
  const [index = '', blockType = ''] = found.split(' ');
  return { path: [...list, Number(index)], blockType };
}
