import type { Command } from '@tiptap/pm/state';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  mergeCells,
  splitCell,
  toggleHeaderColumn,
  toggleHeaderRow,
} from '@tiptap/pm/tables';
import type { Editor } from '@tiptap/react';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/language.js';
import { Menu, MenuItem, MenuLine } from '../../ui/menu.js';
import { run } from './table-nodes.js';
import { richTextTexts } from './texts.js';

interface TableMenuProps {
  readonly editor: Editor;
  /** The button that opens it. */
  readonly children: ReactNode;
}

/** Changes the table at the cursor. */
export function TableMenu({ editor, children }: TableMenuProps): ReactNode {
  const t = useTexts(richTextTexts);
  const item = (label: string, command: Command, isDanger = false): ReactNode => (
    <MenuItem
      isDanger={isDanger}
      disabled={!command(editor.state)}
      onSelect={() => {
        run(editor, command);
        editor.view.focus();
      }}
    >
      {label}
    </MenuItem>
  );
  return (
    <Menu align="start" trigger={children}>
      {item(t.rowAbove, addRowBefore)}
      {item(t.rowBelow, addRowAfter)}
      {item(t.columnBefore, addColumnBefore)}
      {item(t.columnAfter, addColumnAfter)}
      <MenuLine />
      {item(t.headingRow, toggleHeaderRow)}
      {item(t.headingColumn, toggleHeaderColumn)}
      {item(t.mergeCells, mergeCells)}
      {item(t.splitCell, splitCell)}
      <MenuLine />
      {item(t.removeRow, deleteRow)}
      {item(t.removeColumn, deleteColumn)}
      {item(t.removeTable, deleteTable, true)}
    </Menu>
  );
}
