import type { TiptapEditorHTMLElement } from '@tiptap/react';

/** The two ends of the selection in the editor of a rich text; undefined where the element is none. */
export function editorSelection(element: Element): readonly [number, number] | undefined {
  const editor = editorOf(element);
  return editor && [editor.state.selection.from, editor.state.selection.to];
}

/** Focuses the editor of a rich text, with this selection. Returns whether the element is one. */
export function focusEditor(element: Element, selection: readonly [number, number] | null): boolean {
  const editor = editorOf(element);
  if (editor === undefined) return false;
  if (selection !== null) editor.commands.setTextSelection({ from: selection[0], to: selection[1] });
  // Its own command waits for a frame, and the keys of that time would be lost.
  editor.view.focus();
  return true;
}

/** The editor leaves itself at its element. */
function editorOf(element: Element): TiptapEditorHTMLElement['editor'] {
  return (element as TiptapEditorHTMLElement).editor;
}
