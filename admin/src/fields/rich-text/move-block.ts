import type { Node as TreeNode } from '@tiptap/pm/model';
import { type EditorState, NodeSelection, TextSelection } from '@tiptap/pm/state';
import { type Editor, Extension } from '@tiptap/react';

/** Nodes whose children can change places. */
const lists: ReadonlySet<string> = new Set(['doc', 'bulletList', 'orderedList']);

export function canMoveBlock(editor: Editor, step: 1 | -1): boolean {
  return exchangeOf(editor.state, step) !== null;
}

/** Moves the block or list item at the cursor past its neighbour. */
export function moveBlock({ state, view }: Editor, step: 1 | -1): boolean {
  const exchange = exchangeOf(state, step);
  if (exchange === null) return false;
  const { start, own, other } = exchange;
  const by = step * other.nodeSize;
  const from = step === 1 ? start : start - other.nodeSize;
  const nodes = step === 1 ? [other, own] : [own, other];
  const { selection, tr } = state;
  tr.replaceWith(from, from + own.nodeSize + other.nodeSize, nodes);
  // A selection that reaches beyond the moved block ends with it.
  const end = start + by + own.nodeSize - 1;
  const at = (position: number) => tr.doc.resolve(Math.min(Math.max(position + by, start + by), end));
  tr.setSelection(
    selection instanceof NodeSelection
      ? NodeSelection.create(tr.doc, selection.from + by)
      : TextSelection.between(at(selection.anchor), at(selection.head)),
  );
  view.dispatch(tr.scrollIntoView());
  return true;
}

interface Exchange {
  /** Position of the moved block. */
  readonly start: number;
  readonly own: TreeNode;
  readonly other: TreeNode;
}

/** A list item at the end of its list does not leave it: the list moves as a whole. */
function exchangeOf({ selection }: EditorState, step: 1 | -1): Exchange | null {
  const { $from } = selection;
  const isWholeBlock = selection instanceof NodeSelection && selection.node.isBlock;
  for (let depth = $from.depth + (isWholeBlock ? 1 : 0); depth > 0; depth--) {
    const parent = $from.node(depth - 1);
    if (!lists.has(parent.type.name)) continue;
    const index = $from.index(depth - 1);
    const own = parent.maybeChild(index);
    const other = parent.maybeChild(index + step);
    if (own === null || other === null) continue;
    return { start: depth > $from.depth ? $from.pos : $from.before(depth), own, other };
  }
  return null;
}

/** Alt, Shift and an arrow key move a block, as in word processors. */
export const MoveBlock: Extension = Extension.create({
  name: 'svcMoveBlock',
  addKeyboardShortcuts() {
    return {
      'Alt-Shift-ArrowUp': () => moveBlock(this.editor, -1),
      'Alt-Shift-ArrowDown': () => moveBlock(this.editor, 1),
    };
  },
});
