import { NodeSelection } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';

interface Place {
  /** Position of the block in the text. */
  readonly at: number;
  /** Distance from the top of the text, in pixels. */
  readonly top: number;
}

/**
 * A handle beside the block under the pointer, by which it is dragged. The keyboard has the commands “Move
 * up” and “Move down” instead.
 */
export function BlockHandle({ editor }: { readonly editor: Editor }): ReactNode {
  const handle = useRef<HTMLSpanElement>(null);
  const [place, setPlace] = useState<Place | null>(null);
  useEffect(() => {
    const frame = handle.current?.parentElement;
    if (!frame) return;
    const follow = (event: PointerEvent): void => {
      // Not while something is dragged or selected, and not for fingers: they scroll.
      if (event.buttons > 0 || event.pointerType === 'touch' || event.target === handle.current) return;
      setPlace((before) => {
        const next = placeAt(editor, event.clientY);
        return before?.at === next?.at && before?.top === next?.top ? before : next;
      });
    };
    const leave = (): void => setPlace(null);
    frame.addEventListener('pointermove', follow);
    frame.addEventListener('pointerleave', leave);
    editor.on('update', leave);
    return () => {
      frame.removeEventListener('pointermove', follow);
      frame.removeEventListener('pointerleave', leave);
      editor.off('update', leave);
    };
  }, [editor]);
  const select = (): void => {
    if (place === null) return;
    const { state, view } = editor;
    view.dispatch(state.tr.setSelection(NodeSelection.create(state.doc, place.at)));
  };
  const drag = (event: DragEvent): void => {
    if (place === null) return;
    select();
    const { view } = editor;
    const slice = view.state.selection.content();
    const { dom, text } = view.serializeForClipboard(slice);
    event.dataTransfer.clearData();
    event.dataTransfer.setData('text/html', dom.innerHTML);
    event.dataTransfer.setData('text/plain', text);
    event.dataTransfer.effectAllowed = 'copyMove';
    const drawn = view.nodeDOM(place.at);
    if (drawn instanceof Element) event.dataTransfer.setDragImage(drawn, 0, 0);
    // ProseMirror takes it for one of its own drags, and moves the selected block.
    view.dragging = { slice, move: true };
  };
  return (
    <span
      ref={handle}
      className="rich-handle"
      aria-hidden="true"
      draggable
      hidden={place === null}
      style={{ insetBlockStart: `${place?.top ?? 0}px` }}
      onDragStart={drag}
      onClick={() => {
        select();
        editor.view.focus();
      }}
    />
  );
}

/** Returns the block of the text at a height of the window. */
function placeAt(editor: Editor, y: number): Place | null {
  const { dom, state } = editor.view;
  const frame = dom.closest('.rich-text')?.getBoundingClientRect();
  if (frame === undefined) return null;
  let found: Place | null = null;
  state.doc.forEach((_node, at) => {
    const drawn = editor.view.nodeDOM(at);
    if (found !== null || !(drawn instanceof Element)) return;
    const { top, bottom } = drawn.getBoundingClientRect();
    if (y >= top - 6 && y <= bottom + 6) found = { at, top: top - frame.top };
  });
  return found;
}
