import { Extension, type Extensions, Mark, mergeAttributes, Node } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { carried, unknownBlock, unknownInline, unknownMark } from './tree.js';

/** What a stand-in shows: the name of what it stands for. */
function labelOf(attributes: Readonly<Record<string, unknown>>): string {
  const node = attributes[carried];
  const type = typeof node === 'object' && node !== null && 'type' in node ? String(node.type) : '?';
  return `‹${type}›`;
}

const carriedAttribute = { [carried]: { default: null, rendered: false, parseHTML: () => null } };

/** A block that the editor does not know: it can be moved and deleted, not changed. */
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
  // Several of them may stand on one text.
  excludes: '',
  addAttributes: () => carriedAttribute,
  renderHTML: ({ HTMLAttributes }) => [
    'span',
    mergeAttributes(HTMLAttributes, { class: 'rich-unknown-mark' }),
    0,
  ],
});

/** Attributes that are not known travel with the nodes and marks that are. */
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
        ...['horizontalRule', 'hardBreak', 'bold', 'italic', 'underline', 'strike', 'code', 'link'],
      ],
      attributes: {
        [carried]: { default: null, rendered: false, keepOnSplit: false, parseHTML: () => null },
      },
    },
  ],
});

/** Everything that the editor knows: docs/rich-text.md lists it for people. */
export const extensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3, 4, 5, 6] },
    link: {
      openOnClick: false,
      autolink: true,
      HTMLAttributes: { target: null, rel: null },
    },
    dropcursor: { class: 'rich-drop', color: false },
    // Adds an empty paragraph behind what is stored, which would be a change that nobody made.
    trailingNode: false,
  }),
  UnknownBlock,
  UnknownInline,
  UnknownMark,
  CarriedAttributes,
];
