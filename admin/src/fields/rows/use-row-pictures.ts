import type { AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../runtime/util/json.js';
import type { Document } from '../../api/documents.js';
import { rowFields } from '../../documents/form-values.js';
import { type Path, valueAt } from '../../documents/path.js';
import { type Reference, referencesOf } from '../../documents/reference.js';
import { useFormState } from '../form-context.js';
import { useTargets } from '../relationship/use-targets.js';

/** Returns the first file of each row by the id of the row; they are read together, where any is wanted. */
export function useRowPictures(
  field: AdminFieldMeta,
  path: Path,
  isWanted: boolean,
): (id: string) => Document | null {
  // A string, so that the selected state stays the same until another file is chosen.
  const found = useFormState(({ values }) => {
    const rows = valueAt(values, path);
    const shown = isWanted && Array.isArray(rows) ? rows.filter(isJsonObject) : [];
    return JSON.stringify(shown.map((row) => [row['id'], firstFile(field, row)]));
  });
  const references = new Map(JSON.parse(found) as readonly (readonly [string, Reference | null])[]);
  const targetOf = useTargets([...references.values()].filter((reference) => reference !== null));
  return (id) => {
    const reference = references.get(id) ?? null;
    const target = reference === null ? null : targetOf(reference);
    return target?.kind === 'found' ? target.document : null;
  };
}

/** In the fields of the row and of its groups. */
function firstFile(field: AdminFieldMeta, row: JsonObject): Reference | null {
  for (const own of rowFields(field, row)) {
    const value: JsonValue = row[own.name] ?? null;
    const found =
      own.type === 'upload'
        ? referencesOf(own, value)[0]
        : own.type === 'group' && isJsonObject(value)
          ? firstFile(own, value)
          : null;
    if (found) return found;
  }
  return null;
}
