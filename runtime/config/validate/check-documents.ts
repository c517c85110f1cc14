/** Checks collections and globals: their options, slugs and fields. */

import type { CollectionConfig, GlobalConfig } from '../collection-config.js';
import { globalOperations, trashOperations } from '../document-operations.js';
import { iconNames } from '../icon-name.js';
import { hasUpload } from '../upload-fields.js';
import { accessRule, roleList } from './access-rule.js';
import { checkFields, type FieldCheck } from './check-fields.js';
import { search } from './check-search.js';
import { upload } from './check-upload.js';
import {
  anyTranslated,
  type Check,
  callback,
  checkOptions,
  distinct,
  flag,
  isPlainObject,
  listOf,
  must,
  objectOf,
  oneOf,
  type PlainObject,
  translated,
  wholeNumber,
  words,
} from './checks.js';
import {
  camelCase,
  checkReservedSlug,
  checkSlug,
  checkSlugClash,
  type DocumentKind,
  isGiven,
} from './names.js';
import { inside, named, namingOption, type Place, type Problems } from './problem.js';
import { showValue } from './show-value.js';

const elsewhere: Check = () => {};

const callbacks: Check = (value, place, problems) => {
  if (Array.isArray(value)) listOf(callback)(value, place, problems);
  else if (typeof value !== 'function') {
    problems.add(place, `must be a function or a list of functions, not ${showValue(value)}`);
  }
};

function objectOfAll(names: readonly string[], check: Check, noun?: string): Check {
  const options = Object.fromEntries(names.map((name) => [name, check]));
  return objectOf({ options, ...(noun === undefined ? {} : { noun }) });
}

const writeHooks = ['beforeValidate', 'beforeChange', 'afterChange', 'afterRead'];

const autosave: Check = (value, place, problems) => {
  if (typeof value === 'boolean') return;
  if (isPlainObject(value))
    checkOptions(value, { options: { seconds: wholeNumber(1, 60) } }, place, problems);
  else problems.add(place, `must be true, false or { seconds }, not ${showValue(value)}`);
};

const drafts: Check = (value, place, problems) => {
  if (typeof value === 'boolean') return;
  const options = { readRoles: roleList, autosave };
  if (isPlainObject(value)) checkOptions(value, { options }, place, problems);
  else problems.add(place, `must be true, false or { readRoles, autosave }, not ${showValue(value)}`);
};

const versions: Check = (value, place, problems) => {
  if (typeof value === 'boolean') return;
  if (isPlainObject(value)) checkOptions(value, { options: { max: wholeNumber(1) } }, place, problems);
  else problems.add(place, `must be true, false or { max }, not ${showValue(value)}`);
};

/** A hundred years: longer times are mistakes. */
const maxDays = 36_500;

const trash: Check = (value, place, problems) => {
  if (typeof value === 'boolean') return;
  if (isPlainObject(value)) {
    checkOptions(value, { options: { days: wholeNumber(1, maxDays) } }, place, problems);
  } else problems.add(place, `must be true, false or { days }, not ${showValue(value)}`);
};

const formerSlug: Check = must(
  'the former slug',
  (slug) => typeof slug === 'string' && /^[a-z][a-z0-9_-]*$/.test(slug),
);

const shared = {
  slug: elsewhere,
  renamedFrom: formerSlug,
  fields: elsewhere,
  description: anyTranslated,
  drafts,
  versions,
};

const pathList: Check = (value, place, problems) => {
  distinct(listOf(words))(value, place, problems);
  if (Array.isArray(value) && value.length === 0) problems.add(place, 'must not be empty');
};

/** Typed by the compiler's view of the options, so that both stay equal. */
export const collectionOptions: Readonly<Record<keyof CollectionConfig, Check>> = {
  ...shared,
  labels: objectOf({ options: { singular: translated, plural: translated } }),
  access: objectOfAll(trashOperations, accessRule),
  admin: objectOf({
    options: {
      useAsTitle: words,
      defaultColumns: distinct(listOf(words)),
      group: translated,
      icon: oneOf(iconNames),
      preview: callback,
    },
  }),
  defaultSort: words,
  indexes: listOf(objectOf({ options: { fields: pathList, unique: flag }, required: ['fields'] })),
  trash,
  upload,
  search,
  hooks: objectOfAll([...writeHooks, 'beforeDelete', 'afterDelete'], callbacks),
};

export const globalOptions: Readonly<Record<keyof GlobalConfig, Check>> = {
  ...shared,
  label: translated,
  access: objectOfAll(globalOperations, accessRule),
  admin: objectOf({ options: { group: translated, icon: oneOf(iconNames) } }),
  hooks: objectOfAll(writeHooks, callbacks),
};

/** Checks the `collections` or `globals` of a config. */
export function checkDocuments(list: unknown, kind: DocumentKind, place: Place, check: FieldCheck): void {
  const { problems } = check;
  if (list === undefined) return;
  if (!Array.isArray(list)) {
    problems.add(place, `must be a list of ${kind}s, not ${showValue(list)}`);
    return;
  }
  const slugs = new Map<string, string>();
  for (const [position, document] of Array.from<unknown>(list).entries()) {
    const slug = isPlainObject(document) && typeof document['slug'] === 'string' ? document['slug'] : null;
    const own = named(place, position, slug || null, null);
    if (!isPlainObject(document)) {
      problems.add(own, `must be a ${kind}, not ${showValue(document)}`);
      continue;
    }
    const naming = namingOption(place, position, 'slug');
    checkDocumentSlug(document['slug'], { kind, place: own, naming, slugs }, problems);
    checkDocument(document, kind, own, check);
  }
}

interface SlugSituation {
  readonly kind: DocumentKind;
  readonly place: Place;
  /** Position of its `slug`. */
  readonly naming: Place;
  /** Slugs so far, by their camelCase. */
  readonly slugs: Map<string, string>;
}

function checkDocumentSlug(
  slug: unknown,
  { kind, place, naming, slugs }: SlugSituation,
  problems: Problems,
): void {
  const at = { ...place, keys: [...place.keys, 'slug'] };
  if (!checkSlug(slug, isGiven(slug) ? at : naming, problems)) return;
  checkReservedSlug(slug, kind, at, problems);
  checkSlugClash(slug, slugs, at, problems);
  slugs.set(camelCase(slug), slugs.get(camelCase(slug)) ?? slug);
}

function checkDocument(document: PlainObject, kind: DocumentKind, place: Place, check: FieldCheck): void {
  const isGlobal = kind === 'global';
  const options = isGlobal ? globalOptions : collectionOptions;
  checkOptions(document, { options, required: ['fields'], noun: `a ${kind}` }, place, check.problems);
  const where = {
    siblings: 'document' as const,
    inRows: false,
    inGlobal: isGlobal,
    depth: 1,
    around: [document],
  };
  const { fields } = document;
  // A file may be all that a document has.
  if (!isGlobal && hasUpload(document['upload']) && Array.isArray(fields) && fields.length === 0) return;
  checkFields(fields, inside(place, 'fields'), where, check);
}
