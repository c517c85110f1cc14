/** The text of a rich text. Lists load it too, so it is apart from what only the editor needs. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../runtime/util/json.js';

/** Nodes whose content is text. */
export const holdsText: readonly string[] = ['paragraph', 'heading', 'codeBlock'];

/** Returns the text of a tree, one line for each block, to compare versions and to make titles. */
export function textOfTree(value: JsonValue): string {
  if (!isJsonObject(value)) return '';
  if (typeof value['text'] === 'string') return value['text'];
  if (value['type'] === 'hardBreak') return '\n';
  const content = objects(value['content'] ?? []);
  const isText = holdsText.includes(String(value['type']));
  if (value['type'] === 'tableRow') return content.map(cellText).join(' | ');
  return content.map(textOfTree).join(isText ? '' : '\n');
}

/** A row is one line. */
function cellText(cell: JsonObject): string {
  return textOfTree(cell).replaceAll('\n', ' ');
}

/** The objects of a list; other values are left out. */
export function objects(value: JsonValue): JsonObject[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]).filter(isJsonObject) : [];
}
