/**
 * Source files of a config as syntax trees. `@babel/parser` knows no types, and loads in a thirtieth of the
 * time that the compiler of TypeScript takes.
 */
import { readFileSync } from 'node:fs';
import type * as Babel from '@babel/parser';
import type { Comment, Node, Program } from '@babel/types';
import { ownRequire } from '../../runtime/util/package-root.js';

// An import would look for the names of its exports in half a megabyte of CommonJS first.
const { parse: parseText } = ownRequire('@babel/parser') as typeof Babel;

export interface ParsedSource {
  /** Absolute path. */
  readonly path: string;
  readonly text: string;
  readonly program: Program;
  /** In the order of the text. */
  readonly comments: readonly Comment[];
}

const parents = new WeakMap<Node, Node>();
const sources = new WeakMap<Node, ParsedSource>();

/** Reads a file; what cannot be parsed is left out of the tree. */
export function parseSource(path: string): ParsedSource {
  return parseCode(path, readFileSync(path, 'utf8'));
}

export function parseCode(path: string, text: string): ParsedSource {
  const { program, comments } = parseText(text, {
    sourceType: 'unambiguous',
    errorRecovery: true,
    allowReturnOutsideFunction: true,
    createParenthesizedExpressions: true,
    attachComment: false,
    plugins: [
      'decorators',
      ...(path.endsWith('x') ? (['typescript', 'jsx'] as const) : (['typescript'] as const)),
    ],
  });
  const source: ParsedSource = { path, text, program, comments: comments ?? [] };
  sources.set(program, source);
  linkChildren(program);
  return source;
}

/** The node around a node, or null for a whole file. */
export function parentOf(node: Node): Node | null {
  return parents.get(node) ?? null;
}

/** The file in which a node is. */
export function sourceOf(node: Node): ParsedSource {
  let top = node;
  for (let next = parentOf(top); next !== null; next = parentOf(top)) top = next;
  const source = sources.get(top);
  if (source === undefined) throw new Error('The node was not read by parseSource.');
  return source;
}

function linkChildren(top: Node): void {
  for (const node of nodesIn(top)) {
    for (const child of childrenOf(node)) parents.set(child, node);
  }
}

/** A node and all nodes inside it. */
export function* nodesIn(top: Node): Iterable<Node> {
  const waiting: Node[] = [top];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    waiting.push(...childrenOf(node));
  }
}

function childrenOf(node: Node): readonly Node[] {
  return (Object.values(node) as readonly unknown[]).flatMap((value) =>
    (Array.isArray(value) ? (value as readonly unknown[]) : [value]).filter(isNode),
  );
}

function isNode(value: unknown): value is Node {
  // Positions and `extra` have no type.
  return typeof value === 'object' && value !== null && 'type' in value && 'loc' in value;
}
