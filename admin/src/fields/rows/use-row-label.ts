import type { AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import { isJsonObject } from '../../../../runtime/util/json.js';
import { rowFields } from '../../documents/form-values.js';
import { type Path, valueAt } from '../../documents/path.js';
import { useFormState } from '../form-context.js';
import { called, useConfigFunctions } from '../layout/config-functions.js';
import { rowTitle } from './row-title.js';

/** What a row is called: by the config, else its first text. Empty if there is none. */
export function useRowLabel(field: AdminFieldMeta, blockType: string | null, path: Path): string {
  const functions = useConfigFunctions();
  const block = field.blocks?.find(({ slug }) => slug === blockType);
  const { rowLabel, rowLabelFunction } = block ?? field;
  return useFormState(({ values }) => {
    const row = valueAt(values, path);
    if (rowLabelFunction !== undefined && isJsonObject(row)) {
      const context = { index: Number(path.at(-1)) };
      const made = called(functions?.[rowLabelFunction], [row, context], null);
      if (typeof made === 'string' && made.trim() !== '') return made;
    }
    const named = rowFields(field, row).filter(({ name }) => name === rowLabel);
    const own = named.length === 0 ? '' : rowTitle({ ...field, type: 'array', fields: named }, row);
    return own === '' ? rowTitle(field, row) : own;
  });
}
