import type { AdminCollectionMeta } from '../../../../../runtime/codegen/admin-meta.js';
import { useApi } from '../../../api/api-context.js';
import type { Document, Where } from '../../../api/documents.js';
import { extensionTexts } from '../../../app/extension/texts.js';
import { useFormats } from '../../../i18n/formats.js';
import { useTexts } from '../../../i18n/language.js';
import { documentsByCursor } from '../documents-by-cursor.js';
import type { BulkTargets } from './bulk-run.js';

/** Documents that an action of an extension gets at once. */
const maxDocuments = 1000;

/** Ids in one filter. */
const idsAtOnce = 100;

/**
 * Returns a function that reads the whole documents of a selection: selected ones in the order of the
 * selection, all that match a filter in the order of their ids.
 */
export function useTargetDocuments(
  meta: AdminCollectionMeta,
  targets: BulkTargets,
): () => Promise<readonly Document[]> {
  const api = useApi();
  const t = useTexts(extensionTexts);
  const formats = useFormats();
  return async () => {
    const found: Document[] = [];
    const read = async (query: {
      readonly where: Where | undefined;
      readonly search?: string | undefined;
    }) => {
      for await (const docs of documentsByCursor(api.collection(meta), { ...query, sort: 'id_asc' })) {
        found.push(...docs);
        if (found.length > maxDocuments) throw new Error(t.tooMany(formats.number(maxDocuments)));
      }
    };
    if ('matching' in targets) {
      await read(targets.matching);
      return found;
    }
    const ids = targets.items.map(({ id }) => id);
    if (ids.length > maxDocuments) throw new Error(t.tooMany(formats.number(maxDocuments)));
    for (let begin = 0; begin < ids.length; begin += idsAtOnce)
      await read({ where: { id: { in: ids.slice(begin, begin + idsAtOnce) } } });
    const byId = new Map(found.map((document) => [document.id, document]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  };
}
