import { Extension, type Extensions, Mark, mergeAttributes, Node } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { BlockNode } from './blocks/block-node.js';
import { MoveBlock } from './move-block.js';
import { PendingUpload } from './pending-upload.js';
import { tableExtensions } from './table-nodes.js';
import { blockNode, carried, unknownBlock, unknownInline, unknownMark } from './tree.js';
import { UploadNode } from './upload-node.js';

/** Returns the text of a placeholder: the name of the node that it replaces. */
function labelOf(attributes: Readonly<Record<string, unknown>>): string {
  const node = attributes[carried];
  const type = typeof node === 'object' && node !== null && 'type' in node ? String(node.type) : '?';
  return `‹${type}›`;
}

const carriedAttribute = { [carried]: { default: null, rendered: false, parseHTML: () => null } };

/** A block that the editor does not know: it can be moved and deleted, but not changed. */
const UnknownBlock = Node.create({
  name: unknownBlock,
  group: 'block',
  atom: true,
  selectable: true,
  addAttributes: () => carriedAttribute,
  renderHTML: ({ node, HTMLAttributes }) => [
    'div',
    mergeAttributes(HTMLAttributes, { class: 'rich-unknown' }),
    labelOf(node.attrs),
  ],
});

const UnknownInline = Node.create({
  name: unknownInline,
  group: 'inline',
  inline: true,
  atom: true,
  selectable: true,
  addAttributes: () => carriedAttribute,
  renderHTML: ({ node, HTMLAttributes }) => [
    'span',
    mergeAttributes(HTMLAttributes, { class: 'rich-unknown' }),
    labelOf(node.attrs),
  ],
});

const UnknownMark = Mark.create({
  name: unknownMark,
  // Several of them may be on the same text.
  excludes: '',
  addAttributes: () => carriedAttribute,
  renderHTML: ({ HTMLAttributes }) => [
    'span',
    mergeAttributes(HTMLAttributes, { class: 'rich-unknown-mark' }),
    0,
  ],
});

/** Keeps unknown attributes on known nodes and marks. */
const CarriedAttributes = Extension.create({
  name: 'svcCarriedAttributes',
  addGlobalAttributes: () => [
    {
      types: [
        ...[
          'doc',
          'paragraph',
          'heading',
          'blockquote',
          'bulletList',
          'orderedList',
          'listItem',
          'codeBlock',
        ],
        ...['table', 'tableRow', 'tableHeader', 'tableCell'],
        ...[
          'upload',
          blockNode,
          'horizontalRule',
          'hardBreak',
          'bold',
          'italic',
          'underline',
          'strike',
          'code',
          'link',
        ],
      ],
      attributes: {
        [carried]: { default: null, rendered: false, keepOnSplit: false, parseHTML: () => null },
      },
    },
  ],
});

/** All nodes and marks of the editor; docs/rich-text.md lists them. */
export const extensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3, 4, 5, 6] },
    link: {
      openOnClick: false,
      autolink: true,
      HTMLAttributes: { target: null, rel: null },
    },
    dropcursor: { class: 'rich-drop', color: false },
    // It would append an empty paragraph to the stored value: a change that no user made.
    trailingNode: false,
  }),
  ...tableExtensions,
  UploadNode,
  BlockNode,
  PendingUpload,
  MoveBlock,
  UnknownBlock,
  UnknownInline,
  UnknownMark,
  CarriedAttributes,
];
