/** Checks lists of fields: the form of each field, and how its own options fit together. */
import { fieldKinds } from '../../fields/index.js';
import { nearestName } from '../../util/near-miss.js';
import { isLayoutKind, type LayoutKind, layoutKinds } from '../fields-of.js';
import { checkDefault } from './check-default.js';
import { checkLayout, type InnerList } from './check-layout.js';
import { checkTextBlocks } from './check-text-blocks.js';
import { checkTogether } from './check-together.js';
import { anyTranslated, checkOptions, isPlainObject, type PlainObject, translated } from './checks.js';
import { type FieldEntry, fieldEntries, maxLayoutDepth } from './field-entries.js';
import { fieldRules, typeOfOthers } from './field-options.js';
import type { FieldSurroundings } from './field-surroundings.js';
import { camelCase, checkBlockSlug, checkName, checkNameClash, isGiven } from './names.js';
import { inside, type Keys, named, namingOption, type Place, type Problems } from './problem.js';
import { blockAdmin } from './shared-options.js';
import { listed, quoted, showValue } from './show-value.js';

/** Max nesting of a request body: no request could send a value of a deeper field. */
const deepest = 64;

/** A config that shares blocks in many combinations grows beyond the column limits of every database. */
const maxFields = 50_000;

/** Counts fields and collects problems over a whole config. */
export interface FieldCheck {
  readonly problems: Problems;
  /** Names allowed in `admin.widget`; null if they are not known. */
  readonly widgets: readonly string[] | null;
  count: number;
}

/**
 * Checks the `fields` of a collection, global, group, array or block. `place` is the position of the list.
 */
export function checkFields(
  fields: unknown,
  place: Place,
  where: FieldSurroundings,
  check: FieldCheck,
): void {
  // The list is an option of its owner; the path of a field continues from there.
  const path = place.subject ? `${place.path}.${place.subject}` : place.path;
  const beside = fieldEntries(fields);
  checkList(
    { list: fields, place },
    { where, path, names: new Map(), beside, layouts: 0, inRow: false },
    check,
  );
}

/** What fields share with those around them: layouts change nothing of it. */
interface ListSituation {
  readonly where: FieldSurroundings;
  /** Path of the list, for messages about its fields. */
  readonly path: string;
  /** Names of the fields so far, by their lower case. */
  readonly names: Map<string, string>;
  /** All of them, with those that follow. */
  readonly beside: readonly FieldEntry[];
  /** Number of layouts around the list. */
  readonly layouts: number;
  /** Directly in a row, which contains nothing but fields. */
  readonly inRow: boolean;
}

function checkList({ list, place }: InnerList, situation: ListSituation, check: FieldCheck): void {
  const { problems } = check;
  const { where, path, names, beside } = situation;
  if (list === undefined) return;
  if (!Array.isArray(list)) {
    problems.add(place, `must be a list of fields, not ${showValue(list)}`);
    return;
  }
  if (list.length === 0) problems.add(place, 'must not be empty');
  if (where.around.includes(list)) {
    problems.add(place, 'must not contain itself');
    return;
  }
  if (where.depth > deepest) {
    problems.add(place, `must not nest so deeply: the body of a request has at most ${deepest} levels`);
    return;
  }
  const inner = { ...where, around: [...where.around, list] };
  for (const [position, field] of Array.from<unknown>(list).entries()) {
    check.count += 1;
    if (check.count === maxFields)
      problems.add(place, `must end: the config has more than ${maxFields} fields`);
    if (check.count >= maxFields) return;
    const own = fieldPlace({ ...place, path }, position, field);
    if (isPlainObject(field) && isLayoutKind(field['type'])) {
      checkInLayout(
        { layout: field, kind: field['type'], place: own },
        { ...situation, where: inner },
        check,
      );
    } else {
      const naming = namingOption({ ...place, path, subject: null }, position, 'name');
      checkField(field, own, { inner, names, beside, naming }, check);
    }
  }
}

