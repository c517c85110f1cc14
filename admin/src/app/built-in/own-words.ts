import type {
  AdminCollectionMeta,
  AdminFieldMeta,
  AdminMeta,
} from '../../../../runtime/codegen/admin-meta.js';
import type { en } from './texts.en.js';

type Words = { readonly [K in keyof typeof en]: (typeof en)[K] };

const ofFiles = [
  ...(['filename', 'mimeType', 'filesize', 'width', 'height', 'focalX', 'focalY', 'alt', 'folder'] as const),
  ...(['thumbhash', 'checksum', 'url', 'sizes'] as const),
];
const ofFolders = ['name', 'parent'] as const;

/**
 * Returns the metadata with the user's words for what the config does not name: the fields that every file
 * and every folder has. A field of the config never has one of these names.
 */
export function inOwnWords(meta: AdminMeta, words: Words): AdminMeta {
  return { ...meta, collections: meta.collections.map((one) => named(one, meta.collections, words)) };
}

function named(
  collection: AdminCollectionMeta,
  all: readonly AdminCollectionMeta[],
  words: Words,
): AdminCollectionMeta {
  const { upload, foldersOf, fields } = collection;
  if (upload !== undefined)
    return { ...collection, fields: fields.map((field) => inWords(field, ofFiles, words)) };
  if (foldersOf === undefined) return collection;
  const labels = all.find(({ slug }) => slug === foldersOf)?.labels;
  return {
    ...collection,
    ...(labels && {
      labels: { singular: words.folderOf(labels.singular), plural: words.foldersOf(labels.plural) },
    }),
    fields: fields.map((field) => inWords(field, ofFolders, words)),
  };
}

function inWords(
  field: AdminFieldMeta,
  names: readonly (typeof ofFiles | typeof ofFolders)[number][],
  words: Words,
): AdminFieldMeta {
  const name = names.find((one) => one === field.name);
  if (name === undefined) return field;
  const { description: _, ...rest } = field;
  const hint = hintOf(name, words);
  return { ...rest, label: words[name], ...(hint !== null && { description: hint }) };
}

/** Forms show no other of these fields. */
function hintOf(name: (typeof ofFiles | typeof ofFolders)[number], words: Words): string | null {
  switch (name) {
    case 'filename':
      return words.filenameHint;
    case 'alt':
      return words.altHint;
    case 'folder':
      return words.folderHint;
    case 'name':
      return words.nameHint;
    case 'parent':
      return words.parentHint;
    default:
      return null;
  }
}
