import { GapCursor } from '@tiptap/pm/gapcursor';
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state';
import { Extension } from '@tiptap/react';

/** The open menu at `/`. */
export interface SlashState {
  /** Position of the slash. */
  readonly from: number;
  /** The text after it. */
  readonly query: string;
}

const key = new PluginKey<SlashState | null>('svcSlash');

/** Returns the open menu; null if it is closed. */
export function slashState(state: EditorState): SlashState | null {
  return key.getState(state) ?? null;
}

/** Closes the menu; the typed text stays. */
export const closed = { key, value: 'closed' } as const;

/**
 * Notices a `/` that is typed at the start of a word, and follows what is typed after it.
 *
 * @param onKey - gets the keys of the open menu, and returns whether it has used one.
 */
export function slashExtension(onKey: (event: KeyboardEvent) => boolean): Extension {
  return Extension.create({
    name: 'svcSlash',
    // Before the keys of the text: Enter chooses an entry.
    priority: 1000,
    addProseMirrorPlugins: () => [
      new Plugin<SlashState | null>({
        key,
        state: {
          init: () => null,
          apply(tr, before, _old, state) {
            const meta: unknown = tr.getMeta(key);
            if (meta === closed.value) return null;
            if (typeof meta === 'number') return { from: meta, query: '' };
            return before === null ? null : followed(state, tr.mapping.map(before.from, -1));
          },
        },
        props: {
          handleTextInput(view, from, to, text) {
            if (text !== '/' || !startsWord(view.state, from)) return false;
            // Between blocks, as after a table that ends the text, the slash begins a paragraph of its own.
            const isBetween = !view.state.doc.resolve(from).parent.isTextblock;
            const { tr } = view.state;
            if (isBetween) tr.insertText(text);
            else tr.insertText(text, from, to);
            view.dispatch(
              tr.setMeta(key, isBetween ? tr.selection.head - text.length : from).scrollIntoView(),
            );
            return true;
          },
          handleKeyDown: (view, event) => slashState(view.state) !== null && onKey(event),
        },
      }),
    ],
  });
}

function startsWord(state: EditorState, position: number): boolean {
  const place = state.doc.resolve(position);
  if (!place.parent.isTextblock) return state.selection instanceof GapCursor;
  if (place.parent.type.spec.code) return false;
  const before = place.parent.textBetween(0, place.parentOffset, undefined, '￼');
  return before === '' || /\s$/.test(before);
}

function followed({ doc, selection }: EditorState, from: number): SlashState | null {
  const { empty, $head } = selection;
  if (!empty || $head.pos <= from || from < $head.start()) return null;
  const text = doc.textBetween(from, $head.pos, undefined, '￼');
  return /^\/[^\s/￼]*( [^\s/￼]*)?$/.test(text) ? { from, query: text.slice(1) } : null;
}
