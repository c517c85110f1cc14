import { isJsonObject, type JsonObject, type JsonValue } from '../../../../runtime/util/json.js';
import { isLinkAddress } from './link-address.js';
import { holdsText, objects } from './tree-text.js';

/** Nodes that the editor knows, with their attributes. docs/rich-text.md has the same list. */
const nodes: Readonly<Record<string, readonly string[]>> = {
  doc: [],
  paragraph: [],
  heading: ['level'],
  blockquote: [],
  bulletList: [],
  orderedList: ['start', 'type'],
  listItem: [],
  codeBlock: ['language'],
  horizontalRule: [],
  hardBreak: [],
  text: [],
  upload: ['collection', 'id'],
  block: ['id'],
  table: [],
  tableRow: [],
  tableHeader: ['colspan', 'rowspan', 'colwidth'],
  tableCell: ['colspan', 'rowspan', 'colwidth'],
};

const marks: Readonly<Record<string, readonly string[]>> = {
  bold: [],
  italic: [],
  underline: [],
  strike: [],
  code: [],
  link: ['href', 'title'],
};

/**
 * Whether the editor may render a value. The API accepts any tree: an address that runs code must not become
 * a link, and a value must not add a class of the dashboard. Rejected values are carried unchanged, like
 * unknown attributes.
 */
const mayShow: Readonly<Record<string, (value: JsonValue) => boolean>> = {
  href: isLinkAddress,
  title: (value) => typeof value === 'string',
  // It becomes a class name.
  language: (value) => typeof value === 'string' && !/\s/.test(value),
  colspan: isSpan,
  rowspan: isSpan,
  colwidth: (value) => Array.isArray(value) && value.every((width) => width === 0 || isSpan(width, 10_000)),
};

/** Attributes without which the editor cannot draw a node. */
const neverEmpty: ReadonlySet<string> = new Set(['colspan', 'rowspan']);

/** More cells than this would make the editor build a map of millions of them. */
export const maxSpan = 100;

function isSpan(value: JsonValue | undefined, max = maxSpan): boolean {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= max;
}

/**
 * The name in the editor of a node `block`: the groups of its schema have one of this name, and what a node
 * may contain would be taken for the node.
 */
export const blockNode = 'svcBlock';

/** Placeholders for what the editor does not know; they carry it unchanged. */
export const unknownBlock = 'svcUnknownBlock';
export const unknownInline = 'svcUnknownInline';
export const unknownMark = 'svcUnknownMark';
/** The place of a file that is on its way: it is never stored. */
export const pendingUpload = 'svcPendingUpload';
/**
 * Attribute of a placeholder: the node or mark itself. On a known node or mark: its unknown attributes and
 * keys.
 */
export const carried = 'svcCarried';

/** Whether a value is a tree that the editor can open: `{ type: 'doc', content: [...] }`. */
export function isRichTextTree(value: JsonValue): value is JsonObject {
  return isJsonObject(value) && value['type'] === 'doc' && Array.isArray(value['content'] ?? []);
}

/**
 * Returns the tree for the editor: unknown parts are wrapped, so that they are shown as placeholders and not
 * dropped. A text without blocks knows no node `block`: another editor may mean something else by the name.
 */
export function toEditor(tree: JsonObject, hasBlocks = false): JsonObject {
  return editorNode(tree, { isInText: false, hasBlocks });
}

/** Returns the tree to store: without the wrappers and without empty attributes. */
export function fromEditor(tree: JsonObject): JsonObject {
  const attributes = isJsonObject(tree['attrs']) ? tree['attrs'] : {};
  const { [carried]: held, ...own } = attributes;
  if (tree['type'] === unknownBlock || tree['type'] === unknownInline || tree['type'] === unknownMark) {
    return isJsonObject(held) ? held : {};
  }
  const extra = isJsonObject(held) ? held : {};
  const extraAttributes = isJsonObject(extra['attrs']) ? extra['attrs'] : {};
  const hasValue = ([, value]: readonly [string, JsonValue]): boolean => value !== null;
  // A typed value replaces a carried one that could not be rendered.
  const typed = Object.fromEntries(Object.entries(own).filter(hasValue));
  const told = Object.entries({ ...extraAttributes, ...typed }).filter(hasValue);
  const { attrs: _attrs, content, marks: ownMarks, ...rest } = tree;
  const { attrs: _extra, ...more } = extra;
  return {
    ...rest,
    ...(rest['type'] === blockNode && { type: 'block' }),
    ...more,
    ...(told.length > 0 && { attrs: Object.fromEntries(told) }),
    ...(content !== undefined && { content: storedContent(content) }),
    ...(ownMarks !== undefined && { marks: objects(ownMarks).map(fromEditor) }),
  };
}

