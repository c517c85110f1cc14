/**
 * Finds the position of each part of a config in its source, and the comment above it. Loads a parser: import
 * it only if there is an issue or a comment to look for.
 */
import type { CallExpression, Node } from '@babel/types';
import { isLayoutKind } from '../../runtime/config/fields-of.js';
import type { Keys } from '../../runtime/config/validate/problem.js';
import { commentAbove } from './comment-above.js';
import type { DocComments } from './doc-comments.js';
import { sourceOf } from './parsed-source.js';
import {
  createSourceReader,
  literalText,
  type SourceFiles,
  type SourceReader,
  type Spot,
} from './source-reader.js';

export interface SourcePlace {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
}

export interface ConfigSource {
  /** Position of a part, or of the nearest part around it that can be found in the source. */
  find(keys: Keys): SourcePlace | null;
  /** TSDoc comments of collections, globals, fields and blocks by path. */
  docs(): DocComments;
}

/** Reads the source of a config that has run as `config`. */
export function readConfigSource(files: SourceFiles, config: unknown): ConfigSource {
  const reader = createSourceReader(files);
  return { find: (keys) => findPlace(reader, config, keys), docs: () => readDocs(reader, config) };
}

function findPlace(reader: SourceReader, config: unknown, keys: Keys): SourcePlace | null {
  const root = reader.root();
  if (root === null) return null;
  let spot: Spot = root;
  let place = ownPlace(reader, root);
  let value = config;
  for (const key of keys) {
    const next = typeof key === 'number' ? entryAt(reader, spot, value, key) : reader.property(spot, key);
    if (next === null) break;
    const isEntry = 'node' in next;
    spot = isEntry ? next : next.value;
    place = isEntry ? ownPlace(reader, next) : valuePlace(reader, next.site, next.value);
    value = memberOf(value, key);
  }
  return placeOf(place);
}

/** The node of an entry: for a name, the object that it refers to; for the result of a helper, the call. */
function ownPlace(reader: SourceReader, spot: Spot): Node {
  const chain = reader.chain(spot);
  const call = chain.find(({ node }) => node.type === 'CallExpression' && !isDefining(node));
  const last = chain.at(-1)?.node ?? spot.node;
  const isLiteral = last.type === 'ObjectExpression' || last.type === 'ArrayExpression';
  return call?.node ?? (isLiteral ? last : spot.node);
}

function isDefining({ callee }: CallExpression): boolean {
  const name = callee.type === 'MemberExpression' ? callee.property : callee;
  return name.type === 'Identifier' && /^define[A-Z]\w*$/.test(name.name);
}

/** The node of a property: if its value was passed to a helper, the argument of the call. */
function valuePlace(reader: SourceReader, site: Node, value: Spot): Node {
  const given = reader.chain(value).find(({ calls }) => isOutside(calls, value));
  return given === undefined || value.calls === null ? site : given.node;
}

function isOutside(calls: Spot['calls'], value: Spot): boolean {
  return calls !== value.calls && calls === (value.calls?.outer ?? null);
}

function placeOf(node: Node): SourcePlace {
  return { file: sourceOf(node).path, line: node.loc?.start.line ?? 1 };
}

function memberOf(value: unknown, key: string | number): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string | number, unknown>>)[key]
    : undefined;
}

/**
 * Finds the entry in the source that became `list[position]`: by position if the whole list can be read, else
 * by name or slug. Of several entries with the same name, it is the first for the first value of that name,
 * and so on.
 */
function entryAt(reader: SourceReader, spot: Spot, list: unknown, position: number): Spot | null {
  const entries = reader.entries(spot);
  const length = Array.isArray(list) ? list.length : -1;
  if (!entries.includes(null) && entries.length === length) return entries[position] ?? null;
  const values: readonly unknown[] = Array.isArray(list) ? list : [];
  const name = nameOf(values[position]);
  if (name === null) return null;
  const turn = values.slice(0, position).filter((value) => nameOf(value) === name).length;
  const same = entries.filter((entry) => entry !== null && nameAt(reader, entry) === name);
  return same[turn] ?? same[0] ?? null;
}

function nameOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  const name = memberOf(value, 'slug') ?? memberOf(value, 'name');
  return typeof name === 'string' ? name : null;
}

function nameAt(reader: SourceReader, entry: Spot): string | null {
  const own = reader.property(entry, 'slug') ?? reader.property(entry, 'name');
  return literalText(reader, own?.value ?? entry);
}

function readDocs(reader: SourceReader, config: unknown): DocComments {
  const docs: Record<string, string> = {};
  const root = reader.root();
  if (root === null) return docs;
  for (const kind of ['collections', 'globals'])
    readList(reader, { holder: root, value: config, path: '' }, kind, docs);
  return docs;
}

interface Holder {
  readonly holder: Spot;
  readonly value: unknown;
  readonly path: string;
}

/**
 * Reads the comments above the entries of a list and of the lists in them. It walks the value, not the
 * source, since the source may be circular.
 */
function readList(
  reader: SourceReader,
  { holder, value, path }: Holder,
  key: string,
  docs: Record<string, string>,
): void {
  const list = memberOf(value, key);
  const found = reader.property(holder, key);
  if (!Array.isArray(list) || found === null) return;
  for (const [position, item] of list.entries()) {
    const name = nameOf(item);
    const entry = entryAt(reader, found.value, list, position);
    if (entry === null) continue;
    // What is in a row, in tabs or in a collapsible belongs to the same list of fields.
    if (key === 'fields' && isLayoutKind(memberOf(item, 'type'))) {
      const same = { holder: entry, value: item as unknown, path };
      readList(reader, same, 'fields', docs);
      readTabs(reader, same, docs);
    }
    if (name === null) continue;
    const own = {
      holder: entry,
      value: item as unknown,
      path: `${path === '' ? '' : `${path}.`}${key}.${name}`,
    };
    const comment = commentOf(reader, entry);
    if (comment !== null) docs[own.path] = comment;
    for (const inner of ['fields', 'blocks']) readList(reader, own, inner, docs);
  }
}

function readTabs(reader: SourceReader, { holder, value, path }: Holder, docs: Record<string, string>): void {
  const tabs = memberOf(value, 'tabs');
  const found = reader.property(holder, 'tabs');
  if (!Array.isArray(tabs) || found === null) return;
  for (const [position, tab] of tabs.entries()) {
    const entry = entryAt(reader, found.value, tabs, position);
    if (entry !== null) readList(reader, { holder: entry, value: tab as unknown, path }, 'fields', docs);
  }
}

/** The comment above the entry itself, else above the constant that it refers to. */
function commentOf(reader: SourceReader, entry: Spot): string | null {
  for (const { node } of reader.chain(entry)) {
    const comment = commentAbove(node);
    if (comment !== null) return comment;
    // The comment of a helper describes the helper, not its result.
    if (node.type === 'CallExpression' && !isDefining(node)) return null;
  }
  return null;
}
