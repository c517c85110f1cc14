import type { Editor } from '@tiptap/react';
import { useMemo, useRef, useState } from 'react';
import type { AdminFieldMeta } from '../../../../../runtime/codegen/admin-meta.js';
import { newRow, rowFields } from '../../../documents/form-values.js';
import { type Path, valueAt } from '../../../documents/path.js';
import { useTexts } from '../../../i18n/language.js';
import { useNotifier } from '../../../ui/toast.js';
import { isClosedField, useForm } from '../../form-context.js';
import { rowTexts } from '../../rows/texts.js';
import { blockNode } from '../tree.js';
import type { BlockContextValue } from './block-context.js';
import { type BlockRows, type BlocksPlace, createBlockRows } from './block-rows.js';
import { useTextBlocks } from './sibling-fields.js';

/** The blocks of a rich text, while it is edited. */
export interface BlocksInText {
  /** Null in a text without blocks. */
  readonly context: BlockContextValue | null;
  readonly rows: BlockRows;
  readonly onOpen: (id: string) => void;
  /** Id of the block whose fields are shown; null without one. */
  readonly opened: string | null;
  readonly close: () => void;
  /** Inserts a new block at the cursor, and opens its fields. */
  readonly insert: (editor: Editor, blockType: string) => void;
}

export function useBlocksInText(field: AdminFieldMeta, path: Path): BlocksInText {
  const t = useTexts(rowTexts);
  const { store, closed } = useForm();
  const { notify } = useNotifier();
  const blocks = useTextBlocks(field, path);
  const isClosed = closed !== null || (blocks !== null && isClosedField(blocks.field));
  const place = useRef<BlocksPlace | null>(null);
  place.current = blocks === null ? null : { ...blocks, store, isClosed };
  const [rows] = useState(() => createBlockRows(() => place.current));
  const [opened, setOpened] = useState<string | null>(null);
  const context = useMemo(
    (): BlockContextValue | null => blocks && { ...blocks, isClosed, onOpen: setOpened },
    [blocks, isClosed],
  );
  const insert = (editor: Editor, blockType: string): void => {
    if (blocks === null) return;
    const { maxRows = Infinity } = blocks.field;
    const present = valueAt(store.state().values, blocks.path);
    if (Array.isArray(present) && present.length >= maxRows) {
      notify({ kind: 'error', text: t.full(maxRows) });
      return;
    }
    const row = newRow(rowFields(blocks.field, { blockType }), blockType);
    const id = String(row['id']);
    rows.prepare(row);
    // At once: the drawer returns the focus to where it was.
    editor.view.focus();
    if (editor.commands.insertContent({ type: blockNode, attrs: { id } })) setOpened(id);
  };
  return { context, rows, onOpen: setOpened, opened, close: () => setOpened(null), insert };
}
