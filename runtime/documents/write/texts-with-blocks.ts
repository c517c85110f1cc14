import type { FieldDescriptor } from '../../codegen/descriptors.js';
import { fieldsInside, rowFields } from '../../fields/inner-fields.js';
import { hasTextWithBlocks, isTextWithBlocks, type TextWithBlocks } from '../../fields/text-with-blocks.js';
import { groupData, isJsonObject, type JsonObject, ownValue } from '../../util/json.js';
import { rowsOf } from '../relations/reference-plan.js';

type Fields = readonly FieldDescriptor[];

/** A document, group or row, and the same one in other forms of the document. */
export interface ComparedData {
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
