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
const ofUsers = ['email', 'role', 'emailVerified', 'name'] as const;

type Named = (typeof ofFiles | typeof ofFolders | typeof ofUsers)[number];

/**
 * Returns the metadata with the user's words for what the config does not name: the fields that every file,
 * every folder and every user has. A field of the config never has one of these names.
 */
export function inOwnWords(meta: AdminMeta, words: Words): AdminMeta {
  const { auth } = meta;
  return {
    ...meta,
    auth: auth && { ...auth, profile: auth.profile.map((field) => inWords(field, ofUsers, words)) },
    collections: meta.collections.map((one) =>
      auth !== null && one.slug === 'users' ? users(one, words) : named(one, meta.collections, words),
    ),
  };
}

/** Users, who have the labels of the config, if it gives any. */
function users(collection: AdminCollectionMeta, words: Words): AdminCollectionMeta {
  const { labels, fields } = collection;
  return {
    ...collection,
    labels: {
      singular: labels.singular === 'User' ? words.user : labels.singular,
      plural: labels.plural === 'Users' ? words.users : labels.plural,
    },
    fields: fields.map((field) => inWords(field, ofUsers, words)),
  };
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

function inWords(field: AdminFieldMeta, names: readonly Named[], words: Words): AdminFieldMeta {
  const name = names.find((one) => one === field.name);
  if (name === undefined) return field;
  const { description: _, ...rest } = field;
  const hint = names === ofUsers ? null : hintOf(name, words);
  return { ...rest, label: words[name], ...(hint !== null && { description: hint }) };
}

/** Forms show no other of these fields. */
function hintOf(name: Named, words: Words): string | null {
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
