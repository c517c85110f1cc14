import { ts } from 'ts-morph';
import { plainComment } from './plain-comment.js';

/** The text of the TSDoc comment above a node, or null. */
export function commentAbove(node: ts.Node): string | null {
  const owner = ownerOf(node);
  const { text } = owner.getSourceFile();
  const [from, to] = [owner.getFullStart(), owner.getStart()];
  const comments = [
    ...(ts.getTrailingCommentRanges(text, from) ?? []).filter(
      ({ end }) => !text.slice(end, to).includes('\n'),
    ),
    ...(ts.getLeadingCommentRanges(text, from) ?? []),
  ];
  const last = comments
    .filter(({ pos, end }) => /^\/\*\*[^/]/.test(text.slice(pos, end)) && end <= to)
    .at(-1);
  return last === undefined ? null : plainComment(text.slice(last.pos, last.end)) || null;
}

/** The node that has the comment: the statement of a constant, or the property of a value. */
function ownerOf(node: ts.Node): ts.Node {
  if (ts.isVariableDeclaration(node)) return node.parent.parent;
  return ts.isPropertyAssignment(node.parent) && node.parent.initializer === node ? node.parent : node;
}
