import type { Editor } from '@tiptap/react';
import type { IconName } from '../../ui/icon.js';

type CommandName =
  | 'bold'
  | 'italic'
  | 'underline'
  | 'strike'
  | 'code'
  | 'link'
  | 'heading1'
  | 'heading2'
  | 'heading3'
  | 'bulletList'
  | 'orderedList'
  | 'blockquote'
  | 'codeBlock'
  | 'horizontalRule'
  | 'upload'
  | 'undo'
  | 'redo';

/** A button of the toolbar. */
export interface TextCommand {
  readonly name: CommandName;
  /** The content of the button. */
  readonly sign: string | { readonly icon: IconName };
  readonly keys?: string;
  /** Whether a gap precedes it. */
  readonly startsGroup?: boolean;
  /** Whether it is active at the cursor; absent for commands without a state. */
  readonly isOn?: (editor: Editor) => boolean;
  readonly canRun: (editor: Editor) => boolean;
  readonly run: (editor: Editor) => void;
}

const heading = (level: 1 | 2 | 3): TextCommand => ({
  name: `heading${level}`,
  sign: `H${level}`,
  keys: `Ctrl+Alt+${level}`,
  startsGroup: level === 1,
  isOn: (editor) => editor.isActive('heading', { level }),
  canRun: (editor) => editor.can().toggleHeading({ level }),
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
});

/** In the order of the toolbar. */
export const commands: readonly TextCommand[] = [
  {
    name: 'bold',
    sign: 'B',
    keys: 'Ctrl+B',
    isOn: (editor) => editor.isActive('bold'),
    canRun: (editor) => editor.can().toggleBold(),
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    name: 'italic',
    sign: 'I',
    keys: 'Ctrl+I',
    isOn: (editor) => editor.isActive('italic'),
    canRun: (editor) => editor.can().toggleItalic(),
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    name: 'underline',
    sign: 'U',
    keys: 'Ctrl+U',
    isOn: (editor) => editor.isActive('underline'),
    canRun: (editor) => editor.can().toggleUnderline(),
    run: (editor) => editor.chain().focus().toggleUnderline().run(),
  },
  {
    name: 'strike',
    sign: 'S',
    keys: 'Ctrl+Shift+S',
    isOn: (editor) => editor.isActive('strike'),
    canRun: (editor) => editor.can().toggleStrike(),
    run: (editor) => editor.chain().focus().toggleStrike().run(),
  },
  {
    name: 'code',
    sign: '<>',
    keys: 'Ctrl+E',
    isOn: (editor) => editor.isActive('code'),
    canRun: (editor) => editor.can().toggleCode(),
    run: (editor) => editor.chain().focus().toggleCode().run(),
  },
  {
    name: 'link',
    sign: { icon: 'link' },
    isOn: (editor) => editor.isActive('link'),
    canRun: (editor) => editor.isActive('link') || editor.can().setLink({ href: 'https://example.com' }),
    run: () => undefined,
  },
  heading(1),
  heading(2),
  heading(3),
  {
    name: 'bulletList',
    sign: { icon: 'list' },
    keys: 'Ctrl+Shift+8',
    startsGroup: true,
    isOn: (editor) => editor.isActive('bulletList'),
    canRun: (editor) => editor.can().toggleBulletList(),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: 'orderedList',
    sign: '1.',
    keys: 'Ctrl+Shift+7',
    isOn: (editor) => editor.isActive('orderedList'),
    canRun: (editor) => editor.can().toggleOrderedList(),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    name: 'blockquote',
    sign: '”',
    keys: 'Ctrl+Shift+B',
    isOn: (editor) => editor.isActive('blockquote'),
    canRun: (editor) => editor.can().toggleBlockquote(),
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  {
    name: 'codeBlock',
    sign: '{ }',
    keys: 'Ctrl+Alt+C',
    isOn: (editor) => editor.isActive('codeBlock'),
    canRun: (editor) => editor.can().toggleCodeBlock(),
    run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
  },
  {
    name: 'horizontalRule',
    sign: '—',
    canRun: (editor) => editor.can().setHorizontalRule(),
    run: (editor) => editor.chain().focus().setHorizontalRule().run(),
  },
  {
    name: 'upload',
    sign: { icon: 'image' },
    canRun: (editor) => editor.can().insertContent({ type: 'horizontalRule' }),
    run: () => undefined,
  },
  {
    name: 'undo',
    sign: { icon: 'undo' },
    keys: 'Ctrl+Z',
    startsGroup: true,
    canRun: (editor) => editor.can().undo(),
    run: (editor) => editor.chain().focus().undo().run(),
  },
  {
    name: 'redo',
    sign: { icon: 'undo' },
    keys: 'Ctrl+Shift+Z',
    canRun: (editor) => editor.can().redo(),
    run: (editor) => editor.chain().focus().redo().run(),
  },
];
