/** Checks `blocks` of a rich text: docs/spec/contract.md#blocks-in-rich-text. */
import { nearestName } from '../../util/near-miss.js';
import { isPlainObject, type PlainObject } from './checks.js';
import { type FieldEntry, fieldEntries } from './field-entries.js';
import { inside, type Place, type Problems } from './problem.js';
import { quoted } from './show-value.js';

/** `beside` are all fields of the list that contains the rich text. */
export function checkTextBlocks(
  field: PlainObject,
  place: Place,
  beside: readonly FieldEntry[],
  problems: Problems,
): void {
  const { blocks: name, virtual } = field;
  if (typeof name !== 'string' || name === '') return;
  const at = inside(place, 'blocks');
  const siblings = beside.map((entry) => entry.field);
  const named = siblings.find((sibling) => sibling['name'] === name);
  const suggestion = nearestName(
    name,
    siblings.filter(({ type }) => type === 'blocks').map((sibling) => String(sibling['name'])),
  );
  if (virtual !== undefined) {
    problems.add(at, 'cannot be combined with virtual: a computed text shows no blocks');
  } else if (named === undefined) {
    problems.add(at, `names ${quoted(name)}, and there is no such field beside it`, suggestion);
  } else if (named['type'] !== 'blocks') {
    problems.add(at, `names ${quoted(name)}, which is not a blocks field`, suggestion);
  } else if (siblings.find((sibling) => isTextOf(sibling, name)) !== field) {
    problems.add(at, `names ${quoted(name)}, whose blocks another rich text shows already`);
  } else if (blocksIn(named).some((fields) => holdsTextWithBlocks(fields, []))) {
    problems.add(at, `names ${quoted(name)}, whose blocks have a rich text with blocks: these do not nest`);
  }
}

function isTextOf({ type, blocks }: PlainObject, name: string): boolean {
  return type === 'richText' && blocks === name;
}

/** The lists of fields in the blocks of a field that may be wrong. */
function blocksIn({ blocks }: PlainObject): readonly unknown[] {
  return Array.isArray(blocks) ? blocks.filter(isPlainObject).map(({ fields }) => fields) : [];
}

/** `around` are the lists that contain it: one may contain itself, which is reported elsewhere. */
function holdsTextWithBlocks(fields: unknown, around: readonly unknown[]): boolean {
  if (around.includes(fields)) return false;
  const within = [...around, fields];
  return fieldEntries(fields).some(({ field }) => {
    if (field['type'] === 'richText') return field['blocks'] !== undefined;
    if (field['type'] === 'blocks') return blocksIn(field).some((list) => holdsTextWithBlocks(list, within));
    return field['fields'] !== undefined && holdsTextWithBlocks(field['fields'], within);
  });
}
