import { Fragment, type ReactNode } from 'react';
import type { AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import type { Document, Value } from '../../api/documents.js';
import { useMeta } from '../../api/meta-context.js';
import { titleOf } from '../../documents/listed-value.js';
import { FileThumbnail } from '../../files/file-thumbnail.js';
import { pictureField } from '../../files/picture-field.js';
import { Avatar } from '../../ui/avatar.js';
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
  const shown = asList(value).flatMap((each): readonly Shown[] => {
    const reference = referenceOf(each, field);
    if (reference === null) return [];
    const { document, collection } = reference;
    const target = collections.find(({ slug }) => slug === collection);
    const name = titleOf(document, target?.useAsTitle ?? 'id') || document.id;
    const key = document.id;
    if (target?.upload !== undefined) {
      return [{ key, name, picture: <FileThumbnail document={document} pixels={32} /> }];
    }
    const own = target && pictureField(target);
    if (own === undefined) return [{ key, name, picture: null }];
    const [id, slug] = [document[own.name], own.to?.[0]];
    const found = typeof id === 'string' && slug !== undefined ? pictureAt({ collection: slug, id }) : null;
    const file = found && <FileThumbnail document={found} pixels={32} />;
    return [{ key, name, picture: <Avatar name={name} picture={file} /> }];
  });
  const names = shown.map(({ name }) => name);
  const pictured = shown.filter(({ picture }) => picture !== null).slice(0, 2);
  if (pictured.length === 0) return <Few values={names} />;
  return (
    <span className="cell-pictured">
      {pictured.map(({ key, picture }) => (
        <Fragment key={key}>{picture}</Fragment>
      ))}
      <Few values={names} />
    </span>
  );
}

interface Shown {
  readonly key: string;
  readonly name: string;
  /** Null in a collection whose documents have none. */
  readonly picture: ReactNode;
}

function referenceOf(value: Value, field: AdminFieldMeta): { collection: string; document: Document } | null {
  if (typeof value !== 'object' || value === null) return null;
  // Populated, as the API returns it with depth 1.
  const found = value as { readonly collection?: string; readonly doc?: Document | null };
  if (!field.polymorphic) return { collection: field.to?.[0] ?? '', document: value as unknown as Document };
  return found.doc ? { collection: found.collection ?? '', document: found.doc } : null;
}
