/**
 * Blocks in rich texts: a node `block` names a row of the blocks field beside the text by `attrs.id`
 * (docs/spec/contract.md#blocks-in-rich-text).
 */
import type { FieldDescriptor } from '../../codegen/descriptors.js';
import { reason } from '../../errors/reasons/reason.js';
import { type Issue, issueAt } from '../../errors/service-error.js';
import { fieldsInside, rowFields } from '../../fields/inner-fields.js';
import { hasTextWithBlocks, isTextWithBlocks, type TextWithBlocks } from '../../fields/text-with-blocks.js';
import { groupData, isJsonObject, type JsonObject, type JsonValue, ownValue } from '../../util/json.js';
import { rowsOf } from '../relations/reference-plan.js';

type Fields = readonly FieldDescriptor[];

/**
 * Issues of nodes that name no row, or one that the text shows already. A node that named no row before the
 * write stays: the row was deleted along with a document that it refers to.
 */
export function textBlockIssues(fields: Fields, before: JsonObject, after: JsonObject): readonly Issue[] {
  const texts = textsWithBlocks(fields, { data: after, others: [before] });
  return [...texts].flatMap((placed) => [...issuesOfText(placed)]);
}

function* issuesOfText({ text, data, others: [before = {}], prefix }: PlacedText): Iterable<Issue> {
  const { name, blocksField } = text;
  const isSame = (key: string): boolean => ownValue(before, key) === ownValue(data, key);
  if (isSame(name) && isSame(blocksField)) return;
  const shown = shownBlocks(ownValue(data, name));
  if (shown.length === 0) return;
  const rows = idsOf(data, blocksField);
  const rowsBefore = idsOf(before, blocksField);
  const lost = new Set(
    shownBlocks(ownValue(before, name)).flatMap(({ id }) => (rowsBefore.has(id) ? [] : [id])),
  );
  const seen = new Set<string | null>();
  for (const { id, path } of shown) {
    const at = `${prefix}${name}.${path()}`;
    if (!rows.has(id)) {
      if (!lost.has(id)) yield issueAt(at, reason('text.unknownBlock', { field: blocksField }));
    } else if (seen.has(id)) yield issueAt(at, reason('text.blockTwice'));
    seen.add(id);
  }
}

/** The ids of the rows of a field. */
export function idsOf(data: JsonObject, name: string): ReadonlySet<JsonValue | undefined> {
  return new Set(rowsOf(data, name).map((row) => ownValue(row, 'id')));
}

/** A node `block`. */
export interface ShownBlock {
  /** Null where the node names none. */
  readonly id: string | null;
  /** From the text: `content.2.attrs.id`. */
  readonly path: () => string;
}

interface Step {
  readonly value: JsonValue | undefined;
  readonly key: string;
  readonly above: Step | null;
}

/**
 * The nodes `block` of a rich text in its order, wherever they are: other editors nest nodes in their own
 * ways. Not recursive, since clients decide how deep a text is.
 */
export function shownBlocks(text: JsonValue | undefined): readonly ShownBlock[] {
  const shown: ShownBlock[] = [];
  const waiting: Step[] = [{ value: text, key: '', above: null }];
  for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
    const { value } = step;
    const above = step;
    if (isBlockNode(value))
      shown.push({ id: blockId(value), path: () => [...keysOf(above), 'attrs', 'id'].join('.') });
    // One by one: a call takes only so many arguments.
    for (const [key, inner] of partsOf(value).toReversed())
      if (typeof inner === 'object') waiting.push({ value: inner, key, above });
  }
  return shown;
}

function keysOf(step: Step): readonly string[] {
  const keys: string[] = [];
  for (let at = step; at.above !== null; at = at.above) keys.push(at.key);
  return keys.reverse();
}

/** What a part of a rich text has inside: all but the attributes of a node `block`, which are no nodes. */
function partsOf(value: JsonValue | undefined): readonly (readonly [string, JsonValue])[] {
  if (typeof value !== 'object' || value === null) return [];
  const parts = Object.entries(value as JsonObject);
  return isBlockNode(value) ? parts.filter(([key]) => key !== 'attrs') : parts;
}

function isBlockNode(value: JsonValue | undefined): value is JsonObject {
  return isJsonObject(value) && ownValue(value, 'type') === 'block';
}

function blockId(node: JsonObject): string | null {
  const id = ownValue(groupData(node, 'attrs'), 'id');
  return typeof id === 'string' ? id : null;
}