/** Without the places of files that are on their way; a block that holds nothing else gets a paragraph. */
function storedContent(content: JsonValue): JsonObject[] {
  const nodes = objects(content);
  const stored = nodes.filter(({ type }) => type !== pendingUpload).map(fromEditor);
  return stored.length === 0 && nodes.length > 0 ? [{ type: 'paragraph' }] : stored;
}

interface NodePlace {
  readonly isInText: boolean;
  readonly hasBlocks: boolean;
}

function editorNode(node: JsonObject, place: NodePlace): JsonObject {
  const type = String(node['type']);
  const known = nodes[type];
  if (known === undefined || !fits(node, type, place)) {
    return { type: place.isInText ? unknownInline : unknownBlock, attrs: { [carried]: node } };
  }
  const { type: _type, attrs, content, marks: ownMarks, text, ...more } = node;
  return {
    type: type === 'block' ? blockNode : type,
    ...(typeof text === 'string' && { text }),
    ...(type !== 'text' && attributesOf(attrs, known, more)),
    ...(content !== undefined && {
      content: objects(content).map((child) =>
        editorNode(child, { ...place, isInText: holdsText.includes(type) }),
      ),
    }),
    ...(ownMarks !== undefined && { marks: objects(ownMarks).map(editorMark) }),
  };
}

/** Text and line breaks are allowed in text only, and a text node with unknown keys is wrapped as a whole. */
function fits(node: JsonObject, type: string, { isInText, hasBlocks }: NodePlace): boolean {
  const isInline = type === 'text' || type === 'hardBreak';
  if (isInline !== isInText) return false;
  if (type === 'upload') return isReference(node['attrs']);
  if (type === 'block') return hasBlocks && namesRow(node['attrs']);
  if (type !== 'text') return true;
  return (
    typeof node['text'] === 'string' &&
    Object.keys(node).every((key) => ['type', 'text', 'marks'].includes(key))
  );
}

/** Another editor may mean something else by the name. */
function isReference(attributes: JsonValue | undefined): boolean {
  if (!isJsonObject(attributes)) return false;
  return typeof attributes['collection'] === 'string' && typeof attributes['id'] === 'string';
}

function namesRow(attributes: JsonValue | undefined): boolean {
  return isJsonObject(attributes) && typeof attributes['id'] === 'string';
}

function editorMark(mark: JsonObject): JsonObject {
  const type = String(mark['type']);
  const known = marks[type];
  if (known === undefined) return { type: unknownMark, attrs: { [carried]: mark } };
  const { type: _type, attrs, ...more } = mark;
  return { type, ...attributesOf(attrs, known, more) };
}

function attributesOf(
  attributes: JsonValue | undefined,
  known: readonly string[],
  more: JsonObject,
): { readonly attrs?: JsonObject } {
  const given = Object.entries(isJsonObject(attributes) ? attributes : {});
  const isOwn = ([name, value]: readonly [string, JsonValue]): boolean =>
    known.includes(name) && (value === null ? !neverEmpty.has(name) : mayShow[name]?.(value) !== false);
  const own = given.filter(isOwn);
  const unknown = given.filter((attribute) => !isOwn(attribute));
  const extra: JsonObject = {
    ...more,
    ...(unknown.length > 0 && { attrs: Object.fromEntries(unknown) }),
  };
  const attrs: JsonObject = {
    ...Object.fromEntries(own),
    ...(Object.keys(extra).length > 0 && { [carried]: extra }),
  };
  return Object.keys(attrs).length > 0 ? { attrs } : {};
}
