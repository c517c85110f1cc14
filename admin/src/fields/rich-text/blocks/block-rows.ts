import type { AdminFieldMeta } from '../../../../../runtime/codegen/admin-meta.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../../runtime/util/json.js';
import type { FormStore } from '../../../documents/form-store.js';
import { copiedRow, rowFields } from '../../../documents/form-values.js';
import { type Path, valueAt } from '../../../documents/path.js';
import { rowOfText, textOfRow } from '../../rows/row-clipboard.js';

/** Where the blocks of a text are in a form. */
export interface BlocksPlace {
  readonly store: FormStore;
  readonly field: AdminFieldMeta;
  readonly path: Path;
  /** They cannot be changed, also where the text can. */
  readonly isClosed: boolean;
}

/** The rows of a form that follow the nodes of a text. */
export interface BlockRows {
  /** Keeps a row for a node that is inserted next. */
  readonly prepare: (row: JsonObject) => void;
  /** The text of a row for the clipboard; null where there is none. */
  readonly textOf: (id: string) => string | null;
  /** The id for a pasted node: that of a row which was cut here, or of a copy; null where nothing fits. */
  readonly take: (id: string | null, text: string | null) => string | null;
  /** The id of a copy of a row, for the second node of one id; null where there is none. */
  readonly copyOf: (id: string) => string | null;
  /** Brings the rows of the form in step with the nodes of the text. */
  readonly follow: (shown: readonly string[]) => void;
  /** Begins with another text and its rows. */
  readonly begin: (shown: readonly string[]) => void;
}

/**
 * A row goes with its node, and comes back when that is undone. Rows that no node has shown are left as they
 * are: a client of the API has written them.
 */
export function createBlockRows(place: () => BlocksPlace | null): BlockRows {
  const spare = new Map<string, JsonObject>();
  let known = new Set<string>();

  const rowsIn = ({ store, path }: BlocksPlace): readonly JsonObject[] => {
    const value = valueAt(store.state().values, path);
    return Array.isArray(value) ? (value as readonly JsonValue[]).filter(isJsonObject) : [];
  };
  const rowOf = (own: BlocksPlace, id: string | null): JsonObject | undefined =>
    rowsIn(own).find((row) => row['id'] === id) ?? spare.get(id ?? '');
  const keep = (row: JsonObject): string => {
    const id = String(row['id']);
    spare.set(id, row);
    return id;
  };

  return {
    prepare: (row) => void keep(row),
    textOf(id) {
      const own = place();
      const row = own === null ? undefined : rowOf(own, id);
      return own === null || row === undefined ? null : textOfRow(own.field, row);
    },
    take(id, text) {
      const own = place();
      if (own === null || own.isClosed) return null;
      const isShown = rowsIn(own).some((row) => row['id'] === id);
      if (id !== null && !isShown && spare.has(id)) return id;
      const pasted = text === null ? null : rowOfText(own.field, text);
      return pasted === null ? null : keep(pasted.row);
    },
    copyOf(id) {
      const own = place();
      const row = own === null ? undefined : rowOf(own, id);
      return own === null || row === undefined ? null : keep(copiedRow(rowFields(own.field, row), row));
    },
    follow(shown) {
      const own = place();
      if (own === null || own.isClosed) return;
      const rows = rowsIn(own);
      const ids = new Set(shown);
      const isGone = (row: JsonObject): boolean => {
        const id = String(row['id']);
        return known.has(id) && !ids.has(id);
      };
      for (const row of rows.filter(isGone)) keep(row);
      const left = rows.filter((row) => !isGone(row));
      const present = new Set(left.map((row) => String(row['id'])));
      const added = [...ids].flatMap((id) => (present.has(id) ? [] : (spare.get(id) ?? [])));
      known = new Set([...known, ...ids]);
      if (added.length > 0 || left.length < rows.length) own.store.setValue(own.path, [...left, ...added]);
    },
    begin(shown) {
      known = new Set(shown);
    },
  };
}
