import type { CollectionDescriptor } from '../codegen/descriptors.js';
import { patternOfDocument } from '../query/read-pattern.js';
import type { ReadSource } from '../storage/driver.js';
import type { DocumentEnvironment } from './document-environment.js';
import { createDocumentWrites } from './document-operations.js';
import type { DocumentType } from './document-type.js';
import { notFound } from './not-found.js';
import type { CollectionOperations, CollectionReads, CollectionWrites, DocumentResult } from './operation.js';
import { aggregateDocuments } from './read/aggregate-documents.js';
import { findMatching, findRanked, type ListSources, listPage } from './read/list-documents.js';
import { accessOf } from './read/read-rights.js';
import { previewDeletion, previewDeletions } from './relations/preview-deletion.js';
import type { ReferrerMap } from './relations/referrers.js';
import { usesOf } from './relations/usage.js';
import type { TypesByName } from './trash/return-references.js';
import { createTrash } from './trash/trash-operations.js';
import type { ReturnedDocument } from './write/answer-write.js';
import { removeDocument } from './write/delete-documents.js';
import { findByKey } from './write/unique-key.js';

/** The sources that the operations of all collections share. */
export interface CollectionSources extends ListSources {
  readonly environment: DocumentEnvironment;
  readonly referrers: ReferrerMap;
  /** All types by name: `posts`, `globals.site`. */
  readonly types: TypesByName;
  /** The same for another read source. */
  sourcesOn(source: ReadSource): ListSources;
}

/** The reads of a collection, from the database or from a replica of it. */
export function createCollectionReads(
  descriptor: CollectionDescriptor,
  { type, sources }: { readonly type: DocumentType; readonly sources: ListSources },
): CollectionReads {
  return {
    list: (plan, context) => listPage({ sources, type }, { requested: plan, context }),
    search: (plan, context) => findRanked({ sources, type }, { requested: plan, context }),
    aggregate: (plan, context) => aggregateDocuments({ sources, type }, plan, context),
    async read(id, plan, context) {
      const { reader, slowReads } = sources;
      const read = (): Promise<DocumentResult | null> => reader.readById(type, id, plan.shape, context);
      const found =
        slowReads === null
          ? await read()
          : await slowReads.watch(descriptor.slug, read, () => patternOfDocument(plan.shape));
      if (found === null) throw notFound(descriptor.slug, id);
      return found;
    },
  };
}

export function createCollectionOperations(
  descriptor: CollectionDescriptor,
  {
    type,
    sources,
    returns = 'document',
  }: {
    readonly type: DocumentType;
    readonly sources: CollectionSources;
    readonly returns?: ReturnedDocument;
  },
): CollectionOperations {
  const { environment, referrers, reader, naming } = sources;
  const { driver } = environment;
  const trash = createTrash(type, { environment, reader, types: sources.types, returns });
  return {
    descriptor,
    ...createCollectionReads(descriptor, { type, sources }),
    ...createDocumentWrites({ environment, type, reader, returns }),
    async delete(intent, context) {
      accessOf(environment, context);
      if (trash !== null && intent.isPermanent === true && (await trash.has(intent.id))) {
        await trash.purge(intent, context);
      } else await removeDocument({ environment, referrers, type }, { intent, context });
    },
    ...(trash !== null && { trash }),
    previewDeletion: (id, context) =>
      previewDeletion(driver, referrers, { type, id, access: accessOf(environment, context) }),
    previewDeletions: (ids, context) =>
      previewDeletions(driver, referrers, { type, ids, access: accessOf(environment, context) }),
    usesOf: (id, range, context) =>
      usesOf(driver, naming, { slug: descriptor.slug, id, access: accessOf(environment, context) }, range),
    ...(descriptor.builtIn === undefined && {
      many: {
        matching: async (plan, context) => findMatching({ sources, type }, { requested: plan, context }),
      },
    }),
  };
}

/** The writes of a collection as steps of a transaction. */
export function createJoinedWrites(
  descriptor: CollectionDescriptor,
  parts: {
    readonly type: DocumentType;
    readonly sources: CollectionSources;
    readonly returns: ReturnedDocument;
  },
): CollectionWrites {
  const { type, sources } = parts;
  const { write, delete: remove, trash } = createCollectionOperations(descriptor, parts);
  return {
    write,
    delete: remove,
    ...(trash && { trash }),
    matching: async (plan, context) => findMatching({ sources, type }, { requested: plan, context }),
    findByKey: (key) => findByKey(sources.environment.driver, type, key),
  };
}
