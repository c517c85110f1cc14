import type { ContractDescriptor, DocumentDescriptor, FieldDescriptor } from '../../codegen/descriptors.js';
import type { StructuredField } from '../../fields/field-descriptor.js';
import { isStructured } from '../../fields/structured.js';

/** On what the response to a read depends in addition to the data and the requester's role or scopes. */
export interface Dependence {
  /** A callback or hook of the config, which may return anything. */
  readonly onCode: boolean;
  /** Who the requester is. */
  readonly onUser: boolean;
}

/** The dependence of reads of a collection or global. */
export interface Reach {
  /** Of reads that neither show documents of other collections nor look at them. */
  readonly alone: Dependence;
  /** Of all reads. */
  readonly related: Dependence;
}

/** Finds the reach of every collection and global. */
export function createReach(
  { collections, globals }: Pick<ContractDescriptor, 'collections' | 'globals'>,
  isComputed: (document: DocumentDescriptor) => boolean,
): ReadonlyMap<DocumentDescriptor, Reach> {
  const bySlug = new Map(collections.map((collection) => [collection.slug, collection]));
  const ownOf = (document: DocumentDescriptor): Dependence => ({
    onCode: document.access?.read === 'callback' || isComputed(document),
    onUser: document.kind === 'collection' && document.builtIn === 'users',
  });

  function collect(document: DocumentDescriptor, found: Set<DocumentDescriptor>): Set<DocumentDescriptor> {
    if (found.has(document)) return found;
    found.add(document);
    for (const slug of relatedSlugs(document.fields)) {
      const related = bySlug.get(slug);
      if (related !== undefined) collect(related, found);
    }
    return found;
  }

  return new Map(
    [...collections, ...globals].map((document) => {
      const all = [...collect(document, new Set())].map(ownOf);
      const related: Dependence = {
        onCode: all.some(({ onCode }) => onCode),
        onUser: all.some(({ onUser }) => onUser),
      };
      return [document, { alone: ownOf(document), related }];
    }),
  );
}

/** The collections to which fields lead. */
function relatedSlugs(fields: readonly FieldDescriptor[]): readonly string[] {
  return fields.filter(isStructured).flatMap(slugsBehind);
}

function slugsBehind(field: StructuredField): readonly string[] {
  switch (field.type) {
    case 'relationship':
    case 'upload':
      return field.to;
    case 'join':
      return [field.collection];
    case 'group':
    case 'array':
      return relatedSlugs(field.fields);
    case 'blocks':
      return field.blocks.flatMap((block) => relatedSlugs(block.fields));
  }
}
