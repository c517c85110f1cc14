import type { ReactNode } from 'react';
import type { Value } from '../../api/documents.js';
import { noShape, textOperand } from '../families/plain.js';
import type { CellProps, FieldType } from '../field-type.js';
import { textOfTree } from '../rich-text/tree-text.js';

/** The tree of a rich text editor. */
export const richText: FieldType = {
  isText: false,
  Cell: RichTextCell,
  operand: textOperand,
  text: (_field, value) => ({ text: textOfTree(value), look: 'written' }),
  title: (_field, value) => textOfTree(value),
  widget: () => 'richText',
  hasRequiredProperty: true,
  shape: noShape,
};

const maxTexts = 20;
const maxCellLength = 140;

/** The beginning, as plain text. It stops early, since a list shows many trees. */
function RichTextCell({ value }: CellProps): ReactNode {
  const texts: string[] = [];
  const collect = (node: Value): void => {
    if (texts.length > maxTexts || typeof node !== 'object' || node === null) return;
    const { text, content } = node as { readonly text?: Value; readonly content?: Value };
    if (typeof text === 'string') texts.push(text);
    if (Array.isArray(content)) content.forEach(collect);
  };
  collect(value);
  return texts.join(' ').slice(0, maxCellLength);
}
