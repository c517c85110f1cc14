import type { AdminCollectionMeta, AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import type { Document } from '../api/documents.js';

/** Names of fields that show whom or what a document is about. */
const names = ['avatar', 'photo', 'portrait', 'picture', 'logo'] as const;

type WithFields = Pick<AdminCollectionMeta, 'fields'>;

/** Returns the field with the picture of a person or thing, by its name; undefined where there is none. */
export function pictureField({ fields }: WithFields): AdminFieldMeta | undefined {
  return names.map((name) => singleUploads(fields).find((field) => field.name === name)).find(Boolean);
}

/** Returns the field whose picture is that of a card: the one that has a name for it, else the first. */
export function coverField(meta: WithFields): AdminFieldMeta | undefined {
  return pictureField(meta) ?? singleUploads(meta.fields)[0];
}

function singleUploads(fields: readonly AdminFieldMeta[]): readonly AdminFieldMeta[] {
  return fields.filter(
    ({ type, hasMany, polymorphic, hidden }) => type === 'upload' && !hasMany && !polymorphic && !hidden,
  );
}

/** Returns the document with the picture, where it was read too. */
export function pictureOf(document: Document, field: AdminFieldMeta | undefined): Document | null {
  const value = field === undefined ? undefined : document[field.name];
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as unknown as Document)
    : null;
}
