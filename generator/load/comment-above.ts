import type { Comment, Node } from '@babel/types';
import { type ParsedSource, parentOf, sourceOf } from './parsed-source.js';
import { plainComment } from './plain-comment.js';

/** The text of the TSDoc comment above a node, or null. */
export function commentAbove(node: Node): string | null {
  const owner = ownerOf(node);
  const source = sourceOf(owner);
  const doc = commentsBefore(source, owner.start ?? 0).find(isDocComment);
  return doc === undefined ? null : plainComment(`/*${doc.value}*/`) || null;
}

/** The comments with nothing but space between them and a position, the nearest first. */
function commentsBefore({ text, comments }: ParsedSource, position: number): readonly Comment[] {
  const found: Comment[] = [];
  let edge = position;
  for (const comment of comments.filter(({ end }) => (end ?? 0) <= position).reverse()) {
    const { start = 0, end = 0 } = comment;
    if (text.slice(end, edge).trim() !== '') break;
    // One at the end of the line of another part describes that part.
    const lineStart = text.lastIndexOf('\n', start - 1) + 1;
    const isAfterCode = text.slice(lineStart, start).trim() !== '';
    if (isAfterCode && text.slice(end, position).includes('\n')) break;
    found.push(comment);
    edge = start;
  }
  return found;
}

function isDocComment({ type, value }: Comment): boolean {
  return type === 'CommentBlock' && value.startsWith('*');
}

/** The node that has the comment: the statement of a constant, or the property of a value. */
function ownerOf(node: Node): Node {
  const parent = parentOf(node);
  if (parent === null) return node;
  if (node.type === 'VariableDeclarator' || parent.type === 'ExportNamedDeclaration') return ownerOf(parent);
  return parent.type === 'ObjectProperty' && parent.value === node ? parent : node;
}