interface PlacedLayout {
  readonly layout: PlainObject;
  readonly kind: LayoutKind;
  readonly place: Place;
}

function checkInLayout(
  { layout, kind, place }: PlacedLayout,
  situation: ListSituation,
  check: FieldCheck,
): void {
  const { problems } = check;
  const layouts = situation.layouts + 1;
  if (situation.inRow) problems.add(place, 'must be a field: a row contains fields only');
  else if (layouts > maxLayoutDepth) {
    problems.add(place, `must not nest so deeply: at most ${maxLayoutDepth} layouts are inside each other`);
  } else {
    const inside = { ...situation, layouts, inRow: kind === 'row' };
    for (const list of checkLayout(layout, kind, place, problems)) checkList(list, inside, check);
  }
}

function fieldPlace(list: Place, position: number, field: unknown): Place {
  const name = isPlainObject(field) ? field['name'] : undefined;
  return named(list, position, typeof name === 'string' && name !== '' ? name : null, '');
}

interface FieldSituation {
  readonly inner: FieldSurroundings;
  /** Names of the siblings so far, by their lower case. */
  readonly names: Map<string, string>;
  /** All siblings, and the field itself. */
  readonly beside: readonly FieldEntry[];
  /** Position of its `name`. */
  readonly naming: Place;
}

function checkField(
  field: unknown,
  place: Place,
  { inner, names, beside, naming }: FieldSituation,
  check: FieldCheck,
): void {
  const { problems } = check;
  if (!isPlainObject(field)) {
    problems.add(place, `must be a field, not ${showValue(field)}`);
    return;
  }
  const { name, type } = field;
  if (checkName(name, isGiven(name) ? at(place, 'name') : naming, problems)) {
    checkNameClash(name, { siblings: inner.siblings, others: names }, at(place, 'name'), problems);
    names.set(name.toLowerCase(), names.get(name.toLowerCase()) ?? name);
  }
  const rules = typeof type === 'string' ? fieldRules.get(type) : undefined;
  if (rules === undefined) {
    checkUnknownType(type, place, problems);
    return;
  }
  if (inner.around.includes(field)) {
    problems.add(place, 'must not contain itself');
    return;
  }
  checkOptions(field, rules, place, problems);
  checkTogether(field, place, inner, problems);
  checkDefault(field, inside(place, 'default'), problems);
  checkFieldAdmin(field, place, inner, check);
  checkNested(field, place, { ...inner, around: [...inner.around, field] }, check);
  if (type === 'array') checkRowLabel(field, place, problems);
  if (type === 'richText') checkTextBlocks(field, place, beside, problems);
}

/** Of an array or a block: a name has to be that of a field in its rows. */
function checkRowLabel({ admin, fields }: PlainObject, place: Place, problems: Problems): void {
  const rowLabel = isPlainObject(admin) ? admin['rowLabel'] : undefined;
  if (typeof rowLabel !== 'string' || rowLabel === '') return;
  const names = fieldEntries(fields).map(({ field }) => String(field['name']));
  if (names.includes(rowLabel)) return;
  const issue = `names ${quoted(rowLabel)}, which is not one of the fields in the row`;
  problems.add(inside(inside(place, 'admin'), 'rowLabel'), issue, nearestName(rowLabel, names));
}

function checkFieldAdmin(
  { admin }: PlainObject,
  place: Place,
  { siblings }: FieldSurroundings,
  { problems, widgets }: FieldCheck,
): void {
  const { widget, position } = isPlainObject(admin) ? admin : {};
  if (position === 'sidebar' && siblings !== 'document') {
    const only = 'is for fields of the document itself, not of a group or a row';
    problems.add(inside(inside(place, 'admin'), 'position'), only);
  }
  if (typeof widget !== 'string' || widgets === null || widgets.includes(widget)) return;
  const issue = `names ${quoted(widget)}, which is not one of the config's admin.widgets`;
  problems.add(inside(inside(place, 'admin'), 'widget'), issue, nearestName(widget, widgets));
}

