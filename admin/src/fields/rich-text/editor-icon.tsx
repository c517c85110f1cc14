import type { ReactNode } from 'react';

/** Stroke paths on a grid of 16 × 16. They are loaded with the editor, apart from the icons of the shell. */
const paths = {
  bold: 'M4.5 2.5h4a2.65 2.65 0 0 1 0 5.3h-4zM4.5 7.8h4.8a2.85 2.85 0 0 1 0 5.7H4.5z',
  italic: 'M6.5 2.5h5M4.5 13.5h5M9.3 2.5 6.7 13.5',
  underline: 'M4.5 2.5v5a3.5 3.5 0 0 0 7 0v-5M3.5 14h9',
  strike:
    'M11.2 4.6C10.8 3.2 9.6 2.5 8 2.5c-1.9 0-3.2 1-3.2 2.5 0 1.1.7 1.9 2.2 2.4M2.5 8h11M11 9.6c.2.4.3.7.3 1.2 0 1.6-1.4 2.7-3.4 2.7-1.8 0-3.1-.9-3.4-2.3',
  code: 'm5.5 5-3 3 3 3M10.5 5l3 3-3 3',
  link: 'M6.5 9.5 9.5 6.5M7 4.5l1.5-1.5a3 3 0 0 1 4.3 4.3L11.3 8.8M9 11.5l-1.5 1.5a3 3 0 0 1-4.3-4.3l1.5-1.5',
  paragraph: 'M12.5 2.5H7A2.75 2.75 0 0 0 7 8h1.5M8.5 2.5v11M11 2.5v11',
  heading1: 'M2.5 3v10M8 3v10M2.5 8H8M11 7l1.7-1.2V13',
  heading2: 'M2.5 3v10M8 3v10M2.5 8H8M10.6 7.3c.2-.9.8-1.4 1.6-1.4 1 0 1.7.6 1.7 1.6 0 1.6-3.3 3-3.4 5.5H14',
  heading3:
    'M2.5 3v10M8 3v10M2.5 8H8M10.7 6h3.1L12 8.7c1.2 0 2 .8 2 2.1 0 1.4-.9 2.2-2 2.2-.9 0-1.5-.5-1.7-1.3',
  bulletList: 'M5.5 4H14M5.5 8H14M5.5 12H14M2.3 4h.1M2.3 8h.1M2.3 12h.1',
  orderedList:
    'M6.5 4H14M6.5 8H14M6.5 12H14M2 3.2 3 2.5v3.2M2 10.9c.1-.6.5-.9 1-.9s.9.3.9.8c0 .8-1.8 1.3-1.9 2.5h2',
  blockquote:
    'M6.5 5c-2 .4-3 1.7-3 4a1.5 1.5 0 1 0 3 0 1.5 1.5 0 0 0-3 0M12.5 5c-2 .4-3 1.7-3 4a1.5 1.5 0 1 0 3 0 1.5 1.5 0 0 0-3 0',
  codeBlock: 'M2.5 3h11v10h-11zM6 6.2 4.6 8 6 9.8M10 6.2 11.4 8 10 9.8',
  horizontalRule: 'M2 8h12M4.5 4h7M4.5 12h7',
  table: 'M2.5 3h11v10h-11zM2.5 6.3h11M2.5 9.7h11M8 3v10',
  upload: 'M2 3h12v10H2zM2.5 12 6 8l2.5 2.5L10.5 8l3 3.5M10.8 5.3v.1',
  block: 'M2.5 2.5h11v11h-11zM8 5.5v5M5.5 8h5',
  moveUp: 'M8 13V3M4 7l4-4 4 4',
  moveDown: 'M8 3v10M4 9l4 4 4-4',
  undo: 'M5.5 3 2.5 6l3 3M2.5 6h7a4 4 0 0 1 0 8H6',
  redo: 'm10.5 3 3 3-3 3M13.5 6h-7a4 4 0 0 0 0 8H10',
  fullScreen: 'M9.5 2.5h4v4M13.5 2.5 9 7M6.5 13.5h-4v-4M2.5 13.5 7 9',
} as const satisfies Readonly<Record<string, string>>;

export type EditorIconName = keyof typeof paths;

/** The picture of a command of the editor; its button has the name. */
export function EditorIcon({ name }: { readonly name: EditorIconName }): ReactNode {
  return (
    <svg className="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
