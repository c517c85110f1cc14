import type { Node as TreeNode } from '@tiptap/pm/model';
import { blockNode } from '../tree.js';

interface Shown {
  readonly id: string;
  readonly position: number;
}

/** The blocks that a text shows, in its order. */
export function shownIn(doc: TreeNode): readonly Shown[] {
  const shown: Shown[] = [];
  doc.descendants((node, position) => {
    if (node.type.name === blockNode) shown.push({ id: String(node.attrs['id']), position });
  });
  return shown;
}
