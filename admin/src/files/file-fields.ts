import type { AdminCollectionMeta, AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';

/** Facts about a file, which are new with every file. */
export const fileFacts: ReadonlySet<string> = new Set([
  ...['mimeType', 'filesize', 'checksum', 'url', 'width', 'height', 'thumbhash', 'sizes'],
]);

/** What the preview shows instead of the form. */
const previewed: ReadonlySet<string> = new Set([...fileFacts, 'focalX', 'focalY']);

/** Returns the fields of a form: those of the config, and of a file what users change. */
export function formFields({
  fields,
  upload,
}: Pick<AdminCollectionMeta, 'fields'> & { readonly upload?: unknown }): readonly AdminFieldMeta[] {
  return upload === undefined ? fields : fields.filter(({ name }) => !previewed.has(name));
}

/** How a file alone becomes a document: published, as a draft that lacks something, or not at all. */
export function creationOfFile(
  meta: Pick<AdminCollectionMeta, 'fields' | 'drafts' | 'readDrafts'>,
): 'published' | 'draft' | null {
  if (neededFields(meta).length === 0) return 'published';
  return meta.drafts && meta.readDrafts ? 'draft' : null;
}

/**
 * Returns the labels of what a document needs besides its file. Without any, a document is complete as soon
 * as its file is there.
 */
export function neededFields({ fields }: Pick<AdminCollectionMeta, 'fields'>): readonly string[] {
  return fields.flatMap(({ required, readOnly, label, default: constant }) =>
    required === true && readOnly !== true && constant === undefined ? [label] : [],
  );
}
