/** The texts of a document that a search looks at. */
import type { SearchDescriptor, SearchField } from '../../codegen/searched-fields.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.js';

/** The texts of each searched field, in the order of the descriptor. */
export function searchedTexts(
  { fields }: SearchDescriptor,
  document: JsonObject,
): readonly (readonly string[])[] {
  return fields.map((field) => textsOf(field, document));
}

/** The texts of a field: of a text, of the members of a list, of every row, and of rich text. */
export function textsOf(
  { path, blocks }: Pick<SearchField, 'path' | 'blocks'>,
  document: JsonObject,
): readonly string[] {
  const names = path.split('.');
  if (blocks === undefined) return textsAt(document, names);
  const above = blocks.at.split('.');
  const rows = rowsAt(document, above).filter(
    (row) => isJsonObject(row) && blocks.slugs.includes(String(row['blockType'])),
  );
  return rows.flatMap((row) => textsAt(row, names.slice(above.length)));
}

/** The rows at a path. */
function rowsAt(value: JsonValue | undefined, names: readonly string[]): readonly JsonValue[] {
  if (Array.isArray(value)) return value.flatMap((member: JsonValue) => rowsAt(member, names));
  const [name, ...rest] = names;
  if (name === undefined) return value === undefined ? [] : [value];
  return isJsonObject(value) && Object.hasOwn(value, name) ? rowsAt(value[name], rest) : [];
}

function textsAt(value: JsonValue | undefined, names: readonly string[]): readonly string[] {
  const [name, ...rest] = names;
  if (name === undefined) return textsIn(value);
  if (Array.isArray(value)) return value.flatMap((member: JsonValue) => textsAt(member, names));
  if (!isJsonObject(value) || !Object.hasOwn(value, name)) return [];
  return textsAt(value[name], rest);
}

function textsIn(value: JsonValue | undefined): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (Array.isArray(value) && value.every((member) => typeof member === 'string'))
    return value.filter((member) => member !== '');
  const text = richText(value);
  return text === '' ? [] : [text];
}

/**
 * The text of rich text: what its nodes have as `text`. Those next to each other are parts of one text, since
 * an editor begins a node where letters become bold; other nodes are on lines of their own.
 */
function richText(value: JsonValue | undefined): string {
  const lines: string[] = [''];
  // `undefined` is the end of a node.
  const stack: (JsonValue | undefined)[] = [value];
  while (stack.length > 0) {
    const node = stack.pop();
    if (node === undefined) lines.push('');
    else if (Array.isArray(node)) addNodes(stack, node);
    else if (isJsonObject(node)) {
      if (typeof node['text'] === 'string') lines[lines.length - 1] += node['text'];
      else {
        lines.push('');
        stack.push(undefined);
        addNodes(stack, Object.values(node));
      }
    }
  }
  return lines.filter((line) => line !== '').join('\n');
}

/** One by one: a call takes only so many arguments. */
function addNodes(stack: (JsonValue | undefined)[], nodes: readonly JsonValue[]): void {
  for (const node of nodes.toReversed()) if (typeof node === 'object') stack.push(node);
}
