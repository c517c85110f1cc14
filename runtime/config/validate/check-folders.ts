/** Checks `folders` of collections with files. */
import { collectionOperations } from '../document-operations.js';
import { foldersFields, foldersOption, foldersSlug } from '../upload-folders.js';
import { accessRule } from './access-rule.js';
import { type Check, checkOptions, isPlainObject, objectOf } from './checks.js';
import { camelCase } from './names.js';
import { type Outline, outlineOf } from './outline.js';
import { inside, type Place, type Problems } from './problem.js';
import { quoted, showValue } from './show-value.js';

const options = {
  access: objectOf({ options: Object.fromEntries(collectionOperations.map((name) => [name, accessRule])) }),
};

/** The form of `folders`. */
export const folders: Check = (value, place, problems) => {
  if (typeof value === 'boolean') return;
  if (isPlainObject(value)) checkOptions(value, { options }, place, problems);
  else problems.add(place, `must be true, false or an object with options, not ${showValue(value)}`);
};

/** Checks that the collections of folders have names and rules. */
export function checkFolders(collections: ReadonlyMap<string, Outline>, problems: Problems): void {
  for (const outline of collections.values()) {
    const option = foldersOption(outline.config['upload']);
    if (option === null) continue;
    const place = placeOf(outline);
    checkName(outline, { place, collections }, problems);
    checkRules(outline, { place, own: option.access }, problems);
  }
}

function placeOf({ place }: Outline): Place {
  return inside(inside(place, 'upload'), 'folders');
}

function checkName(
  { slug }: Outline,
  { place, collections }: { readonly place: Place; readonly collections: ReadonlyMap<string, Outline> },
  problems: Problems,
): void {
  const own = foldersSlug(slug);
  const other = [...collections.keys()].find((one) => camelCase(one) === camelCase(own));
  if (other === undefined) return;
  const like = other === own ? 'which the config has too' : `as which ${quoted(other)} is known in the SDK`;
  problems.add(place, `makes the built-in collection ${quoted(own)}, ${like}: rename that of the config`);
}

/** A function of the files may return a filter by their fields, which folders do not have. */
function checkRules(
  { config, slug }: Outline,
  { place, own }: { readonly place: Place; readonly own: unknown },
  problems: Problems,
): void {
  const { access } = config;
  if (!isPlainObject(access)) return;
  for (const name of collectionOperations) {
    if (typeof access[name] !== 'function' || (isPlainObject(own) && own[name] !== undefined)) continue;
    problems.add(
      place,
      `needs a rule of its own, "access": { ${quoted(name)}: ... }: that of ${quoted(slug)} is a function, ` +
        'which may speak of fields that folders do not have',
    );
  }
}

/** The outline of the folders of a collection, for checks of references. */
export function folderOutlines(outline: Outline): readonly Outline[] {
  const option = foldersOption(outline.config['upload']);
  if (option === null) return [];
  const place = placeOf(outline);
  const config = option.access === undefined ? {} : { access: option.access };
  const slug = foldersSlug(outline.slug);
  return [{ slug, config, place, fields: new Map(outlineOf(foldersFields(outline.slug), place)) }];
}