/** Position of an option whose issue concerns the whole field: the message does not name the option. */
function at(place: Place, ...keys: Keys): Place {
  return { ...place, keys: [...place.keys, ...keys] };
}

function checkUnknownType(type: unknown, place: Place, problems: Problems): void {
  if (type === undefined) problems.add(place, `needs a type: ${listed(fieldKinds)}`);
  else if (typeof type !== 'string')
    problems.add(inside(place, 'type'), `must be text, not ${showValue(type)}`);
  else {
    const other = typeOfOthers(type);
    const nearest = other?.type ?? nearestName(type, [...fieldKinds, ...layoutKinds]);
    const types = nearest === null ? `the types are ${fieldKinds.join(', ')}` : undefined;
    const hint = other?.hint ?? types;
    const suggestion = other === null || other.hint === null ? nearest : null;
    const issue = `has the unknown type ${quoted(type)}${hint === undefined ? '' : `; ${hint}`}`;
    problems.add(at(place, 'type'), issue, suggestion);
  }
}

function checkNested(field: PlainObject, place: Place, where: FieldSurroundings, check: FieldCheck): void {
  if (field['type'] === 'group') {
    const group = { ...where, siblings: 'group' as const, depth: where.depth + 1 };
    checkFields(field['fields'], inside(place, 'fields'), group, check);
  }
  if (field['type'] === 'array') {
    const rows = { ...where, siblings: 'array' as const, inRows: true, depth: where.depth + 2 };
    checkFields(field['fields'], inside(place, 'fields'), rows, check);
  }
  if (field['type'] === 'blocks') checkBlocks(field['blocks'], inside(place, 'blocks'), where, check);
}

function checkBlocks(blocks: unknown, place: Place, where: FieldSurroundings, check: FieldCheck): void {
  const { problems } = check;
  if (blocks === undefined) return;
  if (!Array.isArray(blocks)) {
    problems.add(place, `must be a list of blocks, not ${showValue(blocks)}`);
    return;
  }
  if (blocks.length === 0) problems.add(place, 'must not be empty');
  const slugs = new Map<string, string>();
  for (const [position, block] of Array.from<unknown>(blocks).entries()) {
    const slug = isPlainObject(block) && typeof block['slug'] === 'string' ? block['slug'] : null;
    const own = named({ ...place, path: `${place.path}.blocks` }, position, slug || null, '');
    if (!isPlainObject(block)) {
      problems.add(own, `must be a block, not ${showValue(block)}`);
      continue;
    }
    const naming = namingOption({ ...place, path: `${place.path}.blocks`, subject: null }, position, 'slug');
    checkBlock(block, { place: own, naming, slugs }, problems);
    const rows = { ...where, siblings: 'blocks' as const, inRows: true, depth: where.depth + 2 };
    checkFields(block['fields'], inside(own, 'fields'), { ...rows, around: [...where.around, block] }, check);
  }
}

interface BlockSituation {
  readonly place: Place;
  /** Position of its `slug`. */
  readonly naming: Place;
  /** Slugs of the field so far, by their camelCase. */
  readonly slugs: Map<string, string>;
}

function checkBlock(block: PlainObject, { place, naming, slugs }: BlockSituation, problems: Problems): void {
  const { slug } = block;
  const pass = (): void => {};
  const options = {
    slug: pass,
    fields: pass,
    label: translated,
    description: anyTranslated,
    admin: blockAdmin,
  };
  checkOptions(block, { options, required: ['fields'], noun: 'a block' }, place, problems);
  checkRowLabel(block, place, problems);
  if (!checkBlockSlug(slug, isGiven(slug) ? at(place, 'slug') : naming, problems)) return;
  const other = slugs.get(camelCase(slug));
  if (other === slug) problems.add(at(place, 'slug'), `${quoted(slug)} is used twice in the same field`);
  else if (other !== undefined) {
    problems.add(at(place, 'slug'), `${quoted(slug)} and ${quoted(other)} differ only in marks: rename one`);
  }
  slugs.set(camelCase(slug), other ?? slug);
}
