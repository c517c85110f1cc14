import { type ReactNode, useMemo } from 'react';
import type { Document } from '../../api/documents.js';
import { useMeta } from '../../api/meta-context.js';
import { valueAt } from '../../documents/listed-value.js';
import { isRelation, type Reference } from '../../documents/reference.js';
import { PicturesContext } from '../../fields/relationship/pictures-context.js';
import { useTargets } from '../../fields/relationship/use-targets.js';
import { pictureField } from '../../files/picture-field.js';
import type { ListField } from './columns.js';

interface RelatedPicturesProps {
  readonly columns: readonly ListField[];
  readonly docs: readonly Document[];
  readonly children: ReactNode;
}

/** Reads the pictures of the documents that a list refers to. */
export function RelatedPictures({ columns, docs, children }: RelatedPicturesProps): ReactNode {
  const { collections } = useMeta();
  const references = useMemo(() => {
    return columns.flatMap((column): readonly Reference[] => {
      const target = collections.find(({ slug }) => slug === column.to?.[0]);
      if (target === undefined || !isRelation(column) || column.polymorphic) return [];
      const field = target.upload === undefined ? pictureField(target) : undefined;
      const collection = field?.to?.[0];
      if (field === undefined || collection === undefined) return [];
      return docs
        .flatMap((document) => valueAt(document, column.path) ?? [])
        .flatMap((related) => {
          const id = pictureIdOf(related, field.name);
          return id === null ? [] : [{ collection, id }];
        });
    });
  }, [columns, docs, collections]);
  const targetOf = useTargets(references);
  return (
    <PicturesContext
      value={(reference) => {
        const target = targetOf(reference);
        return target.kind === 'found' ? target.document : null;
      }}
    >
      {children}
    </PicturesContext>
  );
}

/** Related documents are read without their own relations, which are ids. */
function pictureIdOf(related: unknown, name: string): string | null {
  if (typeof related !== 'object' || related === null) return null;
  const id = (related as Readonly<Record<string, unknown>>)[name];
  return typeof id === 'string' ? id : null;
}
