import type { ReactNode } from 'react';
import type { AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import type { Document, Value } from '../../api/documents.js';
import { useMeta } from '../../api/meta-context.js';
import { titleOf } from '../../documents/listed-value.js';
import { FileThumbnail } from '../../files/file-thumbnail.js';
import { pictureField } from '../../files/picture-field.js';
import { asList, Few } from '../families/few.js';
import { isMany, noShape, noTitle, plainText } from '../families/plain.js';
import type { CellProps, FieldType } from '../field-type.js';
import { usePictures } from '../relationship/pictures-context.js';

/** One or several documents of other collections. */
export const relationship: FieldType = {
  isText: false,
  Cell: RelationshipCell,
  operand: (_field, operator) => (isMany(operator) ? 'references' : 'reference'),
  text: plainText,
  title: noTitle,
  widget: () => 'relationship',
  hasRequiredProperty: false,
  shape: noShape,
  room: () => 'half',
};

/**
 * The titles of related documents. Documents that are deleted or not readable for the requester are missing.
 */
function RelationshipCell({ field, value }: CellProps): ReactNode {
  const { collections } = useMeta();
  const pictureAt = usePictures();
  const shown = asList(value).flatMap((each) => {
    const reference = referenceOf(each, field);
    if (reference === null) return [];
    const { document, collection } = reference;
    const target = collections.find(({ slug }) => slug === collection);
    const name = titleOf(document, target?.useAsTitle ?? 'id') || document.id;
    if (target?.upload !== undefined) return [{ name, picture: document }];
    const own = target && pictureField(target);
    const [id, slug] = [own && document[own.name], own?.to?.[0]];
    const found = typeof id === 'string' && slug !== undefined ? pictureAt({ collection: slug, id }) : null;
    return [{ name, picture: found }];
  });
  const names = shown.map(({ name }) => name);
  const pictures = shown.flatMap(({ picture }) => picture ?? []).slice(0, 2);
  if (pictures.length === 0) return <Few values={names} />;
  return (
    <span className="cell-pictured">
      {pictures.map((picture) => (
        <FileThumbnail key={picture.id} document={picture} pixels={32} />
      ))}
      <Few values={names} />
    </span>
  );
}

function referenceOf(value: Value, field: AdminFieldMeta): { collection: string; document: Document } | null {
  if (typeof value !== 'object' || value === null) return null;
  // Populated, as the API returns it with depth 1.
  const found = value as { readonly collection?: string; readonly doc?: Document | null };
  if (!field.polymorphic) return { collection: field.to?.[0] ?? '', document: value as unknown as Document };
  return found.doc ? { collection: found.collection ?? '', document: found.doc } : null;
}
