import type { ReactNode } from 'react';
import type { AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import type { Document, Value } from '../../api/documents.js';
import { useMeta } from '../../api/meta-context.js';
import { titleOf } from '../../documents/listed-value.js';
import { FileThumbnail } from '../../files/file-thumbnail.js';
import { asList, Few } from '../families/few.js';
import { isMany, noShape, noTitle, plainText } from '../families/plain.js';
import type { CellProps, FieldType } from '../field-type.js';

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
  const shown = asList(value).flatMap((each) => {
    const reference = referenceOf(each, field);
    if (reference === null) return [];
    const { document, collection } = reference;
    const target = collections.find(({ slug }) => slug === collection);
    const name = titleOf(document, target?.useAsTitle ?? 'id') || document.id;
    return [{ name, document, hasFile: target?.upload !== undefined }];
  });
  const names = shown.map(({ name }) => name);
  const pictured = shown.filter(({ hasFile }) => hasFile).slice(0, 2);
  if (pictured.length === 0) return <Few values={names} />;
  return (
    <span className="cell-pictured">
      {pictured.map(({ document }) => (
        <FileThumbnail key={document.id} document={document} pixels={32} />
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