/**
 * The data of a write without the nodes whose rows it lacks: an old version may have blocks that do not fit
 * any more. `current` has the rows of fields that the data do not name.
 */
export function withoutLostBlocks(fields: Fields, data: JsonObject, current: JsonObject): JsonObject {
  if (!hasTextWithBlocks(fields)) return data;
  const kept: Record<string, JsonValue> = { ...data };
  for (const field of fields) {
    const value = ownValue(data, field.name);
    if (value === undefined || value === null) continue;
    if (isTextWithBlocks(field)) {
      const { blocksField } = field;
      const rows = idsOf(Object.hasOwn(data, blocksField) ? data : current, blocksField);
      if (shownBlocks(value).some(({ id }) => !rows.has(id))) kept[field.name] = withoutNodes(value, rows);
    } else if (field.type === 'group' && isJsonObject(value)) {
      kept[field.name] = withoutLostBlocks(field.fields, value, groupData(current, field.name));
    } else if (fieldsInside(field).some(hasTextWithBlocks) && Array.isArray(value)) {
      // Rows are replaced as a whole.
      kept[field.name] = (value as readonly JsonValue[]).map((row) =>
        isJsonObject(row) ? withoutLostBlocks(rowFields(field, row), row, {}) : row,
      );
    }
  }
  return kept;
}

/**
 * The text without nodes `block` that have no row, as {@link shownBlocks} finds them. Recursive: what is
 * stored is at most as deep as the body of a request.
 */
function withoutNodes(value: JsonValue, rows: ReadonlySet<JsonValue | undefined>): JsonValue {
  const isLost = (node: JsonValue): boolean => isBlockNode(node) && !rows.has(blockId(node));
  if (isLost(value)) return { type: 'paragraph' };
  if (Array.isArray(value)) {
    const nodes = value as readonly JsonValue[];
    const kept = nodes.filter((node) => !isLost(node));
    // A cell of a table and a list item are never empty.
    if (kept.length === 0 && nodes.length > 0) return [{ type: 'paragraph' }];
    return kept.map((node) => withoutNodes(node, rows));
  }
  if (!isJsonObject(value)) return value;
  const inside = partsOf(value).map(([key, inner]) => [key, withoutNodes(inner, rows)] as const);
  return { ...value, ...Object.fromEntries(inside) };
}

/** A document, group or row, and the same one in other forms of the document. */
interface ComparedData {
  readonly data: JsonObject;
  /** Without those forms that lack the row. */
  readonly others: readonly JsonObject[];
}

/** A rich text with blocks, and where it is. */
export interface PlacedText extends ComparedData {
  readonly text: TextWithBlocks;
  /** The fields beside it, its own among them. */
  readonly fields: Fields;
  /** Path of what contains it, with a dot at its end: `sections.2.`; empty for the document. */
  readonly prefix: string;
}

/** The rich texts with blocks in the data of a write. Rows of other forms are found by their ids. */
export function* textsWithBlocks(fields: Fields, compared: ComparedData, prefix = ''): Iterable<PlacedText> {
  const { data, others } = compared;
  if (!hasTextWithBlocks(fields)) return;
  if (others.length > 0 && others.every((other) => other === data)) return;
  for (const field of fields) {
    const { name } = field;
    if (isTextWithBlocks(field)) yield { ...compared, text: field, fields, prefix };
    else if (field.type === 'group') {
      const inner = { data: groupData(data, name), others: others.map((other) => groupData(other, name)) };
      yield* textsWithBlocks(field.fields, inner, `${prefix}${name}.`);
    } else if (fieldsInside(field).some(hasTextWithBlocks)) {
      yield* textsInRows(field, compared, `${prefix}${name}.`);
    }
  }
}

function* textsInRows(
  field: FieldDescriptor,
  { data, others }: ComparedData,
  prefix: string,
): Iterable<PlacedText> {
  const rows = ownValue(data, field.name);
  if (!Array.isArray(rows)) return;
  const known = others.map(
    (other) => new Map(rowsOf(other, field.name).map((row) => [ownValue(row, 'id'), row])),
  );
  for (const [position, row] of rows.entries()) {
    if (!isJsonObject(row)) continue;
    const id = ownValue(row, 'id');
    const same = known.map((rowsById) => rowsById.get(id)).filter((known) => known !== undefined);
    yield* textsWithBlocks(rowFields(field, row), { data: row, others: same }, `${prefix}${position}.`);
  }
}
