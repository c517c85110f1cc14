import type { Editor } from '@tiptap/react';
import type { EditorIconName } from './editor-icon.js';
import { canMoveBlock, moveBlock } from './move-block.js';
import { insertTable } from './table-nodes.js';

/** A command of the editor: a button of its toolbars, an entry of the menu at `/`. */
export interface TextCommand {
  readonly name: EditorIconName;
  readonly keys?: string;
  /** Of a kind of block: its label, and the slug that tells it from other kinds. */
  readonly label?: string;
  readonly blockType?: string;
  /** Whether a gap precedes it in the toolbar. */
  readonly startsGroup?: boolean;
  /** Whether it is active at the cursor; absent for commands without a state. */
  readonly isOn?: (editor: Editor) => boolean;
  readonly canRun: (editor: Editor) => boolean;
  /** Does nothing where the editor opens something of the dashboard: a dialog, a menu. */
  readonly run: (editor: Editor) => void;
}

const heading = (level: 1 | 2 | 3): TextCommand => ({
  name: `heading${level}`,
  keys: `Ctrl+Alt+${level}`,
  startsGroup: level === 1,
  isOn: (editor) => editor.isActive('heading', { level }),
  canRun: (editor) => editor.can().toggleHeading({ level }),
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
});

const paragraph: TextCommand = {
  name: 'paragraph',
  keys: 'Ctrl+Alt+0',
  canRun: (editor) => editor.can().setParagraph(),
  run: (editor) => editor.chain().focus().setParagraph().run(),
};

const marks: readonly TextCommand[] = [
  {
    name: 'bold',
    keys: 'Ctrl+B',
    isOn: (editor) => editor.isActive('bold'),
    canRun: (editor) => editor.can().toggleBold(),
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    name: 'italic',
    keys: 'Ctrl+I',
    isOn: (editor) => editor.isActive('italic'),
    canRun: (editor) => editor.can().toggleItalic(),
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    name: 'underline',
    keys: 'Ctrl+U',
    isOn: (editor) => editor.isActive('underline'),
    canRun: (editor) => editor.can().toggleUnderline(),
    run: (editor) => editor.chain().focus().toggleUnderline().run(),
  },
  {
    name: 'strike',
    keys: 'Ctrl+Shift+S',
    isOn: (editor) => editor.isActive('strike'),
    canRun: (editor) => editor.can().toggleStrike(),
    run: (editor) => editor.chain().focus().toggleStrike().run(),
  },
  {
    name: 'code',
    keys: 'Ctrl+E',
    isOn: (editor) => editor.isActive('code'),
    canRun: (editor) => editor.can().toggleCode(),
    run: (editor) => editor.chain().focus().toggleCode().run(),
  },
  {
    name: 'link',
    isOn: (editor) => editor.isActive('link'),
    canRun: (editor) => editor.isActive('link') || editor.can().setLink({ href: 'https://example.com' }),
    run: () => undefined,
  },
];

const headings: readonly TextCommand[] = [heading(1), heading(2), heading(3)];

const blocks: readonly TextCommand[] = [
  {
    name: 'bulletList',
    keys: 'Ctrl+Shift+8',
    startsGroup: true,
    isOn: (editor) => editor.isActive('bulletList'),
    canRun: (editor) => editor.can().toggleBulletList(),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: 'orderedList',
    keys: 'Ctrl+Shift+7',
    isOn: (editor) => editor.isActive('orderedList'),
    canRun: (editor) => editor.can().toggleOrderedList(),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    name: 'blockquote',
    keys: 'Ctrl+Shift+B',
    isOn: (editor) => editor.isActive('blockquote'),
    canRun: (editor) => editor.can().toggleBlockquote(),
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  {
    name: 'codeBlock',
    keys: 'Ctrl+Alt+C',
    isOn: (editor) => editor.isActive('codeBlock'),
    canRun: (editor) => editor.can().toggleCodeBlock(),
    run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
  },
  {
    name: 'table',
    isOn: (editor) => editor.isActive('table'),
    canRun: (editor) => editor.isActive('table') || editor.can().insertContent({ type: 'horizontalRule' }),
    run: (editor) => insertTable(editor),
  },
  {
    name: 'horizontalRule',
    canRun: (editor) => editor.can().setHorizontalRule(),
    run: (editor) => editor.chain().focus().setHorizontalRule().run(),
  },
  {
    name: 'upload',
    canRun: (editor) => editor.can().insertContent({ type: 'horizontalRule' }),
    run: () => undefined,
  },
  {
    name: 'block',
    canRun: (editor) => editor.can().insertContent({ type: 'horizontalRule' }),
    run: () => undefined,
  },
];

const steps: readonly TextCommand[] = [
  {
    name: 'moveUp',
    keys: 'Alt+Shift+↑',
    startsGroup: true,
    canRun: (editor) => canMoveBlock(editor, -1),
    run: (editor) => void moveBlock(editor, -1),
  },
  {
    name: 'moveDown',
    keys: 'Alt+Shift+↓',
    canRun: (editor) => canMoveBlock(editor, 1),
    run: (editor) => void moveBlock(editor, 1),
  },
  {
    name: 'undo',
    keys: 'Ctrl+Z',
    startsGroup: true,
    canRun: (editor) => editor.can().undo(),
    run: (editor) => editor.chain().focus().undo().run(),
  },
  {
    name: 'redo',
    keys: 'Ctrl+Shift+Z',
    canRun: (editor) => editor.can().redo(),
    run: (editor) => editor.chain().focus().redo().run(),
  },
];

const fullScreen: TextCommand = {
  name: 'fullScreen',
  keys: 'Ctrl+Shift+F',
  startsGroup: true,
  canRun: () => true,
  run: () => undefined,
};

/** The toolbar of a text, in its order. */
export const toolbarCommands: readonly TextCommand[] = [
  ...marks,
  ...headings,
  ...blocks,
  ...steps,
  fullScreen,
];

/** The toolbar at selected text. */
export const selectionCommands: readonly TextCommand[] = [...marks, ...headings];

/** The menu at `/`. */
export const insertCommands: readonly TextCommand[] = [paragraph, ...headings, ...blocks];

/** A kind of block of the text, in the menu at `/`. */
export function blockCommand({
  slug,
  label,
}: {
  readonly slug: string;
  readonly label: string;
}): TextCommand {
  return { name: 'block', label, blockType: slug, canRun: () => true, run: () => undefined };
}
