import { type Editor, Node } from '@tiptap/react';
import { pendingUpload } from './tree.js';

/** A document with a file. */
interface StoredAt {
  readonly collection: string;
  readonly id: string;
}

/** Sends a file of a paste, and returns the document that it became; null if nothing takes such files. */
export type SendFile = (file: File) => Promise<StoredAt> | null;

/** Attribute of an element that holds the place of a picture which is on its way. */
export const pendingAt = 'data-svc-pending';

/** The places of this page; those of another editor are unknown. */
const places = new Set<string>();
let nextPlace = 1;

/**
 * Starts to send a file, and returns the key of its place in the text: a node that is never stored. What
 * follows replaces it by the file, or removes it.
 */
export function sendToPlace(
  editor: Editor,
  sending: Promise<StoredAt>,
  onFailure: (error: unknown) => void,
): string {
  const key = String(nextPlace++);
  places.add(key);
  const settle = (stored: StoredAt | null): void => {
    places.delete(key);
    if (editor.isDestroyed) return;
    const { doc, schema, tr } = editor.state;
    const made = stored === null ? null : schema.nodes['upload']?.create({ ...stored });
    doc.descendants((node, position) => {
      if (node.type.name !== pendingUpload || node.attrs['key'] !== key) return;
      const [from, to] = [tr.mapping.map(position), tr.mapping.map(position + node.nodeSize)];
      if (made) tr.replaceWith(from, to, made);
      else tr.deleteRange(from, to);
    });
    // Undoing the paste removes the file, too.
    if (tr.docChanged) editor.view.dispatch(tr.setMeta('addToHistory', false));
  };
  sending.then(settle, (error: unknown) => {
    settle(null);
    onFailure(error);
  });
  return key;
}

/** The place of a file that is on its way. */
export const PendingUpload: Node = Node.create({
  name: pendingUpload,
  group: 'block',
  atom: true,
  selectable: false,
  addAttributes: () => ({
    key: {
      default: null,
      parseHTML: (element: HTMLElement) => element.getAttribute(pendingAt),
      rendered: false,
    },
  }),
  parseHTML: () => [
    {
      tag: `div[${pendingAt}]`,
      getAttrs: (element) => places.has(element.getAttribute(pendingAt) ?? '') && null,
    },
  ],
  renderHTML: ({ node }) => [
    'div',
    { class: 'rich-pending skeleton', [pendingAt]: String(node.attrs['key']) },
  ],
});
