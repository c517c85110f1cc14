import type { Editor } from '@tiptap/react';
import { type RefObject, useCallback } from 'react';

/** Distance from the text, and from the edges of the window. */
const gap = 6;

/**
 * Returns a function that places an element at a position of the text: above or below the line, on the other
 * side where there is no room. The element is positioned in the frame of the text, so it scrolls with it.
 */
export function useAnchor(
  editor: Editor,
  position: number | null,
  side: 'above' | 'below',
  element: RefObject<HTMLElement | null>,
): () => void {
  return useCallback(() => {
    const own = element.current;
    const frame = own?.offsetParent;
    if (position === null || !own || !frame) return;
    const line = editor.view.coordsAtPos(Math.min(position, editor.state.doc.content.size));
    const around = frame.getBoundingClientRect();
    const { offsetHeight: height, offsetWidth: width } = own;
    const isBelow =
      side === 'below'
        ? line.bottom + gap + height < window.innerHeight || line.top < height
        : line.top < height + 3 * gap;
    const top = isBelow ? line.bottom + gap : line.top - gap - height;
    const left = Math.max(gap, Math.min(line.left, window.innerWidth - width - gap));
    own.style.insetBlockStart = `${top - around.top + frame.scrollTop}px`;
    own.style.left = `${Math.max(left - around.left, gap - around.left)}px`;
  }, [editor, position, side, element]);
}
