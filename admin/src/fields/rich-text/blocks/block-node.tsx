import { NodeSelection, Plugin } from '@tiptap/pm/state';
import { Node, type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react';
import type { ReactNode } from 'react';
import { useTexts } from '../../../i18n/language.js';
import { IconButton } from '../../../ui/button.js';
import { richTextTexts } from '../texts.js';
import { blockNode } from '../tree.js';
import { BlockCard } from './block-card.js';
import { useBlocks } from './block-context.js';
import type { BlockRows } from './block-rows.js';
import { shownIn } from './shown-blocks.js';

interface BlockNodeOptions {
  /** Null in a text without blocks. */
  readonly rows: BlockRows | null;
  readonly onOpen: (id: string) => void;
}

const idAttribute = 'data-block';
const rowAttribute = 'data-row';

/** A block of the field beside the text: the node has its id, and the form its row. */
export const BlockNode: Node<BlockNodeOptions> = Node.create<BlockNodeOptions>({
  name: blockNode,
  group: 'block',
  atom: true,
  selectable: true,
  draggable: true,
  addOptions: () => ({ rows: null, onOpen: () => undefined }),
  addAttributes: () => ({ id: { default: null, rendered: false, parseHTML: () => null } }),
  // Both are for cutting, copying and pasting, within a text and between documents.
  parseHTML() {
    const { rows } = this.options;
    return [
      {
        tag: `div[${idAttribute}]`,
        getAttrs: (element) => {
          const id =
            rows?.take(element.getAttribute(idAttribute), element.getAttribute(rowAttribute)) ?? null;
          return id === null ? false : { id };
        },
      },
    ];
  },
  renderHTML({ node }) {
    const id = String(node.attrs['id']);
    return ['div', { [idAttribute]: id, [rowAttribute]: this.options.rows?.textOf(id) ?? null }];
  },
  addKeyboardShortcuts() {
    const { onOpen } = this.options;
    return {
      Enter: ({ editor }) => {
        const { selection } = editor.state;
        if (!(selection instanceof NodeSelection) || selection.node.type.name !== blockNode) return false;
        onOpen(String(selection.node.attrs['id']));
        return true;
      },
    };
  },
  addProseMirrorPlugins() {
    const { rows } = this.options;
    if (rows === null) return [];
    return [
      new Plugin({
        // A node that was dragged with Ctrl is a copy, and needs a row of its own.
        appendTransaction(transactions, _before, { doc, tr }) {
          if (!transactions.some(({ docChanged }) => docChanged)) return null;
          const seen = new Set<string>();
          for (const { id, position } of shownIn(doc)) {
            const copy = seen.has(id) ? rows.copyOf(id) : null;
            if (copy !== null) tr.setNodeAttribute(position, 'id', copy);
            seen.add(id);
          }
          return tr.docChanged ? tr : null;
        },
      }),
    ];
  },
  addNodeView: () => ReactNodeViewRenderer(BlockView),
});

function BlockView({ node, editor, deleteNode }: NodeViewProps): ReactNode {
  const t = useTexts(richTextTexts);
  const blocks = useBlocks();
  const isEditable = editor.isEditable && blocks?.isClosed === false;
  if (blocks === null) return <NodeViewWrapper />;
  return (
    <NodeViewWrapper>
      <BlockCard
        id={String(node.attrs['id'])}
        blocks={blocks}
        actions={
          isEditable && (
            <IconButton
              icon="trash"
              size="small"
              label={t.blockRemove}
              onClick={() => {
                deleteNode();
                editor.commands.focus();
              }}
            />
          )
        }
      />
    </NodeViewWrapper>
  );
}
