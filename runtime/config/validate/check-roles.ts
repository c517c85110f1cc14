/** Checks that roles in access lists exist. */
import { atLeastOf } from '../roles.js';
import { isPlainObject, oneOf } from './checks.js';
import type { Outline } from './outline.js';
import { inside, type Place, type Problems } from './problem.js';

/** Checks every role list of a collection or global and of its fields. */
export function checkRoles(outline: Outline, roles: readonly string[], problems: Problems): void {
  const { config, place, fields } = outline;
  checkLists(config['access'], inside(place, 'access'), roles, problems);
  checkLists(config['drafts'], inside(place, 'drafts'), roles, problems);
  checkUploadLists(config['upload'], inside(place, 'upload'), roles, problems);
  for (const field of fields.values()) {
    checkLists(field.config['access'], inside(field.place, 'access'), roles, problems);
  }
}

function checkUploadLists(upload: unknown, place: Place, roles: readonly string[], problems: Problems): void {
  const access = isPlainObject(upload) ? upload['access'] : undefined;
  if (!isPlainObject(access)) return;
  const at = inside(place, 'access');
  checkLists(access, at, roles, problems);
  checkLists(access['file'], inside(at, 'file'), roles, problems);
}

function checkLists(options: unknown, place: Place, roles: readonly string[], problems: Problems): void {
  if (!isPlainObject(options)) return;
  const isRole = oneOf(roles);
  for (const [name, list] of Object.entries(options)) {
    if (!Array.isArray(list)) continue;
    const at = inside(place, name);
    const least = atLeastOf(list);
    // `atLeast` built the list, so the role that it was called with is checked.
    if (least !== null) isRole(least, at, problems);
    else for (const [position, role] of list.entries()) isRole(role, inside(at, position), problems);
  }
}
