/**
 * Checks the fields that a config with `auth` adds to the built-in users, and that nothing else uses their
 * slug.
 */
import { userFieldNames, userFields, usersSlug } from '../built-in-users.js';
import { camelCase } from './names.js';
import { isVirtual, type Outline, type OutlineField, outlineOf } from './outline.js';
import { inside, type Place, type Problems } from './problem.js';
import { quoted } from './show-value.js';

/**
 * Checks the collections of a config with `auth`. Returns them together with the built-in users, for checks
 * of references.
 *
 * @param place - of the config's `collections`.
 */
export function checkUsers(
  collections: ReadonlyMap<string, Outline>,
  {
    roles,
    place,
    problems,
  }: { readonly roles: readonly string[]; readonly place: Place; readonly problems: Problems },
): ReadonlyMap<string, Outline> {
  for (const outline of collections.values()) {
    if (outline.slug !== usersSlug && camelCase(outline.slug) === usersSlug) {
      const at = { ...outline.place, keys: [...outline.place.keys, 'slug'] };
      problems.add(
        at,
        `${quoted(outline.slug)} is called "users" in the SDK, like the built-in users: rename it`,
      );
    }
  }
  const own = collections.get(usersSlug);
  if (own !== undefined) checkOwnUsers(own, problems);
  const users = own ?? { slug: usersSlug, config: {}, place, fields: new Map() };
  return new Map([...collections, [usersSlug, withBuiltIn(users, roles)]]);
}

function withBuiltIn(users: Outline, roles: readonly string[]): Outline {
  const builtIn = outlineOf(userFields(roles), users.place);
  return { ...users, fields: new Map([...users.fields, ...builtIn]) };
}

function checkOwnUsers({ config, place, fields }: Outline, problems: Problems): void {
  const { drafts = false, versions = false } = config;
  if (drafts !== false) problems.add(inside(place, 'drafts'), 'must not be on: users have no drafts');
  if (versions !== false) problems.add(inside(place, 'versions'), 'must not be on: users have no versions');
  for (const field of fields.values()) {
    if (isVirtual(field.config)) {
      // The user objects of authentication are no documents.
      if (field.path.includes('.')) problems.add(field.place, 'cannot be virtual in a group or row of users');
      else checkName(field, problems);
      continue;
    }
    if (field.inRows) continue;
    checkName(field, problems);
    // Registration, invitations and the first administrator create users without these fields.
    if (field.config['required'] === true && field.config['default'] === undefined) {
      problems.add(
        inside(field.place, 'required'),
        'needs a "default" here: users are also created without this field, by an invitation for instance',
      );
    }
  }
}

function checkName({ path, place }: OutlineField, problems: Problems): void {
  const name = userFieldNames.find((each) => each.toLowerCase() === path.toLowerCase());
  if (name === undefined) return;
  const at = { ...place, keys: [...place.keys, 'name'] };
  const like = name === path ? '' : ` (as ${quoted(name)})`;
  problems.add(at, `${quoted(path)} is a built-in field of users${like}: remove it or choose another name`);
}
