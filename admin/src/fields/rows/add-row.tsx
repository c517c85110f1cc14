import type { ReactNode } from 'react';
import type { AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { Menu, MenuItem } from '../../ui/menu.js';
import { rowTexts } from './texts.js';

interface AddRowProps {
  readonly field: AdminFieldMeta;
  readonly isFull: boolean;
  readonly onAdd: (blockType: string | undefined) => void;
}

/** Adds a row at the end; for blocks, a menu offers the types. */
export function AddRow({ field, isFull, onAdd }: AddRowProps): ReactNode {
  const t = useTexts(rowTexts);
  const { blocks, label, maxRows = 0 } = field;
  const disabled = isFull ? t.full(maxRows) : false;
  const only = blocks?.length === 1 ? blocks[0] : undefined;
  return (
    <div className="add-row">
      {blocks === undefined || only !== undefined || isFull ? (
        <Button size="small" icon="add" disabled={disabled} onClick={() => onAdd(only?.slug)}>
          {t.addTo(only?.label ?? label)}
        </Button>
      ) : (
        <Menu
          align="start"
          trigger={
            <Button size="small" icon="add">
              {t.addBlock(label)}
            </Button>
          }
        >
          {blocks.map((block) => (
            <MenuItem key={block.slug} onSelect={() => onAdd(block.slug)}>
              {block.label}
            </MenuItem>
          ))}
        </Menu>
      )}
      {isFull && <span className="field-hint">{t.full(maxRows)}</span>}
    </div>
  );
}
