import { type Command, TextSelection } from '@tiptap/pm/state';
import { goToNextCell, isInTable, selectionCell, tableEditing } from '@tiptap/pm/tables';
import { type Editor, Extension, type Extensions, Node } from '@tiptap/react';
import { maxSpan } from './tree.js';

/** What ProseMirror's table commands call each node. */
const roles: Readonly<Record<string, string>> = {
  table: 'table',
  tableRow: 'row',
  tableCell: 'cell',
  tableHeader: 'header_cell',
};

/** A span of 1 is no attribute of a cell in HTML. */
function spanOf(name: string) {
  return {
    default: 1,
    parseHTML: (element: HTMLElement) => {
      const span = Number.parseInt(element.getAttribute(name) ?? '', 10);
      return span >= 1 && span <= maxSpan ? span : 1;
    },
    renderHTML: (attributes: Readonly<Record<string, unknown>>) =>
      attributes[name] === 1 ? {} : { [name]: attributes[name] },
  };
}

const cellAttributes = () => ({
  colspan: spanOf('colspan'),
  rowspan: spanOf('rowspan'),
  // Widths are kept, but not shown: columns share the width of the text.
  colwidth: { default: null, rendered: false, parseHTML: () => null },
});

const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['div', { class: 'rich-table' }, ['table', ['tbody', 0]]],
});

const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
});

const TableCell = Node.create({
  name: 'tableCell',
  content: 'block+',
  isolating: true,
  addAttributes: cellAttributes,
  parseHTML: () => [{ tag: 'td' }],
  renderHTML: ({ HTMLAttributes }) => ['td', HTMLAttributes, 0],
});

const TableHeader = Node.create({
  name: 'tableHeader',
  content: 'block+',
  isolating: true,
  addAttributes: cellAttributes,
  parseHTML: () => [{ tag: 'th' }],
  renderHTML: ({ HTMLAttributes }) => ['th', HTMLAttributes, 0],
});

const TableEditing = Extension.create({
  name: 'svcTableEditing',
  extendNodeSchema: ({ name }) => ({ tableRole: roles[name] }),
  addProseMirrorPlugins: () => [tableEditing()],
  addKeyboardShortcuts() {
    const walk = (direction: 1 | -1) => () => {
      if (!isInTable(this.editor.state)) return false;
      return run(this.editor, goToNextCell(direction)) || (direction === 1 && addLastRow(this.editor));
    };
    return { Tab: walk(1), 'Shift-Tab': walk(-1) };
  },
});

/** Tables of the same form as those of Tiptap, without its extension: the commands are ProseMirror's. */
export const tableExtensions: Extensions = [Table, TableRow, TableCell, TableHeader, TableEditing];

/** Runs a command of ProseMirror. */
export function run({ state, view }: Editor, command: Command): boolean {
  return command(state, view.dispatch, view);
}

/** Inserts a table with a row of headings, and puts the cursor into its first cell. */
export function insertTable(editor: Editor, rows = 3, columns = 3): void {
  const row = (type: string) => ({
    type: 'tableRow',
    content: Array.from({ length: columns }, () => ({ type, content: [{ type: 'paragraph' }] })),
  });
  const content = Array.from({ length: rows }, (_, index) => row(index === 0 ? 'tableHeader' : 'tableCell'));
  const { from } = editor.state.selection;
  editor.chain().focus().insertContent({ type: 'table', content }).run();
  const { doc, tr } = editor.state;
  let place: number | null = null;
  doc.nodesBetween(Math.max(0, from - 1), doc.content.size, (node, position) => {
    if (node.type.name === 'table' && place === null && position >= from - 1) place = position;
    return place === null;
  });
  if (place === null) return;
  editor.view.dispatch(tr.setSelection(TextSelection.near(doc.resolve(place + 1))).scrollIntoView());
}

/** From the last cell Tab adds a row, but leaves the text from a last row that is still empty. */
function addLastRow(editor: Editor): boolean {
  const cell = selectionCell(editor.state);
  const row = cell.parent;
  if (row.textContent === '') return false;
  const { tableCell } = editor.state.schema.nodes;
  const cells = row.children
    .map((own) => tableCell?.createAndFill({ colspan: own.attrs['colspan'] }) ?? null)
    .filter((own) => own !== null);
  const end = cell.after();
  const tr = editor.state.tr.insert(end, row.type.create(null, cells));
  editor.view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(end + 2))).scrollIntoView());
  return true;
}
