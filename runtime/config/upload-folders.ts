/**
 * The folders of a collection with files: a built-in collection `{slug}_folders`, which is a collection like
 * others in everything else (docs/spec/uploads.md#config).
 */
import type { CollectionAccess } from './access-config.js';
import type { CollectionConfig } from './collection-config.js';
import type { FieldConfig } from './field-config.js';
import type { Absent, PropertyType } from './property-type.js';
import type { FoldersConfig } from './upload-config.js';

/** The field of a file that says in which folder it is. */
export const folderField = 'folder';

/** The field of a folder that says in which folder it is. */
export const parentField = 'parent';

/** Max length of the name of a folder, in code points. */
const maxNameLength = 180;

/** Slug of the folders of a collection. */
export function foldersSlug(slug: string): string {
  return `${slug}_folders`;
}

/** The option `folders` of a collection; null where its files have no folders. */
export function foldersOption(upload: unknown): FoldersConfig | null {
  if (typeof upload !== 'object' || upload === null || !('folders' in upload)) return null;
  const { folders } = upload;
  if (typeof folders === 'object' && folders !== null) return folders;
  return folders === true ? {} : null;
}

/** The field that folders add to the documents of a collection. */
export function folderFieldOf(slug: string): FieldConfig {
  return {
    name: folderField,
    type: 'relationship',
    to: foldersSlug(slug),
    onDelete: 'restrict',
    description: 'The folder that the file is in; null at the top.',
  };
}

/** The fields of a folder. */
export function foldersFields(slug: string): readonly FieldConfig[] {
  return [
    {
      name: 'name',
      type: 'text',
      required: true,
      maxLength: maxNameLength,
      index: true,
      description: 'What the folder is called. Several folders may have the same name.',
    },
    {
      name: parentField,
      type: 'relationship',
      to: foldersSlug(slug),
      onDelete: 'restrict',
      description: 'The folder that this one is in; null at the top.',
    },
  ];
}

/** The collection of the folders; nothing where the files of a collection have none. */
export function foldersOf({
  slug,
  labels,
  access,
  admin,
  upload,
}: CollectionConfig): readonly CollectionConfig[] {
  const option = foldersOption(upload);
  if (option === null) return [];
  const { singular, plural } = labels ?? {};
  return [
    {
      slug: foldersSlug(slug),
      labels: {
        ...(singular !== undefined && { singular: `${singular} folder` }),
        ...(plural !== undefined && { plural: `${plural}: folders` }),
      },
      description: `Folders of the files in \`${slug}\`.`,
      fields: foldersFields(slug),
      access: foldersAccess(access, option.access),
      admin: { useAsTitle: 'name', ...(admin?.group !== undefined && { group: admin.group }) },
      defaultSort: 'name',
      drafts: false,
      versions: false,
    },
  ];
}

/** Each rule of the folders, or that of the files. */
function foldersAccess(
  ofFiles: CollectionAccess | undefined,
  own: CollectionAccess | undefined,
): CollectionAccess {
  return { ...ofFiles, ...own };
}

/** What the compiler knows of the field of files. */
export type FolderFieldTypes<Collection> =
  PropertyType<PropertyType<Collection, 'upload'>, 'folders'> extends Absent | false | undefined
    ? readonly []
    : readonly [
        { readonly name: 'folder'; readonly type: 'relationship'; readonly to: FoldersSlug<Collection> },
      ];

type FoldersSlug<Collection> = `${Extract<PropertyType<Collection, 'slug'>, string>}_folders`;

interface FoldersCollection<Slug extends string> {
  readonly slug: Slug;
  readonly fields: readonly [
    { readonly name: 'name'; readonly type: 'text'; readonly required: true },
    { readonly name: 'parent'; readonly type: 'relationship'; readonly to: Slug },
  ];
}

type FoldersCollectionOf<Collection> = Collection extends unknown
  ? PropertyType<PropertyType<Collection, 'upload'>, 'folders'> extends Absent | false | undefined
    ? never
    : FoldersCollection<FoldersSlug<Collection>>
  : never;

/** Collections of a config, with those of their folders. */
export type WithFolders<Collections> = Collections extends readonly unknown[]
  ? [FoldersCollectionOf<Collections[number]>] extends [never]
    ? Collections
    : readonly [...Collections, FoldersCollectionOf<Collections[number]>]
  : Collections;
