/** Checks how the options of one field fit together, and whether they fit the position of the field. */

import { isRelationType } from '../../fields/relation.js';
import { isPlainObject, type PlainObject } from './checks.js';
import { fieldRules } from './field-options.js';
import type { FieldSurroundings } from './field-surroundings.js';
import { inside, type Place, type Problems } from './problem.js';

export function checkTogether(
  field: PlainObject,
  place: Place,
  where: FieldSurroundings,
  problems: Problems,
): void {
  checkBounds(field, place, problems);
  checkMany(field, place, problems);
  checkReadOnly(field, place, problems);
  checkVirtual(field, place, problems);
  checkSurroundings(field, place, where, problems);
  if (field['type'] === 'slug' && field['unique'] === false) {
    problems.add(inside(place, 'unique'), 'cannot be false: a slug is always unique');
  }
  if (
    isRelationType(String(field['type'])) &&
    field['required'] === true &&
    field['onDelete'] === 'set null'
  ) {
    const way = 'choose "restrict" or "cascade"';
    problems.add(inside(place, 'onDelete'), `cannot be "set null" on a required field: ${way}`);
  }
}

const bounds = [
  ['minLength', 'maxLength'],
  ['minRows', 'maxRows'],
  ['min', 'max'],
] as const;

function checkBounds(field: PlainObject, place: Place, problems: Problems): void {
  for (const [low, high] of bounds) {
    const [least, most] = [field[low], field[high]];
    if (typeof least !== 'number' || typeof most !== 'number') continue;
    if (least > most) problems.add(inside(place, low), `is ${least}, more than ${high} (${most})`);
    else if (field['integer'] === true && low === 'min' && Math.ceil(least) > most) {
      problems.add(inside(place, low), `and max leave no whole number between ${least} and ${most}`);
    }
  }
}

function checkMany(field: PlainObject, place: Place, problems: Problems): void {
  if (fieldRules.get(String(field['type']))?.options['hasMany'] === undefined) return;
  if (field['hasMany'] === true) {
    for (const option of ['unique', 'index'] as const) {
      if (field[option] !== true || (option === 'index' && isRelationType(String(field['type'])))) continue;
      problems.add(inside(place, option), 'cannot be combined with hasMany: a list has no index');
    }
    return;
  }
  for (const option of ['minRows', 'maxRows'] as const) {
    if (field[option] !== undefined)
      problems.add(inside(place, option), 'is for lists: it needs hasMany: true');
  }
}

function checkReadOnly({ readOnly, access }: PlainObject, place: Place, problems: Problems): void {
  if (readOnly !== true || !isPlainObject(access) || access['update'] === undefined) return;
  problems.add(inside(inside(place, 'access'), 'update'), 'has no effect: no request sets a readOnly field');
}

/** Options of values that are stored or sent. */
const notVirtual = ['default', 'validate', 'readOnly', 'index', 'unique', 'onDelete', 'renamedFrom'];

function checkVirtual(field: PlainObject, place: Place, problems: Problems): void {
  if (field['virtual'] === undefined) return;
  const { access } = field;
  const issue = 'cannot be combined with virtual: the field is neither stored nor set by requests';
  for (const option of notVirtual) {
    if (field[option] !== undefined && field[option] !== false) problems.add(inside(place, option), issue);
  }
  if (isPlainObject(access) && access['update'] !== undefined) {
    problems.add(inside(inside(place, 'access'), 'update'), issue);
  }
}

function checkSurroundings(
  field: PlainObject,
  place: Place,
  where: FieldSurroundings,
  problems: Problems,
): void {
  const { type } = field;
  if (type === 'join' && where.inGlobal) {
    problems.add(place, 'cannot be a join in a global: relations refer to collections');
  } else if (type === 'join' && where.inRows) {
    problems.add(place, 'cannot be a join inside rows: relations refer to documents');
  }
  if (!where.inRows) return;
  if (type === 'slug') {
    problems.add(
      place,
      'cannot be a slug inside rows, where nothing keeps it unique: use text with a pattern',
    );
  }
  for (const option of ['unique', 'index'] as const) {
    if (field[option] !== true || type === 'slug') continue;
    problems.add(inside(place, option), 'does not work inside rows: their values are not columns');
  }
}
