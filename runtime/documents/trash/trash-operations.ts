import { refuseDeniedRight } from '../../access/denied-right.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { DocumentEnvironment } from '../document-environment.js';
import type { DocumentType } from '../document-type.js';
import type { CollectionTrash } from '../operation.js';
import type { OperationContext } from '../operation-context.js';
import type { DocumentReader } from '../read/document-reader.js';
import { accessOf } from '../read/read-rights.js';
import type { ReturnedDocument } from '../write/answer-write.js';
import { placeOf, type TrashPlace } from './find-trashed.js';
import { listTrash, readTrashed, visibleIds } from './list-trash.js';
import { purgeSome, purgeTrashed } from './purge-trash.js';
import { restoreTrashed } from './restore-trashed.js';
import type { TypesByName } from './return-references.js';

/** What the trash of a collection needs. */
export interface TrashSources {
  readonly environment: DocumentEnvironment;
  readonly reader: DocumentReader;
  readonly types: TypesByName;
  readonly returns: ReturnedDocument;
}

/** Max documents that one request deletes for good. */
export const maxEmptied = 1_000;

/** Documents that are deleted in one transaction: a larger one would hold up all other writes. */
const batch = 200;

/** The operations on the trash of a collection; null where it has none. */
export function createTrash(type: DocumentType, sources: TrashSources): CollectionTrash | null {
  const place = placeOf(type);
  return place === null ? null : trashOf(place, sources);
}

function trashOf(place: TrashPlace, sources: TrashSources): CollectionTrash {
  const { environment } = sources;
  const target = { ...place, ...sources };
  const reading = { ...place, reader: sources.reader, connection: environment.driver };
  const secured = (context: OperationContext): OperationContext => {
    accessOf(environment, context);
    return context;
  };

  return {
    list: async (plan, context) => listTrash(reading, { plan, context: secured(context) }),
    read: async (id, context) => readTrashed(reading, { id, context: secured(context) }),
    restore: async (intent, context) => restoreTrashed(target, { intent, context: secured(context) }),
    purge: async (intent, context) => purgeTrashed(target, { intent, context: secured(context) }),
    async empty({ effectsFor }, context) {
      const access = accessOf(environment, context);
      refuseDeniedRight(access, { descriptor: place.descriptor, rights: ['delete', 'purge'] });
      const { ids, left } = await visibleIds(reading, { context, limit: maxEmptied });
      let purged = 0;
      for (let at = 0; at < ids.length; at += batch) {
        const some = ids.slice(at, at + batch);
        purged += await purgeSome(target, { ids: some, context, ...(effectsFor && { effectsFor }) });
      }
      return { purged, left };
    },
    has: async (id) => (await place.trash.find(environment.driver, id)) !== null,
    async purgeOlder({ until, max, skip, effectsFor, failed }, context) {
      const rows = await environment.driver.all(
        `SELECT "id" FROM ${quoteIdentifier(place.trash.table)} WHERE "_deletedAt" <= ? ` +
          `ORDER BY "_deletedAt", "id" LIMIT ${max} OFFSET ${skip}`,
        [until],
      );
      const ids = rows.map(({ id }) => String(id));
      const { beforeDelete, afterDelete } = place.type.hooks;
      // A hook that fails for one document must not keep the others.
      const size = beforeDelete.length + afterDelete.length > 0 ? 1 : batch;
      let purged = 0;
      for (let at = 0; at < ids.length; at += size) {
        const some = { ids: ids.slice(at, at + size), context, ...(effectsFor && { effectsFor }) };
        try {
          purged += await purgeSome(target, some);
        } catch (error) {
          failed(error);
        }
      }
      return { found: ids.length, purged };
    },
  };
}
